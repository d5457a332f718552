// Integrations: writes the plugins for hosts below `integrations/` from one source, so that their texts and versions never differ.
// `--check` writes nothing and fails where a file is stale.

import fs from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

const read = (name) => fs.readFileSync(path.join(root, name), 'utf8')
const { name: packageName, version, license, description, repository } = JSON.parse(read('package.json'))
const install = `npm install -g ${packageName}@${version}`
const about = 'Meetings between people and AI agents, with a record that can be trusted.'

/** The rules that every text for a host holds. */
const rules = `Rules, for whoever speaks or leads:
- Speak only as the seat that was asked, in its own voice. Never write another seat's or the person's words.
- Never soften or drop a dissent. Cite only what was opened. Decline rather than invent.
- Do not choose for the person, ask them.
- If no parley tool is at hand, say so, name \`${install}\`, and stop. Never act the meeting out.`

const loop = (opening) => `${opening}
Then go on until it is concluded, with \`parley_next\`:
- \`speak\`: for each call start one \`parley:seat\` sub-agent and give it the call id and nothing else; all calls at the same time, and
  wait for them. Where no sub-agents are at hand, use \`parley_prompt\` and \`parley_say\` yourself, one call after the other.
- \`ask\`: call \`parley_answer\`. Where the person could not be asked, show the question and its choices and wait for their word.
- \`running\`: call \`parley_next\` again.
At the end show the path of the record and what \`parley_verify\` says.

${rules}`

/** A talk is the person's own: its words are passed on, never written for them. */
const talk = `The first word names a worker, the rest is what the person says to it: $ARGUMENTS
Open the talk with \`parley_talk\` (worker, message); name \`agents\` only if the person does. Then:
- \`running\`: the worker is at work; call \`parley_next\`.
- \`ask\`: show the worker's words as they stand and wait for the person's reply. Pass it on with \`parley_talk\` (id, message), in their own
  words, nothing added and nothing left out.
- To close it is theirs alone: on the page, or with \`parley talk close ID\` in a terminal.
At the end show the id of the talk, its branch, and what \`parley_verify\` says.

${rules}`

const commands = {
  council: {
    about: 'Put a question to the council of this project',
    hint: 'QUESTION',
    text: loop(
      'Open a meeting with `parley_council`, task: $ARGUMENTS\nWhere there is no council yet, ask the person which template fits.',
    ),
  },
  meet: {
    about: 'Hold a chartered meeting',
    hint: 'CHARTER',
    text: loop('Open a meeting with `parley_meet`, charter: $ARGUMENTS'),
  },
  deliberate: {
    about: 'Take an idea to a design and a plan',
    hint: 'IDEA',
    text: loop('Open a session with `parley_deliberate`, idea: $ARGUMENTS'),
  },
  analyze: {
    about: 'Analyze a ticket or an idea',
    hint: 'SLUG',
    text: loop('Open a session with `parley_analyze`, slug: $ARGUMENTS'),
  },
  talk: {
    about: 'Talk with a worker, who works on a branch',
    hint: 'WORKER MESSAGE',
    text: talk,
  },
}

const skill = `Use this when the person wants several views weighed, a decision with a record, or asks what a meeting decided.
Open one with \`parley_council\`, \`parley_meet\`, \`parley_deliberate\` or \`parley_analyze\`; talk with a worker by \`parley_talk\`; read with \`parley_list\`, \`parley_show\`,
\`parley_read\`.

${loop('A meeting that is open goes on the same way.')}`

const seat = `You are given the id of one call and nothing else. Fetch its prompt with \`parley_prompt\`, all its pages. Think as that seat, look at files
where the prompt allows it, and answer with \`parley_say\` and \`alone: true\`, yourself: no other context rewrites your words. Then stop.

${rules}`

/** The same texts for hosts without a plugin, by MCP; `library/` is what the server reads. */
const given = {
  council: ['task'],
  meet: ['charter'],
  deliberate: ['idea'],
  analyze: ['slug'],
  talk: ['worker', 'message'],
}
const prompts = [
  ...Object.entries(commands).map(([name, { about: what, hint, text }]) => ({
    name,
    description: what,
    arguments: given[name].map((argument, at) => ({
      name: argument,
      description: hint.toLowerCase().split(' ')[at],
    })),
    text,
  })),
  { name: 'voice', description: 'Speak for one seat of a meeting', arguments: [], text: seat },
]

/** The portable form names no plug-in of one host. */
const portable = (text) =>
  text.replaceAll('`parley:seat` sub-agent', 'sub-agent').replace('$ARGUMENTS', 'what the person asked for')
const schema = (name) => `https://agent-plugins.org/schemas/1.0.0/${name}.schema.json`

/** Formatted as the formatter wants it. */
const json = (value) => `${JSON.stringify(value, null, 2).replace(/\[\n\s+("[^"]*")\n\s+\]/g, '[$1]')}\n`
const page = (front, text) =>
  `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n${text}\n`
const tools = 'mcp__plugin_parley_parley__'
const server = { command: 'parley', args: ['mcp'] }

const readme = (host, typed) => `# parley for ${host}

Hold meetings between people and AI agents from ${host}: its own model speaks for the seats, each in a context of its own, and you
decide wherever the meeting asks. Every word, receipt and answer is in one journal that \`parley verify\` checks. It needs the program
(\`${install}\`), no key and no configuration.

${typed}
`

/** A page that is written by hand, with the package and the place of this version. */
const named = (name) =>
  read(name)
    .replace(/parley-ai-[\d.]+\.tgz/g, `${packageName}-${version}.tgz`)
    .replace(/uses: (?!actions\/)\S+@v[\d.]+/g, `uses: ${repository}@v${version}`)

const files = {
  'library/hosts/prompts.json': json(prompts),
  '.agents/plugins/marketplace.json': json({
    name: 'parley',
    interface: { displayName: 'parley' },
    plugins: [
      {
        name: 'parley',
        source: { source: 'local', path: './integrations/codex' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  }),
  'integrations/codex/plugin.json': json({
    $schema: schema('plugin'),
    name: 'parley',
    version,
    description: about,
    author: { name: 'parley' },
    license,
  }),
  'integrations/codex/mcp.json': json({
    $schema: schema('mcp'),
    mcpServers: { parley: { type: 'stdio', ...server } },
  }),
  ...Object.fromEntries(
    Object.entries(commands).map(([name, { about: what, text }]) => [
      `integrations/codex/skills/${name}/SKILL.md`,
      page({ name, description: `${what} with parley` }, portable(text)),
    ]),
  ),
  'integrations/codex/skills/parley/SKILL.md': page(
    { name: 'parley', description: 'Hold or read meetings of AI agents with a trusted record' },
    portable(skill),
  ),
  'integrations/codex/README.md': readme(
    'Codex and other hosts of Agent Plugins',
    `\`\`\`\ncodex plugin marketplace add ${repository}\ncodex plugin add parley@parley\n$council QUESTION\n\`\`\``,
  ),
  'integrations/gemini-cli/gemini-extension.json': json({
    name: 'parley',
    version,
    description: about,
    mcpServers: { parley: server },
    contextFileName: 'PARLEY.md',
  }),
  'integrations/gemini-cli/PARLEY.md': `# parley\n\n${portable(skill)}\n`,
  ...Object.fromEntries(
    Object.entries(commands).map(([name, { about: what, text }]) => [
      `integrations/gemini-cli/commands/parley/${name}.toml`,
      `description = ${JSON.stringify(what)}\nprompt = '''\n${portable(text.replace('$ARGUMENTS', '{{args}}'))}\n'''\n`,
    ]),
  ),
  'integrations/README.md': `# parley in other programs\n\n| host | folder | how |\n|---|---|---|\n| Claude Code | \`claude-code\` | \`/plugin marketplace add ${repository}\`, \`/plugin install parley@parley\` |\n| Codex | \`codex\` | \`codex plugin marketplace add ${repository}\`, \`codex plugin add parley@parley\` |\n| Cursor, VS Code, Kiro and other hosts of Agent Plugins 1.0.0 | \`codex\` | load the folder as it is |\n| Gemini CLI | \`gemini-cli\` | \`gemini extensions install\` with the path of the folder |\n| anything that speaks MCP | – | command \`parley\`, arguments \`mcp\`; \`parley mcp --setup HOST\` prints what to add |\n\nAll of it is written by \`node scripts/integrations.js\`. For an AGENTS.md of yours:\n\n> To weigh a decision, hold a meeting with the parley tools (\`parley_council\`, then \`parley_next\`). Never act a meeting out.\n`,
  '.claude-plugin/marketplace.json': json({
    name: 'parley',
    description: about,
    owner: { name: 'parley' },
    plugins: [{ name: 'parley', source: './integrations/claude-code', description: about }],
  }),
  'integrations/claude-code/.claude-plugin/plugin.json': json({
    name: 'parley',
    version,
    description: about,
    license,
    author: { name: 'parley' },
  }),
  'integrations/claude-code/.mcp.json': json({
    mcpServers: { parley: { ...server, env: { PARLEY_WORKSPACE: '${CLAUDE_PROJECT_DIR}' } } },
  }),
  ...Object.fromEntries(
    Object.entries(commands).map(([name, { about: what, hint, text }]) => [
      `integrations/claude-code/commands/${name}.md`,
      page({ description: what, 'argument-hint': hint, 'allowed-tools': `${tools}*, Agent` }, text),
    ]),
  ),
  'integrations/claude-code/skills/parley/SKILL.md': page(
    { name: 'parley', description: 'Hold or read meetings of AI agents with a trusted record' },
    skill,
  ),
  'integrations/claude-code/agents/seat.md': page(
    {
      name: 'seat',
      description: 'Speaks for one seat of a parley meeting, given a call id',
      tools: `Read, Grep, Glob, ${tools}parley_prompt, ${tools}parley_say`,
    },
    seat,
  ),
  'integrations/claude-code/README.md': readme(
    'Claude Code',
    `\`\`\`\n/plugin marketplace add ${repository}\n/plugin install parley@parley\n/parley:council QUESTION\n\`\`\``,
  ),
  'integrations/claude-code/LICENSE': read('LICENSE'),
  'README.md': named('README.md'),
  'docs/ci.md': named('docs/ci.md'),
}

const stale = Object.entries(files).filter(([name, text]) => {
  const file = path.join(root, name)
  return !fs.existsSync(file) || read(name) !== text
})
if (description !== about) throw new Error('The description in package.json is another one.')
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`${name} is stale: node scripts/integrations.js`)
  process.exit(stale.length === 0 ? 0 : 1)
}
for (const [name, text] of stale) {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  fs.writeFileSync(path.join(root, name), text)
}
