// Gates: what must hold before the next phase. Each is a look at content and answers with fault words, none when it is passed.

import {
  type DesignParts,
  designSections,
  recommendationOf,
  renderDesign,
  resolutions,
} from '../documents/design.js'
import { oneLine } from '../documents/text.js'
import type { Member } from '../documents/theme-shape.js'
import type { Design, Notes, Prd, Report, Sketch, Summary, Tasks } from '../schemas.js'
import { hitsIn } from './keywords.js'
import { memberNamed } from './members.js'

export type Gate =
  | 'interview'
  | 'members'
  | 'design'
  | 'sketch'
  | 'notes'
  | 'tasks'
  | 'plan'
  | 'verification'
  | 'report'

export function interviewFaults(summary: Summary, roster: readonly Member[]): string[] {
  const scored = new Set(summary.scores.map(({ member }) => memberNamed(member, roster)?.id))
  return [
    ...(isBlank(summary.intent) ? ['no-intent'] : []),
    ...roster.filter(({ id }) => !scored.has(id)).map(({ id }) => `no-score:${id}`),
  ]
}

/** At least two must have answered; nothing can repair it but asking the others again. */
export function membersSuffice(answered: number): boolean {
  return answered >= 2
}

export interface DesignLook extends DesignParts {
  readonly idea: string
  /** Members that spoke, by id. */
  readonly spoke: readonly string[]
  /** Non-negotiables that the person decided: their rows stand whatever the reply says. */
  readonly decided: readonly string[]
}

export function designFaults(design: Design, look: DesignLook): string[] {
  const open = look.rows.filter(({ id }) => !look.decided.includes(id))
  const chosen = (design.decisions ?? []).some(
    ({ decision, chosen: one }) => !isBlank(decision) && !isBlank(one),
  )
  return [
    ...designSections
      .filter(([, field]) => isBlank(design[field] ?? ''))
      .map(([title]) => `no-section:${title}`),
    ...resolutions(design, look.pairs)
      .filter(({ resolution, reasoning }) => resolution === '' || reasoning === '')
      .map(({ pair }) => `no-resolution:${pair}`),
    ...(chosen ? [] : ['no-decision']),
    ...open.filter(({ status }) => status === null).map(({ id }) => `no-status:${id}`),
    ...open
      .filter(({ status, where }) => status !== null && isBlank(where))
      .map(({ id }) => `no-reason:${id}`),
    ...unnamed(design, look),
    ...unknown(design, look),
  ]
}

/** A member may be named by its id or by its name. */
function unnamed(design: Design, look: DesignLook): string[] {
  const text = renderDesign(look.idea, design, look)
  const seated = look.roster.filter(({ id }) => look.spoke.includes(id))
  return seated.filter(({ id, name }) => hitsIn(text, [id, name]) === 0).map(({ id }) => `unnamed:${id}`)
}

function unknown(design: Design, { pairs, rows }: DesignLook): string[] {
  const known = new Set([...pairs, ...rows].map(({ id }) => id))
  const named = [
    ...(design.resolutions ?? []).map(({ pair }) => pair),
    ...(design.non_negotiables ?? []).map(({ id }) => id),
    ...(design.conflicts ?? []).flatMap(({ a, b }) => [a, b]),
  ]
  return [...new Set(named.filter((id) => !known.has(id)))].map((id) => `unknown:${faultWord(id)}`)
}

export function sketchFaults(sketch: Sketch, spoke: readonly string[], roster: readonly Member[]): string[] {
  return [
    ...(isBlank(sketch.overview) ? ['no-overview'] : []),
    ...spoke
      .filter((id) => recommendationOf(id, sketch, roster) === '')
      .map((id) => `no-recommendation:${id}`),
  ]
}

/** `exchanges` are the ids there are; three to five highlights are wanted, or all where there are fewer. */
export function notesFaults(notes: Notes, exchanges: readonly string[]): string[] {
  const chosen = new Set(notes.highlights)
  const strange = [...chosen].filter((id) => !exchanges.includes(id))
  const count = chosen.size - strange.length
  const enough = count >= Math.min(3, exchanges.length) && count <= 5
  const steps = notes.next_steps.length
  return [
    ...(isBlank(notes.topic) ? ['no-topic'] : []),
    ...(enough ? [] : ['no-highlights']),
    ...strange.map((id) => `no-exchange:${faultWord(id)}`),
    ...(steps >= 2 && steps <= 3 ? [] : ['no-steps']),
  ]
}

export function tasksFaults({ tasks }: Tasks): string[] {
  const titled = tasks.filter(({ title }) => !isBlank(title))
  return titled.length >= 1 && titled.length === tasks.length && tasks.length <= 20 ? [] : ['no-tasks']
}

export function planFaults({ goals, stories }: Prd, seated: readonly Member[]): string[] {
  const numbered = stories.map((story, at) => ({ ...story, id: storyId(at) }))
  return [
    ...(goals.length === 0 ? ['no-goal'] : []),
    ...(stories.length === 0 ? ['no-story'] : []),
    ...numbered.filter(({ criteria }) => criteria.length === 0).map(({ id }) => `no-criterion:${id}`),
    ...numbered.filter(({ member }) => !memberNamed(member, seated)).map(({ id }) => `not-seated:${id}`),
  ]
}

export function reportFaults({ summary, recommendations }: Report, findings: readonly string[]): string[] {
  const named = recommendations.flatMap((recommendation) => recommendation.findings)
  return [
    ...(isBlank(summary) ? ['no-summary'] : []),
    ...[...new Set(named)].filter((id) => !findings.includes(id)).map((id) => `no-finding:${faultWord(id)}`),
  ]
}

/** `US-001` for the first. */
export function storyId(at: number): string {
  return `US-${String(at + 1).padStart(3, '0')}`
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** An id that a model made up may be anything; a fault is a word in a line of ours. */
function faultWord(id: string): string {
  return oneLine(id)
    .replace(/[,;\s]+/g, '-')
    .slice(0, 40)
}
