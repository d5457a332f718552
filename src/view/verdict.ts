// Verdict facts: what a verdict rests on, from the story and the lines of a meeting. Pure.

import type { Line } from '../kernel/line/line.js'
import type { VerdictFacts, VerdictSeat } from '../rules/verdict.js'
import { fieldsOf, textsIn } from './reading.js'
import type { Story } from './story.js'

export function verdictFacts(story: Story, lines: readonly Line[]): VerdictFacts {
  const { summary, outcome, documents, citations } = story
  const { id, protocol, status, title, input, output, estimated } = summary
  const left = [...documents.values()].filter(({ working }) => !working)
  const record = left.find(({ kind }) => kind === 'record' || kind === 'notes')?.path
  return {
    ...{ id, protocol, status, title },
    decision: outcome ? decisionOf(outcome.decision) : null,
    dissents: standing(story),
    degraded: degradedIn(story, lines),
    citations: {
      verified: citations.verified,
      unverified: citations.unverified,
      broken: citations.broken,
    },
    seats: seatsOf(story),
    tokens: { input, output, estimated },
    relayed: lines.filter((line) => line.kind === 'answered' && line.data.by === 'relayed').length,
    record: record ?? null,
    documents: left.map(({ path }) => path),
  }
}

/** The first paragraph, in one line. */
function decisionOf(decision: string | null): string | null {
  const [first = ''] = (decision ?? '').trim().split(/\n\s*\n/)
  const line = first.replace(/\s+/g, ' ').trim()
  return line === '' ? null : line
}

/** One that was withdrawn, or that whoever decides has accepted, stands against nothing. */
function standing({ dissents }: Story): VerdictFacts['dissents'] {
  return dissents
    .filter(({ state, end }) => state === 'stands' && end?.kind !== 'accepted')
    .map(({ seat, name, text }) => ({ seat: seat ?? name, text }))
}

/** As the outcome marks it; in words where it has no marks. Answers that nobody gave in person are one more. */
function degradedIn({ summary }: Story, lines: readonly Line[]): readonly string[] {
  const last = lines.findLast((line) => line.kind === 'concluded')
  const outcome = last?.kind === 'concluded' ? last.data.outcome : undefined
  const marks = fieldsOf(outcome)['degraded'] === undefined ? summary.degraded : textsIn(outcome, 'degraded')
  const alone = lines.some(
    (line) => line.kind === 'answered' && (line.data.by === 'answers' || line.data.by === 'default'),
  )
  return [...new Set([...marks, ...(alone ? ['unattended'] : [])])]
}

/** Who sat there, in their order; whoever was never heard is absent. */
function seatsOf({ faces, costs }: Story): readonly VerdictSeat[] {
  const heard = (id: string) => costs.filter(({ seat, failed }) => seat === id && !failed)
  const others = [...new Set(costs.map(({ seat }) => seat))].filter(
    (id) => !faces.some((face) => face.id === id),
  )
  const candidates = new Set(faces.filter(({ candidate }) => candidate).map(({ id }) => id))
  return [...faces.map(({ id }) => id), ...others].flatMap((id) => {
    const calls = heard(id)
    if (calls.length === 0 && candidates.has(id)) return []
    const last = calls.at(-1)
    return [
      {
        id,
        backend: last?.backend ?? null,
        model: last?.model ?? null,
        turns: calls.length,
        absent: calls.length === 0,
      },
    ]
  })
}
