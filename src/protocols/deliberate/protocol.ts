// Deliberation: from an idea to a design and a plan, in the order that its mode has.

import type { Protocol } from '../../kernel/protocol.js'
import { tasksIn } from './documents/prd.js'
import { type DeliberateInput, deliberateInput, type EarlierInput } from './input.js'
import { modeShapes } from './modes.js'
import { type Outcome, outcomeOf } from './outcome.js'
import { chooseAction, chooseQuick, exportWanted } from './phases/action.js'
import { assemble, loadSkills, seatAsBefore } from './phases/assembly.js'
import { audit } from './phases/audit.js'
import { type Brainstormed, brainstorm } from './phases/brainstorm.js'
import { close } from './phases/close.js'
import { askAgain, designBefore, makeDesign, makeSketch } from './phases/design.js'
import {
  type Interview,
  interview,
  interviewBefore,
  lightInterview,
  notInterviewed,
} from './phases/interview.js'
import { holdPanel } from './phases/panel.js'
import { makePlan, makeTaskList, type Plan, planBefore } from './phases/planning.js'
import { type Deliberated, deliberatedBefore, positions, survey } from './phases/rounds.js'
import { isPast, placesOf, type Sitting, sit } from './sitting.js'
import { save } from './stand.js'
import { rememberTree } from './tree.js'

export const deliberate: Protocol<DeliberateInput, Outcome | Brainstormed> = {
  name: 'deliberate',
  version: 1,
  input: deliberateInput,
  title: ({ idea }) => idea,
  boundary: boundaryOf,

  async run(meeting, input) {
    const sitting = sit(meeting, input)
    if (input.mode === 'brainstorm') return brainstorm(sitting)
    if (input.earlier === undefined) await open(sitting)
    else await takeUp(sitting, input.earlier)
    if (input.earlier?.wanted === 'github') await exportAlone(sitting)
    else if (input.mode === 'audit' || isPast(sitting, 'action')) await auditAlone(sitting)
    else await talkedThrough(sitting)
    await close(sitting)
    return outcomeOf(sitting)
  },
}

async function exportAlone(sitting: Sitting): Promise<void> {
  if (sitting.texts.has('prd.md')) await planBefore(sitting)
  await exportWanted(sitting)
}

async function auditAlone(sitting: Sitting): Promise<void> {
  await audit(sitting, {
    interview: interviewBefore(sitting),
    prd: sitting.texts.get('prd.md') ?? '',
  })
}

async function talkedThrough(sitting: Sitting): Promise<void> {
  const talked = await assembled(sitting)
  if (sitting.input.mode === 'meeting') await holdPanel(sitting, talked)
  else await deliberated(sitting, talked)
}

/** What a session may write; a brainstorm writes nothing. */
function boundaryOf(input: DeliberateInput, id: string): string[] {
  if (!modeShapes[input.mode].session) return []
  const { theme, folder } = placesOf(input, id)
  return [`${folder}**`, `${theme.skillsRoot}registry.json`, `${theme.skillsRoot}*/*/SKILL.md`]
}

async function open(sitting: Sitting): Promise<void> {
  await sitting.meeting.phase('open')
  await save(sitting)
  await rememberTree(sitting)
}

/** A session that lies in a folder goes on: nothing of it is changed but where it stands. */
async function takeUp(sitting: Sitting, { place, members, files, warnings }: EarlierInput): Promise<void> {
  const { meeting, session } = sitting
  await meeting.phase('open')
  await meeting.note('material', {
    session,
    files: Object.keys(files),
    next: place,
    members,
    text: `${session} goes on after its papers: ${place}`,
  })
  for (const text of warnings) await meeting.note('warning', { text })
  if (isPast(sitting, 'assembly')) seatAsBefore(sitting)
  await save(sitting)
  await rememberTree(sitting)
}

/** Interviewed as the mode has it, and seated; a restart asks on and scores anew. */
async function assembled(sitting: Sitting): Promise<Interview> {
  const before = interviewBefore(sitting)
  if (isPast(sitting, 'assembly')) {
    if (!isPast(sitting, 'rounds')) await loadSkills(sitting, before)
    return before
  }
  let talked = isPast(sitting, 'interview') ? before : await talk(sitting, before, before.rounds.length)
  while ((await assemble(sitting, talked)) === 'restart')
    talked = await talk(sitting, { ...talked, summary: '' }, 0)
  await save(sitting, { phase: 'deliberation' })
  return talked
}

async function talk(sitting: Sitting, before: Interview, held: number): Promise<Interview> {
  if (sitting.shape.interview === 'none') return notInterviewed
  return sitting.shape.interview === 'light'
    ? lightInterview(sitting, before, held)
    : interview(sitting, before, held)
}

async function deliberated(sitting: Sitting, talked: Interview): Promise<void> {
  if (sitting.input.mode === 'quick') return sketched(sitting, talked)
  const plan = isPast(sitting, 'planning')
    ? await planBefore(sitting)
    : await designedAndPlanned(sitting, talked)
  if (sitting.shape.action === 'audit') await audit(sitting, { interview: talked, prd: plan.text })
  else await chooseAction(sitting, plan, talked)
}

async function sketched(sitting: Sitting, talked: Interview): Promise<void> {
  const { texts } = sitting
  const sketch = isPast(sitting, 'rounds')
    ? (texts.get('design-sketch.md') ?? '')
    : await makeSketch(sitting, talked, (await heard(sitting, talked)).positions)
  const before = isPast(sitting, 'planning') ? tasksIn(texts.get('plan.md') ?? '') : null
  const tasks = before ?? (await makeTaskList(sitting, sketch)).tasks
  await chooseQuick(sitting, tasks.length)
}

async function designedAndPlanned(sitting: Sitting, talked: Interview): Promise<Plan> {
  const isDesigned = isPast(sitting, 'rounds')
  const so = isDesigned ? deliberatedBefore(sitting, talked) : await heard(sitting, talked)
  let designed = isDesigned ? designBefore(sitting, so) : await makeDesign(sitting, so)
  let plan: Plan | 'back' = await makePlan(sitting, talked, designed)
  while (plan === 'back') {
    designed = await askAgain(sitting, so, designed)
    plan = await makePlan(sitting, talked, designed)
  }
  return plan
}

async function heard(sitting: Sitting, talked: Interview): Promise<Deliberated> {
  return positions(sitting, await survey(sitting, talked))
}
