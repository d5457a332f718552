// Checks of reach for the doctor: coding agents that could be installed, programs that could hold meetings, and the web for seats.

import { knownAgents } from '../../../agents/acp/catalog.js'
import { programAt } from '../../../agents/acp/guard.js'
import type { Check, Looking } from './voices.js'

/** With voices named, nothing of others. */
export async function reachChecks(looking: Looking): Promise<Check[]> {
  const others = looking.named.length > 0 ? [] : agentsToGet(looking)
  return [...others, hosts(looking), ...(await web(looking))]
}

/** The agents that parley knows and that are not here, each with how a person gets it. */
function agentsToGet({ env }: Looking): Check[] {
  const absent = Object.values(knownAgents).filter(({ argv }) => programAt(argv[0] ?? '', env) === undefined)
  if (absent.length === 0) return []
  const each = absent.map(({ name, install }) => `acp:${name} (${install})`)
  return [{ name: 'agents', state: 'note', detail: `more coding agents could sit here: ${each.join(', ')}` }]
}

/** Programs whose own model can speak for seats, by the names that `parley mcp --setup` knows. */
const hostPrograms = {
  claude: 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  code: 'VS Code',
}

function hosts({ env, command }: Looking): Check {
  const there = Object.entries(hostPrograms).filter(([program]) => programAt(program, env) !== undefined)
  const [first] = there
  const name = first?.[0] === 'code' ? 'vscode' : (first?.[0] ?? 'claude')
  const setup = `${command} mcp --setup ${name}`
  const detail = first
    ? `${there.map(([, title]) => title).join(', ')} can hold meetings with no key: ${setup}`
    : `none found; Claude Code, Codex, Cursor, Gemini CLI and VS Code can hold meetings with no key: ${setup}`
  return { name: 'hosts', state: first ? 'fine' : 'note', detail }
}

async function web({ env, root, home }: Looking): Promise<Check[]> {
  const { loadConfig } = await import('../../../workspace/config.js')
  const config = await loadConfig(root, home).catch(() => undefined)
  if (config === undefined) return []
  if (config.web === false) return [{ name: 'web', state: 'fine', detail: 'off (web: false)' }]
  const proxy = ['HTTPS_PROXY', 'https_proxy'].find((name) => env[name])
  const direct =
    proxy === undefined ? '' : `; ${proxy} is set, but seats read pages directly, through no proxy`
  const search =
    config.web?.search === undefined
      ? 'no search (web: { search: provider } in your config.yaml asks the provider of each model)'
      : 'search by the own provider of each model (anthropic, openai, Gemini 3 or newer)'
  return [
    {
      name: 'web',
      state: proxy === undefined ? 'fine' : 'note',
      detail: `seats of parley meet read public pages while they prepare, those of other meetings with --web; ${search}${direct}`,
    },
  ]
}
