// The end of phase 3: one design in which every tension is resolved and every non-negotiable answered; nothing is settled silently.

import { ask } from '../asking.js'
import { renderDesign, renderSketch, resolutions } from '../documents/design.js'
import { sectionOf } from '../documents/sections.js'
import { sentences } from '../documents/text.js'
import { commit, writeFile } from '../files.js'
import { passGate } from '../hearing.js'
import { type DesignGround, designPrompt, type Revising, sketchPrompt } from '../prompts/design.js'
import type { Interviewed } from '../prompts/frame.js'
import { commitSubjects } from '../rules/commits.js'
import { splitMarks } from '../rules/degraded.js'
import { designFaults, sketchFaults } from '../rules/gates.js'
import { nameOf } from '../rules/members.js'
import {
  type Conflict,
  conflictsAmong,
  contested,
  type Decision,
  decisionsIn,
  numbered,
  standings,
} from '../rules/non-negotiables.js'
import * as shapes from '../schemas.js'
import { conductorSeat, inFolder, mark, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { type Cycle, cycle, cycleBefore, type Deliberated } from './rounds.js'

/** The design as it stands, with what it was made from. */
export interface Designed {
  readonly text: string
  readonly ground: DesignGround
  readonly decisions: readonly Decision[]
  /** How often pairs, round 2 and round 3 were held. */
  readonly cycles: number
}

export async function makeDesign(sitting: Sitting, so: Deliberated): Promise<Designed> {
  const { cycle: n } = sitting
  const first = await cycle(sitting, so, n)
  return approve(sitting, so, await synthesize(sitting, so, first, n))
}

/** A design that was there before this meeting. Decisions about conflicts are read from its table, so that a revision cannot undo them. */
export function designBefore(sitting: Sitting, so: Deliberated): Designed {
  const text = sitting.texts.get('design.md') ?? ''
  const ground = groundOf(sitting, so, cycleBefore(sitting))
  return { text, ground, decisions: decisionsIn(text), cycles: sitting.cycle - 1 }
}

function questionOf({ input }: Sitting) {
  return input.mode === 'guided' ? 'design.guided' : 'design.approve'
}

async function synthesize(sitting: Sitting, so: Deliberated, one: Cycle, cycles: number): Promise<Designed> {
  await sitting.meeting.phase(cycles === 1 ? 'design' : `cycle-${cycles}-design`)
  const ground = groundOf(sitting, so, one)
  const spoke = [...one.finals.keys()]
  const made = await written(sitting, ground, spoke, { decisions: [] })
  const decisions = await settleConflicts(sitting, ground, made)
  const rest = { ground, decisions, cycles }
  if (decisions.length === 0) return finish(sitting, made, rest)
  const decided = decisions.some(({ choose }) => choose !== 'open')
  const before = renderDesign(sitting.input.idea, made, partsOf(sitting, ground, made, decisions))
  const design = decided
    ? await written(sitting, ground, spoke, { decisions, revising: { before, wish: '', decisions } })
    : made
  return finish(sitting, design, rest)
}

/** One call that passes the gate: the first synthesis, or a revision of it. */
function written(
  sitting: Sitting,
  ground: DesignGround,
  spoke: readonly string[],
  { decisions, revising }: { readonly decisions: readonly Decision[]; readonly revising?: Revising },
): Promise<shapes.Design> {
  const decided = decisions.flatMap(({ a, b }) => [a, b])
  return passGate(sitting, 'design', {
    seat: conductorSeat(sitting),
    id: revising === undefined ? 'synthesis' : 'design.revise',
    schema: shapes.Design,
    prompt: (faults) => designPrompt(sitting, ground, faults, revising),
    faults: (design) =>
      designFaults(design, {
        ...partsOf(sitting, ground, design, decisions),
        idea: sitting.input.idea,
        spoke,
        decided,
      }),
  })
}

/** Two that exclude each other are put to the person, one question each. */
async function settleConflicts(
  sitting: Sitting,
  { items }: DesignGround,
  design: shapes.Design,
): Promise<Decision[]> {
  const decisions: Decision[] = []
  for (const conflict of conflictsAmong(items, design.conflicts)) {
    const answer = await ask(sitting, 'design.conflict', conflictQuestion(sitting, conflict))
    decisions.push({
      a: conflict.a.id,
      b: conflict.b.id,
      choose: answer.choose as Decision['choose'],
      text: answer.text ?? '',
    })
  }
  return decisions
}

function conflictQuestion({ theme }: Sitting, { a, b, why }: Conflict) {
  const name = (id: string) => nameOf(id, theme.roster)
  return {
    title: `${a.id} and ${b.id} exclude each other: which holds?`,
    body: `First, ${a.id} of ${name(a.member)}: ${a.words}\n\nSecond, ${b.id} of ${name(b.member)}: ${b.words}\n\n${why}`,
    effects: {
      first: `${a.id} is met, ${b.id} is overridden`,
      second: `${b.id} is met, ${a.id} is overridden`,
      open: 'both stand as contested, and every document says so',
    },
  }
}

/** Notes, file and commit of a design that passed its gate. */
async function finish(
  sitting: Sitting,
  design: shapes.Design,
  made: Omit<Designed, 'text'>,
): Promise<Designed> {
  const { meeting, input, theme } = sitting
  const parts = partsOf(sitting, made.ground, design, made.decisions)
  const open = contested(parts.rows)
  if (open > 0) mark(sitting, `contested:${open}`)
  const resolved = resolutions(design, made.ground.pairs)
  await meeting.note('tensions', { resolutions: resolved, text: `${resolved.length} tensions resolved` })
  await meeting.note('non-negotiables', {
    items: parts.rows,
    conflicts: made.decisions.map(({ a, b, choose }) => ({ a, b, choose })),
    text: `${parts.rows.length} non-negotiables, ${open} contested`,
  })
  await save(sitting, { phase: 'planning' })
  const text = await writeFile(sitting, 'design.md', renderDesign(input.idea, design, parts), {
    marked: true,
    as: 'design',
  })
  await commit(sitting, 'design', commitSubjects.design(theme.id, input.idea))
  return { ...made, text }
}

/** Asked until it is approved; every wish is a revision that passes the same gate. */
async function approve(sitting: Sitting, so: Deliberated, made: Designed): Promise<Designed> {
  const answer = await ask(sitting, questionOf(sitting), {
    title: 'Is this the design?',
    body: designBody(sitting, made),
    effects: {
      approve: 'goes on to the plan',
      're-deliberate': 'holds another cycle of challenges and positions',
    },
  })
  if (answer.choose === 'approve') return made
  if (answer.choose === 're-deliberate') {
    const next = await cycle(sitting, so, made.cycles + 1)
    return approve(sitting, so, await synthesize(sitting, so, next, made.cycles + 1))
  }
  return approve(sitting, so, await revised(sitting, made, answer.text ?? ''))
}

async function revised(sitting: Sitting, made: Designed, wish: string): Promise<Designed> {
  const spoke = made.ground.finals.map(
    ({ label }) => sitting.theme.roster.find(({ name }) => name === label)?.id ?? label,
  )
  const revising = { before: made.text, wish, decisions: made.decisions }
  const design = await written(sitting, made.ground, spoke, { decisions: made.decisions, revising })
  return finish(sitting, design, made)
}

/** Asked again after `back` from the plan. */
export function askAgain(sitting: Sitting, so: Deliberated, made: Designed): Promise<Designed> {
  return approve(sitting, so, made)
}

/** From the document itself, so that a design of another tool is shown in the same way. */
function designBody(sitting: Sitting, { text }: Designed): string {
  const section = (title: string) => sectionOf(text, title) ?? 'None.'
  const { marks, rest } = splitMarks(section('Overview'))
  return [
    marks,
    sentences(rest, 3),
    `Tensions:\n\n${section('Tension Resolutions')}`,
    `Non-negotiables:\n\n${section('Non-Negotiables')}`,
    `Decisions:\n\n${section('Decision Log')}`,
    `The whole design is \`design.md\` in ${inFolder(sitting)}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function groundOf(sitting: Sitting, so: Deliberated, { pairs, responses, finals }: Cycle): DesignGround {
  const name = (id: string) => nameOf(id, sitting.theme.roster)
  return {
    interview: so.ground.interview,
    map: so.ground.map,
    positions: [...so.positions].map(([id, text]) => ({ label: name(id), text })),
    responses: responses.map(({ member, other, file }) => ({
      label: `${name(member)} to ${name(other)}`,
      text: file,
    })),
    finals: [...finals].map(([id, text]) => ({ label: name(id), text })),
    pairs,
    items: numbered([...finals].map(([member, file]) => ({ member, file }))),
  }
}

function partsOf(
  { theme }: Sitting,
  { pairs, items }: DesignGround,
  design: shapes.Design,
  decisions: readonly Decision[],
) {
  return { pairs, rows: standings(items, design, decisions), roster: theme.roster }
}

/** Quick: a sketch instead, one recommendation for each who spoke. */
export async function makeSketch(
  sitting: Sitting,
  interview: Interviewed,
  positions: ReadonlyMap<string, string>,
): Promise<string> {
  const { meeting, theme, input } = sitting
  await meeting.phase('sketch')
  const spoke = [...positions.keys()]
  const files = [...positions].map(([id, text]) => ({ label: nameOf(id, theme.roster), text }))
  const sketch = await passGate(sitting, 'sketch', {
    seat: conductorSeat(sitting),
    id: 'sketch',
    schema: shapes.Sketch,
    prompt: (faults) => sketchPrompt(sitting, interview, files, faults),
    faults: (value) => sketchFaults(value, spoke, theme.roster),
  })
  await save(sitting, { phase: 'planning' })
  return writeFile(sitting, 'design-sketch.md', renderSketch(input.idea, sketch, spoke, theme.roster), {
    marked: true,
    as: 'sketch',
  })
}
