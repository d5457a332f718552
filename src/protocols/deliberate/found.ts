// What an adopted session had before this meeting. Each thing is taken once: what is made again later is made anew.

import type { Assembly } from './documents/assembly.js'
import { readAssembly } from './documents/assembly.js'
import { readTranscript, roundsIn } from './documents/interview.js'
import type { AdoptedInput, OfferedSkill } from './input.js'
import { type Phase, phases } from './modes.js'
import { roundsSinceRestart, timesRepeated } from './rules/adoption.js'
import { inRosterOrder, memberNamed } from './rules/members.js'
import { cycleFolder, filesByMember, nextStep, pairsFound } from './rules/next-step.js'
import type { Pair } from './rules/pairing.js'
import { present, type Sitting } from './sitting.js'

/** The text of a file that was there, below the session's folder; the next caller gets nothing. */
export function take({ found }: Sitting, path: string): string | undefined {
  const text = found.get(path)
  found.delete(path)
  return text
}

/** Whether an answer that stands approves this; the next time it is asked. */
export function takeApproval({ approved }: Sitting, touchpoint: string): boolean {
  return approved.delete(touchpoint)
}

/** Whether the session had left this phase when it was adopted. */
export function isPast({ input: { adopted } }: Sitting, phase: Phase): boolean {
  return adopted !== undefined && phases.indexOf(adopted.phase) > phases.indexOf(phase)
}

/** Whether the deliberation had come to its paper: then nobody is heard about it again. */
export function isDesigned({ found, input }: Sitting): boolean {
  return found.has(input.mode === 'quick' ? 'design-sketch.md' : 'design.md')
}

/** What the person said last at this question, and only where it was an answer in words. */
export function saidBefore({ input: { adopted } }: Sitting, touchpoint: string, choose: string): string {
  const last = adopted?.approvals.findLast((one) => one.touchpoint === touchpoint)
  return last?.choose === choose ? last.text : ''
}

/**
 * What was chosen before this meeting and is done again, or what the person wants now. A session that had ended is asked anew, and so is
 * one that may have come with a clone: its papers publish and run nothing.
 */
export function actionBefore({ input: { adopted } }: Sitting): string | null {
  if (adopted === undefined) return null
  if (adopted.wanted !== null) return adopted.wanted
  const acting = adopted.phase === 'action' || adopted.phase === 'audit'
  return adopted.completed || adopted.foreign || !acting ? null : adopted.action
}

/** The interview as it lies there, and how many of its rounds count for the one under way. */
export function takeInterview(sitting: Sitting) {
  const transcript = take(sitting, 'interview-transcript.md') ?? ''
  const rounds = roundsIn(transcript)
  const asked = readTranscript(transcript).flatMap((round) => round.asked.map(({ question }) => question))
  const summary = take(sitting, 'interview-summary.md') ?? ''
  const held = roundsSinceRestart(sitting.input.adopted?.approvals ?? []) ?? rounds.length
  return { interview: { transcript, summary, rounds, asked }, held }
}

/** The scores with who was selected; null where there are none that can be read. */
export function takeAssembly(sitting: Sitting): Assembly | null {
  const text = take(sitting, 'assembly.md')
  const assembly = text === undefined ? null : readAssembly(text, sitting.theme)
  const members = sitting.input.adopted?.members ?? []
  return assembly === null || members.length === 0 ? assembly : { ...assembly, selected: members }
}

/** The skills that are listed, as the departments offer them now; one that is gone is left out. */
export function skillsBefore({ input, theme }: Sitting): Map<string, OfferedSkill[]> {
  const listed = input.adopted?.skills ?? []
  const found = listed.flatMap(({ agent, skills }) => {
    const id = memberNamed(agent, theme.roster)?.id
    if (id === undefined) return []
    return [[id, (input.skills[id] ?? []).filter(({ skill }) => skills.includes(skill))] as const]
  })
  return new Map(found)
}

/** The files of a round that an adopted session has, by member. */
export function takeFiles(sitting: Sitting, folder: string): Map<string, string> {
  const files = filesByMember(sitting.found, folder, sitting.theme.roster)
  for (const id of files.keys()) take(sitting, `${folder}${id}.md`)
  return new Map([...files].filter(([id]) => sitting.seated.includes(id)))
}

/** Who can be asked and has no file among these. */
export function lacking(sitting: Sitting, files: ReadonlyMap<string, string>): string[] {
  return present(sitting).flatMap(({ id }) => (files.has(id) ? [] : [id]))
}

export function inSeatOrder({ theme }: Sitting, files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(inRosterOrder([...files.keys()], theme.roster).map((id) => [id, files.get(id)!]))
}

/** The pairs of an adopted session, numbered; those of whom one is not at the table are left out. Null where none were made. */
export function takePairs(sitting: Sitting, n: number): readonly Pair[] | null {
  const { found, theme, seated } = sitting
  const pairs = pairsFound(found, theme.roster, n)
  take(sitting, `${cycleFolder(n)}pairs.md`)
  const valid = pairs?.filter(({ a, b }) => seated.includes(a) && seated.includes(b))
  return valid?.map((pair, at) => ({ ...pair, id: `P${at + 1}` })) ?? null
}

/** Where it goes on, in words, for whoever watches. */
export function missingNow({ input, theme, absent }: Sitting, adopted: AdoptedInput): string[] {
  const since = roundsSinceRestart(adopted.approvals)
  const { what, missing } = nextStep({
    adopted: { ...adopted, mode: input.mode },
    files: new Map(Object.entries(adopted.files)),
    roster: theme.roster,
    action: adopted.wanted ?? (adopted.foreign ? null : adopted.action),
    absent: [...absent.keys()],
    ...(since === undefined ? {} : { roundsSince: since }),
    repeated: timesRepeated(adopted.approvals),
  })
  if (what === 'nothing') return []
  return missing.length === 0 ? [what] : missing.map((one) => `${what}: ${one}`)
}
