// Integrations: writes the plugins for hosts below `integrations/` from one source, so that their texts and versions never differ.
// `--check` writes nothing and fails where a file is stale.

import fs from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

const { version, license, description } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
const about = 'Meetings between people and AI agents, with a record that can be trusted.'

/** The rules that every text for a host holds. */
const rules = `Rules, for whoever speaks or leads:
- Speak only as the seat that was asked, in its own voice. Never write another seat's or the person's words.
- Never soften or drop a dissent. Cite only what was opened. Decline rather than invent.
- Do not choose for the person, ask them.
- If no parley tool is at hand, say so, name \`npm install -g parley\`, and stop. Never act the meeting out.`

const loop = (opening) => `${opening}
Then go on until it is concluded, with \`parley_next\`:
- \`speak\`: for each call start one \`parley:seat\` sub-agent and give it the call id and nothing else; all calls at the same time. Where
  no sub-agents are at hand, use \`parley_prompt\` and \`parley_say\` yourself, one call after the other.
- \`ask\`: call \`parley_answer\`. Where the person could not be asked, show the question and its choices and wait for their word.
- \`running\`: call \`parley_next\` again.
At the end show the path of the record and what \`parley_verify\` says.

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
}

const skill = `Use this when the person wants several views weighed, a decision with a record, or asks what a meeting decided.
Open one with \`parley_council\`, \`parley_meet\`, \`parley_deliberate\` or \`parley_analyze\`; read with \`parley_list\`, \`parley_show\`,
\`parley_read\`.

${loop('A meeting that is open goes on the same way.')}`

const seat = `You are given the id of one call and nothing else. Fetch its prompt with \`parley_prompt\`, all its pages. Think as that seat, look at files
where the prompt allows it, and answer with \`parley_say\` and \`alone: true\`, yourself: no other context rewrites your words. Then stop.

${rules}`

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
(\`npm install -g parley\`), no key and no configuration.

${typed}
`

const files = {
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
    '```\n/plugin marketplace add OWNER/REPO\n/plugin install parley@parley\n/parley:council QUESTION\n```',
  ),
  'integrations/claude-code/LICENSE': fs.readFileSync(path.join(root, 'LICENSE'), 'utf8'),
}

const stale = Object.entries(files).filter(([name, text]) => {
  const file = path.join(root, name)
  return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text
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
