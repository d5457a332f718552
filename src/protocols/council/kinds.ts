// The council's two kinds of session as surfaces offer them: what each asks for, and how it is prepared.

import type { Choice, Fields } from '../../kernel/request.js'
import { type Around, meetingKind, type Ready } from '../manifest.js'
import { councilFile, stopPath } from './documents/places.js'
import { meetingForecast, workForecast } from './forecast.js'
import { identify } from './identity.js'
import type { CouncilInput } from './input.js'
import { meeting } from './meeting.js'
import { openingInput, preflight, preflightWork } from './preflight.js'
import { tidy } from './tidy.js'
import { work } from './work.js'

const meetingFields = {
  task: {
    kind: 'text',
    label: 'Task',
    help: 'what it is about, in a sentence',
    required: true,
    operand: 'TASK',
    lines: 5,
  },
  blind: {
    kind: 'switch',
    label: 'Blind first round',
    help: 'in round 1 no seat sees another’s words; then all are shown at once (also `blind: true` in council.yaml)',
    advanced: true,
  },
} as const satisfies Fields

const workFields = {
  task: { ...meetingFields.task, help: 'what is to be done, in a sentence' },
} as const satisfies Fields

export const meetingSession = meetingKind({
  about:
    'Every seat of the council speaks once a round, reading what was said before; after each round you say how it goes on.\n' +
    'When you conclude, the chair writes the record: recommendation, reasons, dissents, follow-ups, and what to remember.',
  examples: [
    ['parley council meeting "Should we split the API?"', 'one round, then a question to you'],
    [
      'parley council meeting "Which cache?" --agents claude --seat qa-engineer=model:openai/gpt-5',
      'two kinds of minds',
    ],
    [
      'parley council meeting "Which cache?" --agents script:seats.yaml --answers me.yaml',
      'wholly prepared, for a test',
    ],
  ],
  fields: meetingFields,
  protocol: meeting,
  marker: councilFile,
  prepare: ({ task, blind }, around) => session(task, around, meetingForecast, blind),
  seated,
  tidy,
})

export const workSession = meetingKind({
  about:
    'Seats do a task, one at a time, in a git worktree on a branch of its own; the chair chooses who goes next and judges when\n' +
    'it is done. Your own tree is not touched. At the end it prints how to merge and how to remove the worktree.\n' +
    'Ctrl-C once stops after the running turn and concludes; twice aborts.',
  examples: [
    [
      'parley council work "Add a health check endpoint" --agents claude',
      'a branch to review, and a record why',
    ],
  ],
  fields: workFields,
  protocol: work,
  marker: councilFile,
  async prepare({ task }, around) {
    const ready = await session(task, around, workForecast)
    await preflightWork(around.world)
    return ready
  },
  seated,
  tidy,
  /** The session looks for this file after every turn; if it is there, the chair concludes and the file is removed. */
  async windDown({ documents }, id) {
    await documents.write(stopPath(id), '')
    return 'Stopping after this turn; the chair will conclude. Press again to abort.'
  },
})

/** A council that cannot be read shows nobody; preparing the session says what is wrong with it. */
async function seated({ world }: Around): Promise<readonly Choice[]> {
  try {
    const { seats, chair } = await preflight(world)
    return seats.map(({ name }) => ({ value: name, label: name, about: name === chair ? 'chair' : '' }))
  } catch {
    return []
  }
}

/** `blind` is the person's word for this meeting; without one the council's own setting counts. */
async function session(
  task: string,
  around: Around,
  forecast: typeof meetingForecast,
  blind: boolean | undefined = false,
): Promise<Ready<CouncilInput>> {
  const council = await preflight(around.world)
  const blinded = blind || council.blind
  return {
    kind: 'ready',
    seats: council.seats.map(({ name }) => name),
    ceiling: null,
    forecast: async () => forecast(council, task),
    async propose() {
      const identity = await identify(around, task)
      return { id: identity.id, input: openingInput(council, task, identity, blinded) }
    },
  }
}
