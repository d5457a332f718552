// Prompt of the plan: stories that somebody can build and criteria that a program can check.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import type { QualityGate } from '../rules/project.js'
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
): SeatPrompt {
  const members = buildersOf(sitting)
  const proofs = gates.map(({ command }) => command).join(', ') || 'none found'
  return conductorPrompt(sitting, [
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
      'Turn the design into a plan that somebody can build who was not here.\n' +
        '- `goals`, `non_goals`: at most six each, as outcomes that can be missed.\n' +
        `- \`stories\`: three to eight, each small enough to be built and reviewed in a day. \`member\`: who builds it, one of ${members}. \`depends_on\`: the ids (US-001, US-002, … in your order) that must be done first. \`as_a\`, \`want\` and \`so_that\` are the words for the dots in "As a …, I want … so that …".\n` +
        '- `criteria`: two to five a story, each one sentence that holds without the others, with `given`, `when`, `then`. A program checks them: of the output of a command or a request say "prints" or "answers". ' +
        'Say "displays", "shows" or "renders" only of a screen that a person must look at. Where its words mislead, it ends in how it is checked: [unit-test], [integration-test], [e2e-test], [build-output], [manual-check] or [metric] (a figure).\n' +
        '- Every non-negotiable that the design calls met has a criterion that would fail if it were broken.\n' +
        '- `technical_notes`: files, functions, fields and formats by name, at most 200 words. `dependencies`: outside ones only.\n' +
        `The project proves itself with: ${proofs}.`,
    ),
  ])
}

/** Who may build, with what each builds in this theme. */
function buildersOf(sitting: Sitting): string {
  return present(sitting)
    .map(({ id, tasks }) => `${id} (${tasks})`)
    .join(', ')
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
