// What an analysis will use, before it begins: how many exchanges nobody knows, so the usual number for its tier is assumed.

import { type ExpectedCall, type Forecast, mostRequests } from '../../rules/forecast.js'
import { type CallId, calls } from './calls.js'
import type { AnalyzeInput } from './input.js'
import { leadSeat, roles, type Tier } from './names.js'

/** Exchanges that a talk of this tier usually has. */
const usualExchanges: Readonly<Record<Tier, number>> = { trivial: 3, light: 6, standard: 12, epic: 20 }
/** Usually a reply is as long as this part of what it may be. */
const usualPart = 0.3
const usualUses = 3
/** Tokens of the message, the state card and the thread that a turn adds. */
const perExchange = 1500

type Known = Pick<AnalyzeInput, 'tier' | 'team' | 'maxExchanges' | 'seats' | 'topics' | 'draft' | 'discovery'>

export function analyzeForecast(input: Known): Forecast {
  const usual = Math.min(usualExchanges[input.tier ?? 'standard'], input.maxExchanges)
  return {
    usual: course(input, usual, usualPart, usualUses),
    limit: course(input, input.maxExchanges, 1, mostRequests - 1),
  }
}

function course(input: Known, exchanges: number, part: number, uses: number): Forecast['usual'] {
  const call = (seat: string, id: CallId, heard: number): ExpectedCall => ({
    seat,
    reads: baseOf(input) + heard,
    says: Math.ceil(calls[id].maxOutput * part),
    ...(calls[id].grant === 'none' ? {} : { uses }),
  })
  const turns = Array.from({ length: exchanges - 1 }, (_, at) => {
    const heard = (at + 1) * perExchange
    const team = input.team ? roles.map((role) => call(role, 'analyze.team', heard)) : []
    return [...team, call(leadSeat, 'analyze.turn', heard)]
  })
  const once: readonly CallId[] = [
    'analyze.opening',
    'analyze.keywords',
    'analyze.scan',
    'analyze.validate',
    'analyze.crosscheck',
    'analyze.finalize',
  ]
  return {
    course: `${exchanges} exchanges${input.team ? ', in a team' : ''}`,
    calls: [...once.map((id) => call(leadSeat, id, 0)), ...turns.flat()],
  }
}

function baseOf({ seats, topics, draft, discovery }: Known): number {
  const texts = [
    ...seats.map(({ persona }) => persona),
    ...topics.map(({ body }) => body),
    draft?.text ?? '',
    discovery ?? '',
  ]
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)
}
