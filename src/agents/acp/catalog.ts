// Catalog: the coding agents that parley knows by name, and how each is kept within a grant. A row says only what was tried with the real
// program; what is not known is `unknown` or absent, and then the agent is refused where it would matter. Pure.

import { join } from 'node:path'

/** What a call allows the agent's own tools. */
export type Footing = 'none' | 'read' | 'work'

export interface AcpAgent {
  /** As it is typed after `acp:`; for a command line, the name of its program. */
  readonly name: string
  /** Its name in messages to people. */
  readonly title: string
  readonly argv: readonly string[]
  /** How a person gets it. Said, never done. */
  readonly install?: string
  /** How a person logs in. */
  readonly login?: string
  /** The ids of modes in which it changes nothing, and in which it works. */
  readonly readMode?: string
  readonly workMode?: string
  /** Whether it can be kept from the web. */
  readonly webOff: 'yes' | 'unknown'
  /** Whether the counts of a reply are those of this reply alone. */
  readonly usage: 'turn' | 'estimated'
  /** A prompt reaches the model as it is: no `@path` pulls a file in. */
  readonly verbatim: boolean
  /** The person's word that it may speak without a guard. */
  readonly watch?: boolean
  /** Variables that make it quiet, isolated and, for a call without web, offline. */
  env(footing: Footing, env: Env): Readonly<Record<string, string>>
  /** What goes into `_meta` of a new or reopened session. */
  meta?(footing: Footing): Readonly<Record<string, unknown>>
  /** Folders and files of its own, where it keeps its login, settings and sessions: it may change these in a sandbox. */
  state(home: string, env: Env): readonly string[]
}

export type Env = Readonly<Record<string, string | undefined>>

const npm = (name: string): string => `npm install -g ${name}`

const claude: AcpAgent = {
  name: 'claude',
  title: 'Claude Code',
  argv: ['claude-agent-acp'],
  install: npm('@agentclientprotocol/claude-agent-acp'),
  login: 'claude /login',
  readMode: 'default',
  workMode: 'acceptEdits',
  webOff: 'yes',
  usage: 'turn',
  verbatim: true,
  env: () => ({ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', CLAUDE_CODE_DISABLE_ATTACHMENTS: '1' }),
  meta: (footing) => ({
    claudeCode: {
      options: {
        settingSources: [],
        verbatimPrompts: true,
        promptSuggestions: false,
        disallowedTools: ['WebSearch', 'WebFetch'],
        ...(footing === 'none' ? { tools: [] } : {}),
      },
    },
  }),
  state: (home, env) =>
    env['CLAUDE_CONFIG_DIR']
      ? [env['CLAUDE_CONFIG_DIR']]
      : [join(home, '.claude'), join(home, '.claude.json')],
}

const codex: AcpAgent = {
  name: 'codex',
  title: 'Codex',
  argv: ['codex-acp'],
  install: npm('@agentclientprotocol/codex-acp'),
  login: 'codex login',
  readMode: 'read-only',
  workMode: 'workspace-write',
  webOff: 'yes',
  usage: 'turn',
  verbatim: false,
  env: (footing) => ({
    INITIAL_AGENT_MODE: footing === 'work' ? 'workspace-write' : 'read-only',
    // `tools.web_search: false` does nothing; this does. Plugins would look up two hosts and take five seconds.
    CODEX_CONFIG: JSON.stringify({ web_search: 'disabled', features: { plugins: false } }),
  }),
  state: (home, env) => [env['CODEX_HOME'] ?? join(home, '.codex')],
}

const gemini: AcpAgent = {
  name: 'gemini',
  title: 'Gemini CLI',
  argv: ['gemini', '--acp', '--skip-trust'],
  install: npm('@google/gemini-cli'),
  login: 'gemini',
  readMode: 'plan',
  workMode: 'autoEdit',
  webOff: 'unknown',
  usage: 'estimated',
  verbatim: false,
  env: () => ({}),
  state: (home) => [join(home, '.gemini')],
}

const opencode: AcpAgent = {
  name: 'opencode',
  title: 'OpenCode',
  argv: ['opencode', 'acp'],
  install: npm('opencode-ai'),
  login: 'opencode auth login',
  readMode: 'plan',
  workMode: 'build',
  webOff: 'yes',
  usage: 'estimated',
  verbatim: false,
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission: { webfetch: 'deny' } }),
  }),
  state: (home, env) => [
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode'),
    join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode'),
    join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'opencode'),
    join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'opencode'),
  ],
}

const goose: AcpAgent = {
  ...ofArgv(['goose', 'acp']),
  title: 'Goose',
  install: 'see its own site: it has an installer',
  state: (home) => [join(home, '.config', 'goose'), join(home, '.local', 'share', 'goose')],
}

export const knownAgents: Readonly<Record<string, AcpAgent>> = { claude, codex, gemini, opencode, goose }

/** What the person's settings say of an agent of their own. */
export interface OwnAgent {
  readonly argv: readonly string[]
  readonly readMode?: string
  readonly workMode?: string
  readonly webOff?: boolean
  readonly watch?: boolean
}

export function ownAgent(name: string, own: OwnAgent): AcpAgent {
  const { argv, readMode, workMode, webOff, watch } = own
  return {
    ...ofArgv(argv),
    name,
    title: name,
    webOff: webOff ? 'yes' : 'unknown',
    ...(readMode === undefined ? {} : { readMode }),
    ...(workMode === undefined ? {} : { workMode }),
    ...(watch === undefined ? {} : { watch }),
  }
}

/** An agent of which nothing is known but how it is started. */
export function ofArgv(argv: readonly string[]): AcpAgent {
  const name = (argv[0] ?? '').split(/[\\/]/).at(-1) ?? ''
  return {
    name,
    title: name,
    argv,
    webOff: 'unknown',
    usage: 'estimated',
    verbatim: false,
    env: () => ({}),
    state: () => [],
  }
}
