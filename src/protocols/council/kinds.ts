// The council's two kinds of session as surfaces offer them: what each asks for, and how it is prepared.

import type { Choice, Fields, Given } from '../../kernel/request.js'
import { analysisIn, fromField, type HandedOver } from '../analyze/handover.js'
import { type Around, type Missing, meetingKind, type Ready } from '../manifest.js'
import { webField, webWished } from '../web-field.js'
import { convene, councilOf, seatChoices, templateChoices, templates } from './convene.js'
import { councilFile, stopPath } from './documents/places.js'
import { identify } from './identity.js'
import type { CouncilInput } from './input.js'
import { meeting } from './meeting.js'
import { type ConvenedCouncil, openingInput, preflight, preflightWork } from './preflight.js'
import { recommended, whichTemplate } from './questions.js'
import { lying, revive, tidy } from './tidy.js'
import { work } from './work.js'

const meetingFields = {
  task: {
    kind: 'text',
    label: 'Task',
    help: 'what it is about, in a sentence',
    required: true,
    unless: 'from',
    operand: 'TASK',
    lines: 5,
  },
  template: {
    kind: 'text',
    label: 'Council',
    help: 'where no council is convened: convene this one first (software-team, c-suite, …)',
    takes: 'NAME',
    advanced: true,
    first: true,
  },
  rounds: {
    kind: 'number',
    label: 'Rounds',
    help: 'so many rounds before you are asked',
    least: 1,
    default: 1,
    advanced: true,
  },
  conclude: {
    kind: 'switch',
    label: 'Conclude without asking',
    help: 'conclude after the last of these rounds without asking: it runs unattended, to its record',
    advanced: true,
  },
  material: {
    kind: 'text',
    label: 'Material',
    help: 'a text for every seat to read',
    takes: 'TEXT',
    lines: 6,
    piped: true,
    advanced: true,
  },
  from: fromField,
  noFiles: {
    kind: 'switch',
    label: 'Leave no files',
    help: 'the record stays in the meeting: nothing is written to .council/, remembered or committed',
    advanced: true,
  },
  web: webField,
  blind: {
    kind: 'switch',
    label: 'Blind first round',
    help: 'in round 1 no seat sees another’s words; then all are shown at once (also `blind: true` in council.yaml)',
    advanced: true,
  },
} as const satisfies Fields

const workFields = {
  task: { ...meetingFields.task, help: 'what is to be done, in a sentence' },
  template: meetingFields.template,
  web: webField,
  from: fromField,
} as const satisfies Fields

export const meetingSession = meetingKind({
  about:
    'Every seat of the council speaks once a round, reading what was said before; after each round you say how it goes on.\n' +
    'When you conclude, the chair writes the record: recommendation, reasons, dissents, follow-ups, and what to remember.',
  examples: [
    [
      'parley council meeting "Should we split the API?" --template software-team',
      'convenes four seats where there is no council yet; one round, then a question to you',
    ],
    [
      'git diff | parley council meeting "Is this safe to ship?" - --conclude',
      'reads the diff, and runs to its record without a question',
    ],
    [
      'parley council meeting "Which cache?" --template c-suite --rounds 2',
      'convenes a council first where there is none; two rounds before it asks',
    ],
    [
      'parley council meeting "Which cache?" --seat qa-engineer=acp:codex',
      'two kinds of minds: one seat has a voice of its own',
    ],
    [
      'parley council meeting "Cache?" --agents script:seats.yaml --answers me.yaml',
      'wholly prepared, for a test',
    ],
  ],
  fields: meetingFields,
  protocol: meeting,
  marker: councilFile,
  asksFirst,
  async prepare({ task, blind, template, rounds, conclude, material, noFiles, from, web }, around) {
    const wished = await webWished(web, around)
    const about = await subjectOf(task, from, around, ({ folder }) => `Is what ${folder} asks for right?`)
    const read = [about.material, material].filter(Boolean).join('\n\n')
    const ready = await session({ task: about.task, template, unwritten: noFiles }, around, {
      more: (council) => ({
        ...(blind || council.blind ? { blind: true } : {}),
        ...(rounds > 1 || conclude ? { ahead: { rounds, conclude } } : {}),
        ...(read === '' ? {} : { material: read }),
        ...(noFiles ? { unwritten: true } : {}),
        ...wished,
      }),
    })
    return { ...ready, warnings: [...about.warnings, ...(ready.warnings ?? [])] }
  },
  seated,
  options,
  tidy,
  lying,
  revive,
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
    ['parley council work --from docs/requirements/retry-queue', 'build what an analysis asks for'],
  ],
  fields: workFields,
  protocol: work,
  marker: councilFile,
  asksFirst,
  async prepare({ task, template, from, web }, around) {
    const wished = await webWished(web, around)
    const about = await subjectOf(task, from, around, ({ folder }) => `Build what ${folder} asks for`)
    const { material } = about
    const ready = await session({ task: about.task, template }, around, {
      more: (council) => ({
        ...(council.blind ? { blind: true } : {}),
        ...(material === '' ? {} : { material }),
        ...wished,
      }),
    })
    await preflightWork(around.world)
    const unread = await unseen(around, about.folder)
    return { ...ready, warnings: [...about.warnings, ...unread, ...(ready.warnings ?? [])] }
  },
  seated,
  options,
  tidy,
  lying,
  /** The session looks for this file after every turn; if it is there, the chair concludes and the file is removed. */
  async windDown({ documents }, id) {
    await documents.write(stopPath(id), '')
    return 'Stopping after this turn; the chair will conclude. Press again to abort.'
  },
})

interface Subject {
  readonly task: string
  /** Empty where the task is all there is. */
  readonly material: string
  readonly warnings: readonly string[]
  readonly folder: string | null
}

/** The person's own words are the task; an analysis is what the seats read with it, and only names itself where no words were given. */
async function subjectOf(
  task: string | undefined,
  from: string | undefined,
  around: Around,
  called: (analysis: HandedOver) => string,
): Promise<Subject> {
  if (!from) return { task: task ?? '', material: '', warnings: [], folder: null }
  const analysis = await analysisIn(around, from)
  const { text: material, warnings, folder } = analysis
  return { task: task || called(analysis), material, warnings, folder }
}

/** Work stands on a commit: documents that are in none cannot be opened there. */
async function unseen({ world }: Around, folder: string | null): Promise<string[]> {
  const missing = folder === null ? [] : await world.git.uncommitted(folder)
  if (missing.length === 0) return []
  return [
    `${missing.length} of the files in ${folder} are not committed as they are: seats read what the task says of them, and cannot open them.`,
  ]
}

/** A council that cannot be read shows nobody; preparing the session says what is wrong with it. */
async function seated({ world }: Around): Promise<readonly Choice[]> {
  try {
    const { seats, chair } = await preflight(world)
    return seatChoices(
      seats.map(({ name }) => name),
      chair,
    )
  } catch {
    return []
  }
}

/** All councils that could be convened. */
async function options({ world }: Around): Promise<{ template: readonly Choice[] }> {
  return { template: await templateChoices(world) }
}

/** Where there is no council yet, the person may choose one. */
async function asksFirst({ world }: Around, { template, noFiles }: Given): Promise<Missing | undefined> {
  if (template !== undefined || noFiles === true || (await world.files.exists(councilFile))) return undefined
  const before = 'No council is convened here yet. The one that you choose stays, in .council/.'
  return { field: 'template', question: whichTemplate(await templates(world), before) }
}

/** What a template leaves beside the record, which alone is committed. */
function convening({ name, seats }: ConvenedCouncil): string {
  return `Convening "${name}" here, with ${seats.length} seats: .council/council.yaml and .council/seats/ are yours to edit and to commit.`
}

interface Opening {
  /** What this kind of session is opened with beside its task and its council. */
  more(council: ConvenedCouncil): Partial<CouncilInput>
}

interface Wanted {
  readonly task: string
  readonly template: string | undefined
  /** A council that is only borrowed for one meeting is not convened. */
  readonly unwritten?: boolean | undefined
}

/** A template that is named where a council is: for one meeting it is borrowed, else it is not taken, and that is said. */
async function chosen(
  { template, unwritten }: Wanted,
  { world }: Around,
): Promise<{ readonly council: ConvenedCouncil; readonly convenes: boolean; readonly warnings: string[] }> {
  const isHere = await world.files.exists(councilFile)
  if (unwritten && (template !== undefined || !isHere))
    return { council: await councilOf(world, template ?? recommended), convenes: false, warnings: [] }
  const wanted = template === undefined ? undefined : await councilOf(world, template)
  if (wanted && !isHere) return { council: wanted, convenes: true, warnings: [convening(wanted)] }
  const council = await preflight(world)
  const other = wanted !== undefined && template !== undefined && council.name !== wanted.name
  return { council, convenes: false, warnings: other ? [standsAlready(council, template)] : [] }
}

function standsAlready({ name }: ConvenedCouncil, template: string): string {
  return `"${name}" is convened here and meets, not "${template}". To convene that in its place: \`parley council convene ${template}\`.`
}

/** A council that is here is used as it is; one from a template is written when the meeting begins, and not before. */
async function session(
  { task, template, unwritten }: Wanted,
  around: Around,
  { more }: Opening,
): Promise<Ready<CouncilInput>> {
  const { world, documents } = around
  const { council, convenes, warnings } = await chosen({ task, template, unwritten }, around)
  return {
    kind: 'ready',
    ...(warnings.length > 0 ? { warnings } : {}),
    seats: council.seats.map(({ name }) => name),
    async propose() {
      if (convenes && !(await world.files.exists(councilFile)))
        await convene(world, documents, { template }, async () => undefined)
      const identity = await identify(around, task)
      return { id: identity.id, input: { ...openingInput(council, task, identity), ...more(council) } }
    },
  }
}
