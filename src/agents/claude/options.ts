// Options of backend `claude`, and the environment of its program: the minimum it needs, with one way to log in.

import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parleyHome } from '../../workspace/home.js'

export type Env = Readonly<Record<string, string | undefined>>

export interface ClaudeOptions {
  /** Any name that the program knows; its own usual one by default. */
  readonly model?: string
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Output tokens for reasoning, in addition to those for the reply; none when it is zero. */
  readonly reasoningTokens?: number
  /** Where the program keeps its sessions: `claude` in parley's home by default. */
  readonly configDir?: string
  /** Where the key, the home folder, the path and the proxies are taken from: our own environment by default. */
  readonly env?: Env
}

export interface Access {
  /** The variables by which the program logs in. */
  readonly variables: Env
  /** The secret one among them. */
  readonly secret?: string | undefined
  /** The same in words, without any secret. */
  readonly how: string
  readonly host: string
}

const nothing = 'without a key'

/** How the program logs in: a key from the options first, then one from the environment, then a stored login. */
export function access(options: ClaudeOptions): Access {
  const env = options.env ?? process.env
  const url = address(options.baseUrl ?? env['ANTHROPIC_BASE_URL'])
  const at = url ? { ANTHROPIC_BASE_URL: url } : {}
  const host = url && URL.canParse(url) ? new URL(url).host : 'api.anthropic.com'
  const by = (name: string, secret: string | undefined, how: string): Access => ({
    variables: { ...at, [name]: secret },
    secret,
    how,
    host,
  })
  if (options.apiKey) return by('ANTHROPIC_API_KEY', options.apiKey, 'with a key')
  const named = keyVariables.find((name) => env[name]?.trim())
  if (named) return by(named, env[named], `with ${named}`)
  const login = loginOf(options)
  if (login) return { variables: { ...at, ...login }, how: 'with the login of Claude Code', host }
  return { variables: at, how: nothing, host }
}

/** What is wrong with these options, or null. */
export function fault(options: ClaudeOptions): string | null {
  const url = options.baseUrl ?? options.env?.['ANTHROPIC_BASE_URL']
  if (url && !(/^https?:/i.test(url) && URL.canParse(url)))
    return 'The base URL of Claude is not a URL that begins with http:// or https://.'
  if (access(options).how === nothing)
    return 'There is no key for Claude: set ANTHROPIC_API_KEY, or log in once with `claude /login`.'
  return null
}

/** The default number of reasoning tokens. The API accepts no less than the minimum. */
const usualThinking = 4_000
const leastThinking = 1_024

export function thinkingOf({ reasoningTokens = usualThinking }: ClaudeOptions): number {
  return reasoningTokens === 0 ? 0 : Math.max(leastThinking, reasoningTokens)
}

/** The whole environment of the program: no git variables, and no secret but its own. */
export function environment(options: ClaudeOptions, maxOutput: number): Env {
  const env = options.env ?? process.env
  const kept = Object.entries(env).filter(([name, value]) => value && needed.has(name.toUpperCase()))
  return {
    ...Object.fromEntries(kept),
    ...quiet,
    ...access(options).variables,
    CLAUDE_CONFIG_DIR: configDir(options),
    // The program logs every use of a tool there.
    XDG_CACHE_HOME: join(configDir(options), 'cache'),
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutput + thinkingOf(options)),
  }
}

export function configDir(options: ClaudeOptions): string {
  return options.configDir ?? join(parleyHome(options.env ?? process.env), 'claude')
}

/** In the order in which the program itself would prefer them. */
const keyVariables = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN']

const needed = new Set(
  [
    ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LC_ALL', 'TZ'],
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ['SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA'],
  ].flat(),
)

/** The program should do what it is asked, once, and nothing on its own initiative. */
const quiet: Env = {
  // Otherwise it sends telemetry, and asks a model to name each session.
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // The kernel does the retries, so that they are on record; and the conversation is sent whole, never summarised.
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_RETRY: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
  MAX_STRUCTURED_OUTPUT_RETRIES: '1',
  DISABLE_AUTO_COMPACT: '1',
  // No memory beside the meeting's, and no reminders of its own between tool results.
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  // All tools are offered at once and run to their end, and their results go to the model, not into a file that it could not read.
  ENABLE_TOOL_SEARCH: 'false',
  ENABLE_MCP_LARGE_OUTPUT_FILES: 'false',
  MAX_MCP_OUTPUT_TOKENS: '100000',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // It exits when this process exits, also when that is killed.
  BUN_FEATURE_FLAG_NO_ORPHANS: '1',
}

/** The program appends the API version itself, while other backends take an address that includes it. */
const address = (url: string | undefined): string | undefined => url?.replace(/\/+(v1\/*)?$/, '')

/** How the program finds a login to Claude Code: one of its own, else the person's. Undefined where there is none. */
function loginOf(options: ClaudeOptions): Env | undefined {
  if (existsSync(join(configDir(options), credentials))) return {}
  const env = options.env ?? process.env
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  const own = env['CLAUDE_CONFIG_DIR']
  // A Mac keeps the login in its keychain; the program's settings only tell that there is one.
  const known =
    existsSync(join(own ?? join(home, '.claude'), credentials)) ||
    (process.platform === 'darwin' && knowsAccount(join(own ?? home, '.claude.json')))
  // An empty variable means the default place.
  return known ? { CLAUDE_SECURESTORAGE_CONFIG_DIR: own ?? '' } : undefined
}

const credentials = '.credentials.json'

function knowsAccount(file: string): boolean {
  try {
    return 'oauthAccount' in (JSON.parse(readFileSync(file, 'utf8')) as object)
  } catch {
    return false
  }
}
