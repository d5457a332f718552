// Session end: what was learnt about the skills, the last state, and the closing commit.

import { ask } from '../asking.js'
import { hearsProposals, readSkill, withNote, withProcess } from '../documents/skill-file.js'
import { dayOf } from '../documents/time.js'
import { commit } from '../files.js'
import { hearShape } from '../hearing.js'
import { noteHooks } from '../hooks.js'
import type { OfferedSkill } from '../input.js'
import { skillNotesPrompt } from '../prompts/skills.js'
import { commitSubjects } from '../rules/commits.js'
import { cycleFolder } from '../rules/onward.js'
import * as shapes from '../schemas.js'
import { conductorSeat, isPast, type Sitting } from '../sitting.js'
import { save } from '../stand.js'

export async function close(sitting: Sitting): Promise<void> {
  await sitting.meeting.phase('close')
  await noteHooks(sitting, 'cleanup')
  // Skills are brought to round 1, so only a meeting that held it has learnt something about them.
  if (!isPast(sitting, 'rounds')) await learn(sitting)
  const status = sitting.stand.exported === 'undone' ? 'active' : 'completed'
  const phase = sitting.audit === null ? sitting.shape.lastPhase : 'audit'
  await save(sitting, { status, phase, journal: await sitting.meeting.journalHash() })
  await commit(sitting, 'close', commitSubjects.close(sitting.theme.id, sitting.session))
}

/** One line for each skill that was used; other steps only where the person accepts them, never in auto. */
async function learn(sitting: Sitting): Promise<void> {
  const { meeting, loaded } = sitting
  const used = new Map<string, OfferedSkill>(
    [...loaded].flatMap(([member, own]) => own.map((skill) => [`${member}/${skill.skill}`, skill] as const)),
  )
  if (used.size === 0) return
  const proposable = [...used].filter(([, { text }]) => mayPropose(text)).map(([name]) => name)
  const files = [...used].map(([label, { text }]) => ({ label, text }))
  const asked = { seat: conductorSeat(sitting), id: 'skill.note' }
  const heard = await hearShape(
    sitting,
    meeting,
    asked,
    skillNotesPrompt(sitting, files, firstWords(sitting), proposable),
    shapes.SkillNotes,
  )
  if (heard.kind === 'unheard') {
    await meeting.note('warning', { text: `Nothing was noted about the skills: ${heard.reason}` })
    return
  }
  for (const { skill, observation, proposal } of heard.value.notes) {
    const known = used.get(skill)
    if (known === undefined) continue
    await keepNote(sitting, skill, known, observation)
    if (proposal !== undefined && proposable.includes(skill) && sitting.input.mode !== 'auto')
      await evolve(sitting, skill, known, proposal)
  }
}

/** Three notes, the one of this session among them. */
function mayPropose(text: string): boolean {
  const skill = readSkill(text)
  return skill !== null && hearsProposals({ ...skill, notes: skill.notes + 1 })
}

/** What each member wrote in the first round, where the skills are brought. */
function firstWords({ texts, theme, cycle }: Sitting) {
  return theme.roster.flatMap(({ id, name }) => {
    const text = texts.get(`${cycleFolder(cycle)}round1/${id}.md`)
    return text === undefined ? [] : [{ label: name, text }]
  })
}

/** In the workspace: a skill of another layer that gains a note is copied there first, whole, in the same write. */
async function keepNote(
  sitting: Sitting,
  name: string,
  { text }: OfferedSkill,
  observation: string,
): Promise<void> {
  const { meeting, input, written } = sitting
  const note = { date: dayOf(input.started), slug: input.slug, observation }
  const path = pathOf(sitting, name)
  await meeting.revise(path, (own) => ({
    text: withNote(own ?? text, note),
    result: null,
    parts: [`<!-- ${note.date} | ${note.slug} | `],
  }))
  written.add(path)
}

async function evolve(
  sitting: Sitting,
  name: string,
  { text }: OfferedSkill,
  proposal: { readonly process: string; readonly why: string },
): Promise<void> {
  const skill = readSkill(text)
  if (skill === null) return
  const answer = await ask(sitting, 'skill.evolve', {
    title: `Change the steps of ${name}?`,
    body: `${proposal.why}\n\nNow:\n\n${skill.process}\n\nProposed:\n\n${proposal.process}`,
    effects: { accept: `replaces the steps; version ${skill.version + 1}`, keep: 'changes nothing' },
    grave: ['accept'],
  })
  if (answer.choose !== 'accept') return
  await sitting.meeting.revise(pathOf(sitting, name), (own) => ({
    text: withProcess(own ?? text, proposal.process, skill.version + 1),
    result: null,
    parts: [],
  }))
}

function pathOf({ theme }: Sitting, name: string): string {
  return `${theme.skillsRoot}${name}/SKILL.md`
}
