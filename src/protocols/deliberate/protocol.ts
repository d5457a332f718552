// Deliberation: from an idea to a design and a plan, in the order that its mode has.

import type { Protocol } from '../../kernel/protocol.js'
import { type DeliberateInput, deliberateInput } from './input.js'
import { modeShapes } from './modes.js'
import { type Outcome, outcomeOf } from './outcome.js'
import { chooseAction, chooseQuick } from './phases/action.js'
import { assemble } from './phases/assembly.js'
import { type Brainstormed, brainstorm } from './phases/brainstorm.js'
import { close } from './phases/close.js'
import { askAgain, makeDesign, makeSketch } from './phases/design.js'
import { type Interview, interview, lightInterview, notInterviewed } from './phases/interview.js'
import { holdPanel } from './phases/panel.js'
import { makePlan, makeTaskList, type Plan } from './phases/planning.js'
import { positions, survey } from './phases/rounds.js'
import { placesOf, type Sitting, sit } from './sitting.js'
import { save } from './stores.js'
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
    await open(sitting)
    const talked = await assembled(sitting)
    if (input.mode === 'meeting') await holdPanel(sitting, talked)
    else await deliberated(sitting, talked)
    await close(sitting)
    return outcomeOf(sitting)
  },
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

const ignoreFile = (theme: string) => `.claude/${theme}/.gitignore`

/** The session's folder, the index kept out of git, and the first state in all three stores. */
async function open(sitting: Sitting): Promise<void> {
  const { meeting, theme, written } = sitting
  await meeting.phase('open')
  const path = ignoreFile(theme.id)
  await meeting.revise(path, (text) => ({ text: text ?? 'index.json*\n', result: null, parts: [] }))
  written.add(path)
  await save(sitting)
  await rememberTree(sitting)
}

/** Interviewed as the mode has it, and seated; a restart asks on and scores anew. */
async function assembled(sitting: Sitting): Promise<Interview> {
  let talked = await talk(sitting, notInterviewed)
  while ((await assemble(sitting, talked)) === 'restart') talked = await talk(sitting, talked)
  await save(sitting, { phase: 'deliberation' })
  return talked
}

async function talk(sitting: Sitting, before: Interview): Promise<Interview> {
  if (sitting.shape.interview === 'none') return notInterviewed
  return sitting.shape.interview === 'light' ? lightInterview(sitting) : interview(sitting, before)
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
  await chooseAction(sitting, plan)
}
