// Rules of RESEARCH.
import { countOf } from '../../../rules/counts.js'
import { linesOf } from '../../../rules/lines.js'
import { splitNames } from '../../../rules/names.js'
import { formatPrelude, preludeItems } from '../../../rules/prelude-format.js'
import * as research from '../../../rules/research-dispatch.js'
import { judgeResearch } from '../../../rules/research-gate.js'
import { type Call, exit, type Handlers } from './call.js'
import { at, readIfThere, refuse, wrong } from './io.js'

export const handlers: Handlers = {
  'research-phase-dispatch'(call) {
    const given = { noWeb: call.has('no-web'), skipResearch: call.has('skip-research') }
    const modes: Handlers = {
      'print-allowlist': () => `${research.researchTools(given).join(',')}\n`,
      'check-web-flag': () => `${research.webState(given)}\n`,
      'check-research-flag': () => `${research.researchState(given)}\n`,
      'sidecar-path': () => `${sidecar(call)}\n`,
      'emit-frontmatter': () => `${research.researchFrontmatter(given).join('\n')}\n`,
    }
    return call.lastOf(modes, 'one mode flag is required; see --help')
  },

  'prelude-format': (call) =>
    formatPrelude({
      name: call.needed('name'),
      role: call.needed('role'),
      tokens: countOf(call.digits('tokens')) ?? 0,
      sources: preludeItems(call.text('sources')),
      bullets: preludeItems(call.text('bullets')),
    }),

  'research-gate'(call) {
    const invitees = splitNames(call.text('invitees') ?? '')
    if (invitees.length === 0) wrong('--invitees is required and must name someone')
    const skipResearch = call.has('skip-research')
    const file = skipResearch ? undefined : call.text('preludes-file')
    const preludes = linesOf((file && readIfThere(at(call.io, file))) || '')
    const verdict = judgeResearch({ invitees, preludes, skipResearch })
    return exit(verdict.kind === 'halt' ? 2 : 0, `${verdict.line}\n`)
  },
}

/** An empty name as an argument of its own is a missing one; after an equals sign it is a bad one. */
function sidecar(call: Call): string {
  const given = call.last('sidecar-path')
  const agent = given?.value ?? ''
  if (agent === '' && given?.words.length !== 1) wrong('--sidecar-path needs the name of an agent')
  const found = research.sidecarPath(agent)
  return found.kind === 'refused' ? refuse(2, `--sidecar-path: ${found.reason}`) : found.path
}
