// Salvage: what is left of a turn that was sent back twice and still breaks a rule. Only removal, never other words.

import type { Spoken } from '../schemas.js'
import { brevity, type Conversation, checkTurn, type Draft, type Fault, fixedQuestion } from './checks.js'
import { playsPerson } from './speech.js'

export interface Salvaged {
  readonly spoken: Spoken
  readonly rules: readonly string[]
  /** How many points, voices and questions were taken out. */
  readonly removed: number
}

/** A question with these faults is better than none. */
const bearable = ['CV-12', 'CV-13', 'CV-19']

export function salvaged(draft: Draft, talk: Conversation): Salvaged {
  const spoken = repaired(cutAtPerson(draft.spoken, talk), draft.prose, talk)
  const isKept = spoken.question.text === draft.spoken.question.text
  return {
    spoken,
    rules: [...new Set(checkTurn(draft, talk).faults.map(({ rule }) => rule))].toSorted(),
    removed: sizeOf(draft.spoken) - sizeOf(spoken) + (isKept ? 0 : 1),
  }
}

/** Repeated until nothing more falls: the point that is removed may be the one that held the evidence of its voice. */
function repaired(spoken: Spoken, prose: Draft['prose'], talk: Conversation): Spoken {
  const { faults } = checkTurn({ spoken, prose }, talk)
  const contributions = spoken.contributions.flatMap((voice, at) => {
    if (faults.some(({ at: place }) => place.kind === 'voice' && place.voice === at)) return []
    const points = voice.points.filter((_, point) => point < brevity.points && !isFaulty(faults, at, point))
    return points.length === 0 ? [] : [{ ...voice, points }]
  })
  const keepsQuestion =
    contributions.length > 0 &&
    faults.every(({ at, rule }) => at.kind !== 'question' || bearable.includes(rule))
  const next = { contributions, question: keepsQuestion ? spoken.question : lastResort }
  return sizeOf(next) < sizeOf(spoken) ? repaired(next, prose, talk) : next
}

const lastResort: Spoken['question'] = {
  role: 'business-analyst',
  kind: 'open',
  text: fixedQuestion,
  targets: [],
}

/** From the first line that is the person's onwards nothing counts: the model has begun to play both sides. */
export function cutAtPerson(spoken: Spoken, talk: Conversation): Spoken {
  const contributions: Spoken['contributions'][number][] = []
  for (const voice of spoken.contributions) {
    const at = voice.points.findIndex((point) => playsPerson(point, talk))
    const points = at < 0 ? voice.points : voice.points.slice(0, at)
    if (points.length > 0) contributions.push({ ...voice, points: [...points] })
    if (at >= 0) return { contributions, question: lastResort }
  }
  return { ...spoken, contributions }
}

function isFaulty(faults: readonly Fault[], voice: number, point: number): boolean {
  return faults.some(({ at }) => at.kind === 'point' && at.voice === voice && at.point === point)
}

function sizeOf({ contributions }: Spoken): number {
  return contributions.reduce((sum, { points }) => sum + points.length, 0)
}
