// Rules of RESEARCH: research-phase-dispatch, prelude-format, research-gate.
import { linesOf } from '../../../rules/lines.js'
import { splitNames } from '../../../rules/names.js'
import { formatPrelude, preludeItems } from '../../../rules/prelude-format.js'
import {
  researchFrontmatter,
  researchState,
  researchTools,
  sidecarPath,
  webState,
} from '../../../rules/research-dispatch.js'
import { judgeResearch } from '../../../rules/research-gate.js'
import { exit, rule, ruleByMode } from './command.js'
import type { Given } from './declare.js'
import { at, readIfThere } from './files.js'
import { refuse, wrong } from './refusal.js'
import { count, needed } from './values.js'

export const researchPhaseDispatch = ruleByMode({
  name: 'research-phase-dispatch',
  about: 'The last mode given wins.',
  flags: { 'no-web': {}, 'skip-research': {} },
  choose: 'last',
  none: 'one mode flag is required; see --help',
  modes: {
    'print-allowlist': {
      about: 'the tools a seat may use, as csv',
      flags: {},
      run: (given) => `${researchTools(given).join(',')}\n`,
    },
    'check-web-flag': {
      about: 'enabled, or disabled with --no-web',
      flags: {},
      run: (given) => `${webState(given)}\n`,
    },
    'check-research-flag': {
      about: 'enabled, or skipped with --skip-research',
      flags: {},
      run: (given) => `${researchState(given)}\n`,
    },
    'sidecar-path': {
      about: "the agent's memory folder",
      flags: { 'sidecar-path': { takes: 'agent', as: sidecar } },
      run: ({ sidecarPath: path }) => `${path}\n`,
    },
    'emit-frontmatter': {
      about: 'research_phase and web_search, one line each',
      flags: {},
      run: (given) => `${researchFrontmatter(given).join('\n')}\n`,
    },
  },
  exits: { 0: 'printed', 2: 'the agent name holds a / or is empty', 3: 'no mode flag', wrong: 3 },
  example: 'parley rule research-phase-dispatch --print-allowlist --no-web',
  helpOnStderr: true,
})

/** An empty name as an argument of its own is a missing one; after an equals sign it is a bad one. */
function sidecar(agent: string, { equals }: Given): string {
  if (agent === '' && !equals) wrong('--sidecar-path needs the name of an agent')
  const found = sidecarPath(agent)
  return found.kind === 'refused' ? refuse(2, `--sidecar-path: ${found.reason}`) : found.path
}

export const preludeFormat = rule({
  name: 'prelude-format',
  flags: {
    name: needed('name', 'who researched'),
    role: needed('role', 'as what'),
    tokens: { ...needed('n', 'what it cost, a non-negative integer'), as: count },
    sources: { takes: 'lines', about: 'one source a line' },
    bullets: { takes: 'lines', about: 'one thing known a line' },
  },
  exits: { 0: 'printed', wrong: 3 },
  example: `parley rule prelude-format --name Theo --role "System Architect" --tokens 120 \\
  --sources docs/adr-3.md --bullets "The queue is durable (docs/adr-3.md)"`,
  run: ({ sources, bullets, ...who }) =>
    formatPrelude({ ...who, sources: preludeItems(sources), bullets: preludeItems(bullets) }),
})

export const researchGate = rule({
  name: 'research-gate',
  flags: {
    invitees: { takes: 'csv', about: 'who must have a prelude', as: someone },
    'preludes-file': { takes: 'file', about: 'who has one, one name a line; a missing file counts as empty' },
    'skip-research': { about: 'pass without looking' },
  },
  exits: { 0: 'passed', 2: 'halted for missing preludes', wrong: 3 },
  example: 'parley rule research-gate --invitees Theo,Zara --preludes-file preludes.txt',
  run({ invitees, preludesFile, skipResearch }, io) {
    const file = skipResearch ? undefined : preludesFile
    const preludes = linesOf((file && readIfThere(at(io, file))) || '')
    const verdict = judgeResearch({ invitees, preludes, skipResearch })
    return exit(verdict.kind === 'halt' ? 2 : 0, `${verdict.line}\n`)
  },
})

function someone(csv: string): string[] {
  const names = splitNames(csv)
  return names.length > 0 ? names : wrong('--invitees is required and must name someone')
}
