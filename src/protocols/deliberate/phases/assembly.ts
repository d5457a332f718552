// Phase 2: who sits at the table. Code adds the scores up; the person has the last word where the mode asks.

import type { Option } from '../../../kernel/question.js'
import { ask } from '../asking.js'
import { type Assembly, renderAssembly, scoreTables } from '../documents/assembly.js'
import { relevanceIn } from '../documents/interview.js'
import { countedUses } from '../documents/skill-registry.js'
import { dayOf } from '../documents/time.js'
import { writeFile } from '../files.js'
import { hearShape } from '../hearing.js'
import { noteHooks } from '../hooks.js'
import type { OfferedSkill } from '../input.js'
import { scoresPrompt } from '../prompts/assembly.js'
import type { Interviewed } from '../prompts/frame.js'
import { inRosterOrder, memberNamed, nameOf } from '../rules/members.js'
import { scored, scoredByEngine } from '../rules/scoring.js'
import { adjust, cap, firstThree, lensCap, selectedIds } from '../rules/selection.js'
import { chosenSkills } from '../rules/skills.js'
import * as shapes from '../schemas.js'
import { conductorSeat, mark, named, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { personsWords } from './interview.js'

export type Assembled = 'seated' | 'restart'

/** Seats the members, or comes back because the person wants to be interviewed again. */
export async function assemble(sitting: Sitting, interview: Interviewed): Promise<Assembled> {
  await sitting.meeting.phase('assembly')
  await save(sitting, { phase: 'assembly' })
  const proposal = await propose(sitting, interview)
  await keep(sitting, proposal)
  const assembly = await decided(sitting, proposal)
  if (assembly === 'restart') return 'restart'
  sitting.ranked = assembly.selected
  sitting.seated = inRosterOrder(assembly.selected, sitting.theme.roster)
  await noteHooks(sitting, 'spawn')
  await loadSkills(sitting, interview)
  await noteHooks(sitting, 'skills')
  return 'seated'
}

async function decided(sitting: Sitting, assembly: Assembly): Promise<Assembly | 'restart'> {
  if (sitting.shape.assembly === 'approved') return approve(sitting, assembly)
  if (sitting.input.mode === 'auto') await ask(sitting, 'assembly.approve', { title: '', body: '' })
  return assembly
}

/** The members of a session that goes on behind this phase, with what they brought. */
export function seatAsBefore(sitting: Sitting): void {
  sitting.seated = sitting.input.earlier?.members ?? []
  sitting.loaded = skillsBefore(sitting)
}

/** The skills that are listed, as the departments offer them now; one that is gone is left out. */
function skillsBefore({ input, theme, stand }: Sitting): Map<string, OfferedSkill[]> {
  const found = stand.skills.flatMap(({ agent, skills }) => {
    const id = memberNamed(agent, theme.roster)?.id
    if (id === undefined) return []
    return [[id, (input.skills[id] ?? []).filter(({ skill }) => skills.includes(skill))] as const]
  })
  return new Map(found)
}

/** Scores of every member, by the conductor's judgment or, where that fails, by keywords alone. */
export async function propose(sitting: Sitting, interview: Interviewed): Promise<Assembly> {
  const { theme, meeting, shape } = sitting
  const words = personsWords(sitting, interview)
  const asked = { seat: conductorSeat(sitting), id: 'assembly.semantic' }
  const reply = await hearShape(sitting, meeting, asked, scoresPrompt(sitting, interview), shapes.Scores)
  const fallback = reply.kind === 'unheard'
  if (fallback) mark(sitting, 'scores-by-engine')
  const scores = fallback
    ? scoredByEngine(theme, words, relevanceIn(interview.summary, theme.roster))
    : scored(theme, words, reply.value)
  const selected =
    shape.assembly === 'first-three'
      ? firstThree(scores)
      : selectedIds(scores, shape.assembly === 'lenses' ? lensCap : cap)
  return { scores, selected, fallback, adjustments: [] }
}

async function keep(sitting: Sitting, assembly: Assembly): Promise<void> {
  await writeFile(sitting, 'assembly.md', renderAssembly(sitting.theme, assembly), { as: 'assembly' })
  await noteRoster(sitting, assembly)
}

async function noteRoster(sitting: Sitting, assembly: Assembly): Promise<void> {
  const { theme, meeting } = sitting
  const members = assembly.scores.map((score) => {
    const { name, color } = theme.roster.find(({ id }) => id === score.id)!
    return { ...score, name, color, selected: assembly.selected.includes(score.id) }
  })
  await meeting.note('roster', {
    cap,
    fallback: assembly.fallback,
    members,
    text: `At the table: ${named(sitting, assembly.selected).join(', ')}`,
  })
}

async function approve(sitting: Sitting, proposed: Assembly): Promise<Assembly | 'restart'> {
  let assembly = proposed
  let refused = ''
  for (;;) {
    const answer = await ask(sitting, 'assembly.approve', {
      title: sitting.theme.labels.phase_2,
      body: bodyOf(sitting, assembly, refused),
      effects,
    })
    refused = ''
    if (answer.choose === 'restart') return 'restart'
    if (answer.choose === 'approve') return assembly
    const changed = answer.choose === 'add' ? await add(sitting, assembly) : await remove(sitting, assembly)
    if (typeof changed === 'string') refused = changed
    else if (changed !== assembly) {
      assembly = changed
      await keep(sitting, assembly)
    }
  }
}

const effects = {
  approve: 'seats them, and the deliberation begins',
  add: 'asks whom',
  remove: 'asks whom',
  restart: 'two more rounds of questions, then scores anew',
}

function bodyOf(sitting: Sitting, assembly: Assembly, refused: string): string {
  const { theme } = sitting
  const tables = scoreTables(theme, assembly)
  return [
    refused,
    `Selected (${assembly.selected.length} of ${cap}):\n\n${tables.selected}`,
    tables.others === '' ? '' : `Not selected:\n\n${tables.others}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

async function add(sitting: Sitting, assembly: Assembly): Promise<Assembly | string> {
  const { theme } = sitting
  const others = theme.roster.filter(({ id }) => !assembly.selected.includes(id))
  const id = await pick(sitting, 'assembly.add', 'Whom to add?', others)
  if (id === null) return assembly
  let from = assembly
  if (assembly.selected.length >= cap) {
    const seated = theme.roster.filter((member) => assembly.selected.includes(member.id))
    const gone = await pick(sitting, 'assembly.drop', `All ${cap} places are taken: who leaves?`, seated)
    if (gone === null) return assembly
    from = without(assembly, gone)
  }
  const changed = adjust(from.selected, { kind: 'add', id })
  if (changed.kind === 'refused') return changed.why
  return { ...from, selected: changed.ids, adjustments: [...from.adjustments, { kind: 'add', id }] }
}

async function remove(sitting: Sitting, assembly: Assembly): Promise<Assembly | string> {
  const { theme } = sitting
  const seated = theme.roster.filter(({ id }) => assembly.selected.includes(id))
  const id = await pick(sitting, 'assembly.remove', 'Whom to remove?', seated)
  if (id === null) return assembly
  const changed = adjust(assembly.selected, { kind: 'remove', id })
  return changed.kind === 'refused' ? changed.why : without(assembly, id)
}

function without(assembly: Assembly, id: string): Assembly {
  const selected = assembly.selected.filter((one) => one !== id)
  return { ...assembly, selected, adjustments: [...assembly.adjustments, { kind: 'remove', id }] }
}

async function pick(
  sitting: Sitting,
  id: 'assembly.add' | 'assembly.remove' | 'assembly.drop',
  title: string,
  members: readonly { readonly id: string; readonly name: string; readonly lens: string }[],
): Promise<string | null> {
  const more: Option[] = members.map((member) => ({
    key: member.id,
    label: member.name,
    effect: member.lens,
  }))
  const answer = await ask(sitting, id, { title, body: '', more, effects: { back: 'changes nothing' } })
  return answer.choose === 'back' ? null : answer.choose
}

/** Phase 2.5: what each member brings. Counted once, when it is first written down. */
export async function loadSkills(sitting: Sitting, interview: Interviewed): Promise<void> {
  const { theme, input, meeting, seated } = sitting
  if (sitting.stand.skills.length > 0) {
    sitting.loaded = skillsBefore(sitting)
    return
  }
  const text = `${personsWords(sitting, interview)}\n\n${interview.summary}`
  const loaded = seated.map((id) => {
    const offered = input.skills[id] ?? []
    const names = chosenSkills(offered, text)
    return [id, names.flatMap((name) => offered.filter(({ skill }) => skill === name))] as const
  })
  sitting.loaded = new Map(loaded)
  const skills = loaded
    .filter(([, own]) => own.length > 0)
    .map(([id, own]) => ({ agent: nameOf(id, theme.roster), skills: own.map(({ skill }) => skill) }))
  await save(sitting, { skills })
  const all = loaded.flatMap(([member, own]) => own.map(({ skill, layer }) => ({ member, skill, layer })))
  if (all.length === 0) return
  await countUses(
    sitting,
    all.map(({ member, skill }) => ({ agent: member, skill })),
  )
  await meeting.note('skills', {
    loaded: all,
    text: skills.map(({ agent, skills: own }) => `${agent}: ${own.join(', ')}`).join(' · '),
  })
}

async function countUses(
  { meeting, theme, input, written }: Sitting,
  uses: readonly { readonly agent: string; readonly skill: string }[],
): Promise<void> {
  const path = `${theme.skillsRoot}registry.json`
  const today = dayOf(input.started)
  const fits = await meeting.revise(path, (text) => {
    const counted = countedUses(text, uses, input.slug, today)
    return {
      text: counted.kind === 'text' ? counted.text : (text ?? ''),
      result: counted.kind === 'text',
      parts: counted.kind === 'text' ? [JSON.stringify(input.slug)] : [],
    }
  })
  if (fits) written.add(path)
  else
    await meeting.note('warning', { text: `${path} could not be read: the uses of skills were not counted` })
}
