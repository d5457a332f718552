// Deliberation: from an idea to a design and a plan, in the order that its mode has.

import type { Protocol } from '../../kernel/protocol.js'
import { isPast, missingNow, takeInterview } from './found.js'
import { type AdoptedInput, type DeliberateInput, deliberateInput } from './input.js'
import { modeShapes } from './modes.js'
import { type Outcome, outcomeOf } from './outcome.js'
import { chooseAction, chooseQuick } from './phases/action.js'
import { assemble, seatAsBefore } from './phases/assembly.js'
import { audit } from './phases/audit.js'
import { type Brainstormed, brainstorm } from './phases/brainstorm.js'
import { close } from './phases/close.js'
import { askAgain, makeDesign, makeSketch } from './phases/design.js'
import { type Interview, interview, lightInterview, notInterviewed } from './phases/interview.js'
import { holdPanel } from './phases/panel.js'
import { makePlan, makeTaskList, type Plan } from './phases/planning.js'
import { positions, survey } from './phases/rounds.js'
import { placesOf, type Sitting, sit } from './sitting.js'
import { ignoreFile, ignoreIndex, save } from './stores.js'
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
    if (input.adopted === undefined) await open(sitting)
    else await takeOver(sitting, input.adopted)
    if (input.mode === 'audit') await audit(sitting, { interview: notInterviewed, prd: '' })
    else await talkedThrough(sitting)
    await close(sitting)
    return outcomeOf(sitting)
  },
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
  return [
    `${folder}**`,
    theme.indexPath,
    ignoreFile(theme.id),
    `${theme.skillsRoot}registry.json`,
    `${theme.skillsRoot}*/*/SKILL.md`,
  ]
}

/** The session's folder, the index kept out of git, and the first state in all three stores. */
async function open(sitting: Sitting): Promise<void> {
  await sitting.meeting.phase('open')
  await ignoreIndex(sitting)
  await save(sitting)
  await rememberTree(sitting)
}

/** A session that lies on disk goes on: nothing of it is changed but where it stands. */
async function takeOver(sitting: Sitting, adopted: AdoptedInput): Promise<void> {
  const { meeting, input, session } = sitting
  await meeting.phase('open')
  const missing = missingNow(sitting, adopted)
  await meeting.note('adopted', {
    session,
    phase: adopted.phase,
    mode: input.mode,
    members: adopted.members,
    files: Object.keys(adopted.files),
    missing,
    text: `${session} goes on without its journal: ${missing.join(', ') || 'everything is there'}`,
  })
  for (const text of adopted.warnings) await meeting.note('warning', { text })
  if (isPast(sitting, 'assembly')) seatAsBefore(sitting)
  await save(sitting, { status: 'active' })
  await rememberTree(sitting)
}

/** Interviewed as the mode has it, and seated; a restart asks on and scores anew. */
async function assembled(sitting: Sitting): Promise<Interview> {
  const { interview: before, held } = takeInterview(sitting)
  if (isPast(sitting, 'assembly')) return before
  let talked = isPast(sitting, 'interview') ? before : await talk(sitting, before, held)
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
  const ground = await survey(sitting, talked)
  const so = await positions(sitting, ground)
  if (sitting.input.mode === 'quick') {
    const sketch = await makeSketch(sitting, talked, so.positions)
    const { tasks } = await makeTaskList(sitting, sketch)
    await chooseQuick(sitting, tasks.length)
    return
  }
  let designed = await makeDesign(sitting, so)
  let plan: Plan | 'back' = await makePlan(sitting, talked, designed)
  while (plan === 'back') {
    designed = await askAgain(sitting, so, designed)
    plan = await makePlan(sitting, talked, designed)
  }
  if (sitting.shape.action === 'audit') await audit(sitting, { interview: talked, prd: plan.text })
  else await chooseAction(sitting, plan, talked)
}
