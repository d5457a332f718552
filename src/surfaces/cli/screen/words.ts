// Words: numbers, times and command lines as texts for people.

import { grouped } from '../../../rules/figures.js'
import { type MoneySum, moneyWords } from '../../../rules/money.js'
import { shellWord } from '../../../rules/shell-word.js'
import type { Args } from '../command.js'
import { oneLine } from './clean.js'

export function tokens(spent: {
  readonly input: number
  readonly output: number
  readonly estimated: boolean
}): string {
  const sum = count(spent.input + spent.output)
  return spent.estimated ? `~${sum}` : sum
}

/** What stands behind a count of tokens: `, $0.13`; nothing where nobody was paid. */
export function andMoney(spent: MoneySum): string {
  const words = moneyWords(spent)
  return words === '' ? '' : `, ${words}`
}

export function count(number: number): string {
  return grouped(number)
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

export function ago(iso: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(iso)) / 1000)
  if (!Number.isFinite(seconds)) return '?'
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  if (seconds < 30 * 86_400) return `${plural(Math.floor(seconds / 86_400), 'day')} ago`
  return iso.slice(0, 10)
}

export function seconds(ms: number): string {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** Why a call is retried, and when. */
export function retryWords(retry: {
  readonly reason: string
  readonly waitMs: number
  readonly attempt: number
  readonly of: number
}): string {
  const { reason, waitMs, attempt, of } = retry
  return `${oneLine(reason, 200)}; trying again in ${seconds(waitMs)}, ${attempt} of ${of}`
}

/** What a command must repeat to work in the same folder. */
export function cwdFlag(args: Args): string {
  const cwd = args.value('cwd')
  return cwd === undefined ? '' : ` --cwd ${shellWord(cwd)}`
}
