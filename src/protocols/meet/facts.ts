// Facts for the person: what each yield's question must hold, so that the answer can be given without scrolling back.

import { estimatedCost } from './needs.js'
import type { Room } from './room.js'

export function charterFacts(room: Room): string[] {
  const { input } = room
  const voice = (id: string) => input.voices.find(({ seat }) => seat === id)?.backend ?? 'default'
  return [
    `Charter: ${input.charter}`,
    `Mode: ${input.mode} — ${input.purpose}`,
    `Invitees: ${input.seats.map(({ id, name, role }) => `${name} (${role}) by ${voice(id)}`).join('; ')}`,
    `Missing: ${input.missingInvitees.join(', ') || 'nobody'}`,
    `You: ${input.person.name}${input.person.attends ? ', attending' : ', not attending'}`,
    `Web: ${input.noWeb ? 'disabled' : 'enabled where a backend has it'}; research: ${input.skipResearch ? 'skipped' : 'enabled'}`,
    `A question every ${input.cadence} turns; at most ${input.maxTurns} turns, ${input.perAgentCap} spoken tokens a seat, ceiling ${ceilingOf(room)}`,
    `Estimate: about ${estimatedCost(room)} tokens in all, read and written, if every turn is taken`,
    `The charter is now stored in .parley/meetings/${room.meeting.id}/journal.jsonl; nothing has been sent to a model yet. For a sensitive subject, abort and use --no-web.`,
  ]
}

export function researchFacts(room: Room): string[] {
  if (room.input.skipResearch) return ['Research was skipped (--skip-research).', costLine(room)]
  const preludes = room.preludes.flatMap(({ text, outcomes }) => [text, ...(outcomes ? [outcomes] : []), ''])
  return [...preludes, costLine(room)]
}

export function discussFacts(room: Room): string[] {
  const recent = room.turns.slice(-room.sinceYield || room.turns.length)
  return [
    'Since the last question:',
    ...recent.map(({ t, speaker, body }) => `  turn ${t}, ${speaker}: ${firstLine(body)}`),
    ...(room.handsForPerson.length > 0 ? [`Asking you to respond: ${room.handsForPerson.join(', ')}`] : []),
    ...standing(room),
  ]
}

export function closingFacts(room: Room): string[] {
  return [`The discussion ended: ${room.endedBy}.`, ...standing(room)]
}

function standing(room: Room): string[] {
  const decisions = room.turns.flatMap((turn) =>
    turn.decisions.map((text) => `  [decision] ${text} — ${turn.speaker}, turn ${turn.t}`),
  )
  const challenges = room.turns.flatMap((turn) =>
    turn.challenges.map((text) => `  [challenge] ${text} — ${turn.speaker}, turn ${turn.t}`),
  )
  const muted = room.input.seats.filter(({ id }) => room.muted(id)).map(({ name }) => name)
  return [
    `Decisions so far: ${decisions.length || 'none'}`,
    ...decisions,
    `Challenges so far: ${challenges.length || 'none'}`,
    ...challenges,
    `Pins: ${room.pins.map(({ id, intent }) => `${id} ${intent}`).join('; ') || 'none'}`,
    `Muted: ${muted.join(', ') || 'nobody'}`,
    costLine(room),
  ]
}

export function costLine(room: Room): string {
  const { input, output, estimated } = room.meeting.spent
  const mark = estimated ? ' (estimated)' : ''
  return `Cost so far: ${room.spoken} spoken tokens; ${input} in and ${output} out in all${mark}; ceiling ${ceilingOf(room)}`
}

function ceilingOf(room: Room): string {
  const { left, input, output } = room.meeting.spent
  return left === null ? '—' : String(left + input + output)
}

function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? ''
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
