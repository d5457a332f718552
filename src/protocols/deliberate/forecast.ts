// What a session will use, before it begins: its calls with replies of their usual and of their longest length.

import { type Forecast, mostRequests, needOf, roughly } from '../../rules/forecast.js'
import { calls } from './calls.js'
import type { Mode } from './modes.js'
import {
  callsAfterAssembly,
  callsOf,
  type Expected,
  type Lengths,
  makingOf,
  usually,
} from './session-calls.js'

const atLimits: Lengths = {
  says: (id) => calls[id].maxOutput,
  uses: (id) => (calls[id].grant === 'none' ? 0 : mostRequests - 1),
}

export function deliberateForecast(expected: Expected): Forecast {
  return {
    usual: course(expected, expected.usual, usually),
    limit: course(expected, expected.most, atLimits),
  }
}

/** What is still to come once the members are known, in words: calls, and about how many tokens. */
export function toCome(expected: Expected): { readonly calls: number; readonly text: string } {
  const calls = callsAfterAssembly(expected.mode, makingOf(expected, expected.members, usually))
  const { input, output } = needOf(calls)
  const audit = expected.mode === 'deep' ? ', the audit among them' : ''
  const text = `About ${calls.length} calls and ${roughly(input + output)} tokens are to come${audit}.`
  return { calls: calls.length, text }
}

function course(expected: Expected, count: number, lengths: Lengths): Forecast['usual'] {
  const making = makingOf(expected, expected.members.slice(0, count), lengths)
  return { course: courseName(expected.mode, count), calls: callsOf(expected.mode, making) }
}

function courseName(mode: Mode, members: number): string {
  if (mode === 'audit') return 'an audit of every file'
  return `${mode === 'standard' ? 'a' : `${mode}, a`} session of ${members}`
}
