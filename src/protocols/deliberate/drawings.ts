// What a deliberation lays before its reader: the assembly with its scores, who challenges whom, what was settled where, gates,
// stories, export and coverage. Out of the fields of its notes alone; runs in the browser too.

import {
  type Drawing,
  drawnAs,
  type Graph,
  type Place,
  type Settled,
  type Stance,
} from '../../view/drawings.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn, textsIn } from '../../view/reading.js'
import { faceOf, type Story } from '../../view/story.js'
import type { Draws } from '../../view/telling.js'
import { drawnCoverage } from './drawn-audit.js'
import { drawnExport, drawnStories, drawnTask, drawnVerification } from './drawn-plan.js'
import { faultWords, gateNames } from './rules/fault-words.js'

export const draws: Readonly<Record<string, Draws>> = {
  roster,
  pairs,
  exchanges,
  response,
  absent,
  tensions,
  'non-negotiables': nonNegotiables,
  gate,
  stories: drawnStories,
  task: drawnTask,
  verification: drawnVerification,
  export: drawnExport,
  coverage: drawnCoverage,
}

const scoreParts = ['keyword', 'semantic', 'modifiers'] as const

/** Everybody's score with its parts and the reason; those at the table become the nodes of the graph. */
function roster(data: unknown): readonly Drawing[] {
  const rows = listIn(data, 'members').map((one) => ({
    seat: textIn(one, 'id') ?? '',
    name: textIn(one, 'name') ?? textIn(one, 'id') ?? '',
    total: numberIn(one, 'total') ?? 0,
    parts: scoreParts.map((part) => numberIn(one, part) ?? 0),
    taken: fieldsOf(one)['selected'] === true,
    why: textIn(one, 'rationale') ?? '',
  }))
  if (rows.length === 0) return []
  const taken = rows.filter((row) => row.taken)
  const cap = numberIn(data, 'cap') ?? taken.length
  const fallback = fieldsOf(data)['fallback'] === true
  const seats = taken.map(({ seat, name }) => ({ seat, name, left: null }))
  return [
    {
      kind: 'scores',
      id: 'assembly',
      title: 'Assembly',
      parts: ['Keywords', 'Judgment', 'Bonus'],
      rows: [...taken, ...rows.filter((row) => !row.taken)],
      remark: `${taken.length} of at most ${cap} are seated.${fallback ? ' The scores are by keywords alone: the judgment failed.' : ''}`,
    },
    { kind: 'graph', id: 'challenges', title: 'Who challenges whom', seats, ties: [] },
  ]
}

/** A further cycle begins with pairs of its own. */
function pairs(data: unknown, story: Story): readonly Drawing[] {
  const ties = listIn(data, 'pairs').map((pair) => ({
    id: textIn(pair, 'id') ?? '',
    a: textIn(pair, 'a') ?? '',
    b: textIn(pair, 'b') ?? '',
    words: textIn(pair, 'tension') ?? '',
    why: textIn(pair, 'why') ?? '',
    ways: [],
  }))
  if (ties.length === 0) return []
  const { seats } = graphIn(story)
  const known = new Set(seats.map(({ seat }) => seat))
  const others = [...new Set(ties.flatMap(({ a, b }) => [a, b]))].filter((seat) => !known.has(seat))
  const more = others.map((seat) => ({ seat, name: faceOf(story, seat).name, left: null }))
  return [{ ...graphIn(story), seats: [...seats, ...more], ties }]
}

/** A meeting has questions instead of pairs. */
function exchanges(data: unknown, story: Story): readonly Drawing[] {
  const ties = listIn(data, 'exchanges').map((one) => {
    const [asker, target] = [textIn(one, 'asker') ?? '', textIn(one, 'target') ?? '']
    const ways = textsIn(one, 'answered').map((from) => ({
      from,
      to: from === target ? asker : target,
      stance: from === target ? ('answers' as const) : ('answers back' as const),
      at: null,
    }))
    return {
      id: textIn(one, 'id') ?? '',
      a: asker,
      b: target,
      words: textIn(one, 'question') ?? '',
      why: '',
      ways,
    }
  })
  return ties.length === 0 ? [] : [{ ...graphIn(story), title: 'Who asks whom', ties }]
}

const stances: Readonly<Record<string, Stance>> = { Maintain: 'holds', Modify: 'moves', Defer: 'gives way' }

/** It was said in the last turn of whoever responds. */
function response(data: unknown, story: Story): readonly Drawing[] {
  const [pair, from, to] = [textIn(data, 'pair'), textIn(data, 'from'), textIn(data, 'to')]
  const word = textIn(data, 'response') ?? ''
  const stance = Object.hasOwn(stances, word) ? stances[word] : undefined
  if (from === undefined || to === undefined || stance === undefined) return []
  const way = { from, to, stance, at: lastTurnOf(story, from)?.key ?? null }
  const graph = graphIn(story)
  const ties = graph.ties.map((tie) => (tie.id === pair ? { ...tie, ways: [...tie.ways, way] } : tie))
  return [{ ...graph, ties }]
}

function absent(data: unknown, story: Story): readonly Drawing[] {
  const [member, where] = [textIn(data, 'member'), textIn(data, 'where')]
  const graph = graphIn(story)
  const left = `left out${where ? ` of ${where}` : ''}`
  if (!graph.seats.some(({ seat }) => seat === member)) return []
  return [{ ...graph, seats: graph.seats.map((one) => (one.seat === member ? { ...one, left } : one)) }]
}

/** Settled by the synthesis; the challenges before it are where it was argued. */
function tensions(data: unknown, story: Story): readonly Drawing[] {
  const { ties } = graphIn(story)
  const settledIn = lastReply(story)
  const points = listIn(data, 'resolutions').map((one) => {
    const id = textIn(one, 'pair') ?? ''
    const ways = ties.find((tie) => tie.id === id)?.ways ?? []
    const argued = ways.flatMap(({ from, at }) =>
      at === null ? [] : [{ label: `${faceOf(story, from).name}’s answer`, at }],
    )
    return {
      id,
      seats: textsIn(one, 'agents'),
      words: textIn(one, 'tension') ?? '',
      state: 'settled' as const,
      end: textIn(one, 'resolution') ?? '',
      why: textIn(one, 'reasoning') ?? '',
      places: [...argued, ...settledIn],
    }
  })
  return points.length === 0 ? [] : [{ kind: 'settled', id: 'tensions', title: 'Tensions', points }]
}

const states = { met: 'settled', overridden: 'overruled', contested: 'open' } as const

/** Said in the member's last turn; settled in the design, or by the person where two excluded each other. */
function nonNegotiables(data: unknown, story: Story): readonly Drawing[] {
  const said = (member: string) =>
    [lastTurnOf(story, member)].flatMap((turn) => (turn ? [{ label: 'said here', at: turn.key }] : []))
  const decided = decidedIn(data, story)
  const points = listIn(data, 'items').map((one) => {
    const [id, member] = [textIn(one, 'id') ?? '', textIn(one, 'member') ?? '']
    const status = oneOf(fieldsOf(one)['status'], ['met', 'overridden', 'contested']) ?? 'contested'
    return {
      id,
      seats: [member],
      words: textIn(one, 'words') ?? '',
      state: states[status],
      end: status,
      why: textIn(one, 'where') ?? '',
      places: [...said(member), ...(decided.get(id) ?? lastReply(story))],
    }
  })
  const drawing: Settled = { kind: 'settled', id: 'non-negotiables', title: 'Non-negotiables', points }
  return points.length === 0 ? [] : [drawing]
}

/** By the non-negotiable: the person's answer to its conflict. They are asked in the order in which the note names them. */
function decidedIn(data: unknown, { items }: Story): ReadonlyMap<string, readonly Place[]> {
  const conflicts = listIn(data, 'conflicts')
  const answers = items.filter((item) => item.kind === 'answered' && item.question === 'design.conflict')
  const own = conflicts.length === 0 ? [] : answers.slice(-conflicts.length)
  const places = conflicts.flatMap((conflict, at) => {
    const answer = own[at]
    const place = answer ? [{ label: 'decided here', at: answer.key }] : []
    return ['a', 'b'].map((side) => [textIn(conflict, side) ?? '', place] as const)
  })
  return new Map(places)
}

function gate(data: unknown, story: Story, n: number): readonly Drawing[] {
  const name = textIn(data, 'gate')
  if (name === undefined) return []
  const [ok, attempt] = [fieldsOf(data)['ok'] === true, numberIn(data, 'attempt') ?? 1]
  const look = {
    name: Object.hasOwn(gateNames, name) ? gateNames[name as keyof typeof gateNames] : name,
    ok,
    faults: textsIn(data, 'faults').map(faultWords),
    result: outcomeOf(ok, attempt, name),
    at: `n${n}`,
  }
  const before = drawnAs(story.drawings, 'gates', 'checks')?.looks ?? []
  return [{ kind: 'checks', id: 'gates', title: 'Gates', looks: [...before, look] }]
}

/** Nothing can repair a part in which too few spoke, so that gate halts at its first look. */
function outcomeOf(ok: boolean, attempt: number, gate: string): string {
  if (ok) return attempt > 1 ? 'passed when asked for again' : 'passed'
  return attempt > 1 || gate === 'members' ? 'halted the session' : 'sent back once'
}

function graphIn({ drawings }: Story): Graph {
  const empty: Graph = { kind: 'graph', id: 'challenges', title: 'Who challenges whom', seats: [], ties: [] }
  return drawnAs(drawings, 'challenges', 'graph') ?? empty
}

function lastTurnOf({ items }: Story, seat: string) {
  return items.findLast((item) => item.kind === 'turn' && item.seat === seat)
}

/** The synthesis is the last reply to the procedure before its notes. */
function lastReply({ items }: Story): Place[] {
  const reply = items.findLast((item) => item.kind === 'reply')
  return reply ? [{ label: 'settled here', at: reply.key }] : []
}
