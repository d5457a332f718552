// Prompt of the plan: stories that somebody can build and criteria that a program can check.

import { fencedBlock } from '../../../documents/fenced-block.js'
import { part } from '../../../kernel/prompt-parts.js'
import type { StructuredPrompt } from '../../../kernel/protocol.js'
import { rehearsePrd } from '../rehearsals.js'
import type { QualityGate } from '../rules/project.js'
import type { Prd } from '../schemas.js'
import { present, type Sitting } from '../sitting.js'
import {
  conductorPrompt,
  contextPart,
  faultsPart,
  filesPart,
  type Interviewed,
  interviewParts,
} from './frame.js'

export interface PlanGround {
  readonly interview: Interviewed
  readonly design: string
  readonly gates: readonly QualityGate[]
}

export function prdPrompt(
  sitting: Sitting,
  { interview, design, gates }: PlanGround,
  faults: readonly string[],
  revising?: { readonly before: string; readonly wish: string },
): StructuredPrompt<Prd> {
  const ids = present(sitting)
    .map(({ id, name }) => `${id} (${name})`)
    .join(', ')
  const proofs = gates.map(({ command }) => command).join(', ') || 'none found'
  return conductorPrompt(
    sitting,
    [
      part('wish', revising === undefined ? '' : `The person wants the scope changed: ${revising.wish}`),
      contextPart(sitting),
      ...interviewParts(interview),
      filesPart('design', 'The approved design:', [{ label: 'design', text: design }]),
      part(
        'before',
        revising === undefined ? '' : `The plan as it stands:\n\n${fencedBlock('prd', revising.before)}`,
      ),
      faultsPart(faults, meaning),
      part(
        'ask',
        'Turn the design into a plan. `goals` and `non_goals`: at most six each, as outcomes that can be missed. `stories`: three to eight, each small enough to be built and reviewed in a day, ' +
          `each with one member of ${ids}; \`depends_on\`: the ids (US-001, US-002, … in your order) that must be done first. \`criteria\`: two to five a story, each a sentence that a program can ` +
          'check, with `given`, `when`, `then`; say "displays" or "shows" only of what a person sees. A criterion that only a figure proves ends in [metric]. Keep every non-negotiable that the design calls met. ' +
          `The project proves itself with: ${proofs}. \`technical_notes\`: files and modules by name, at most 200 words. \`dependencies\`: outside ones only.`,
      ),
    ],
    rehearsePrd(sitting),
  )
}

function meaning(fault: string): string {
  const [kind, what = ''] = fault.split(':')
  const meanings: Readonly<Record<string, string>> = {
    'no-goal': 'there is no goal',
    'no-story': 'there is no story',
    'no-criterion': `${what} has no criterion`,
    'not-seated': `the member of ${what} does not sit at the table`,
  }
  return meanings[kind!] ?? 'this is not as asked for'
}
