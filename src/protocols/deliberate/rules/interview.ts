// The interview: which questions of a round are asked, how many rounds there are, and which part of an answer belongs to which question.

import { oneLine } from '../documents/text.js'
import type { Member } from '../documents/theme-shape.js'
import type { Questions } from '../schemas.js'
import { memberNamed } from './members.js'

export interface RoundQuestion {
  readonly member: string
  readonly question: string
}

/**
 * The best perspectives with a score of 3 or more that have a new question, four at most. The first round asks at least the best one;
 * an empty later round ends the interview. In a meeting up to three are asked whatever their scores.
 */
export function questionsToAsk(
  reply: Questions,
  roster: readonly Member[],
  earlier: readonly string[],
  kind: 'first' | 'later' | 'meeting',
): RoundQuestion[] {
  const said = new Set(earlier.map(sameWords))
  const candidates = roster.flatMap(({ id }) => {
    const own = reply.questions.filter(({ member }) => memberNamed(member, roster)?.id === id)
    const fresh = own.find(({ question }) => !said.has(sameWords(question)))
    return fresh === undefined
      ? []
      : [{ member: id, question: oneLine(fresh.question), score: scoreOf(id, reply, roster) }]
  })
  const sorted = candidates.toSorted((one, other) => other.score - one.score)
  const strong = sorted.filter(({ score }) => score >= 3).slice(0, 4)
  const taken =
    kind === 'meeting'
      ? sorted.slice(0, 3)
      : strong.length === 0 && kind === 'first'
        ? sorted.slice(0, 1)
        : strong
  return taken.map(({ member, question }) => ({ member, question }))
}

/** Two rounds, or three once the second round has said that one more would change something. */
export function roundsPlanned(moreAfterSecond: boolean): number {
  return moreAfterSecond ? 3 : 2
}

export type SplitAnswer =
  | {
      readonly kind: 'numbered' /** Null where a number was left out. */
      readonly parts: readonly (string | null)[]
    }
  | { readonly kind: 'free'; readonly text: string }

/**
 * A line that begins with `2.`, `2)` or `Q2:` begins the answer to question 2; without such lines it is one free answer. A terminal takes
 * one line only: where that begins with a number, each next higher number in it begins its part, too.
 */
export function splitAnswer(said: string, count: number): SplitAnswer {
  const text = brokenAtNumbers(said, count)
  const parts: (string | null)[] = Array.from({ length: count }, () => null)
  const before: string[] = []
  let at: number | null = null
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = /^[ \t]*(?:(\d+)[.)](?=\s|$)|[Qq](\d+):)[ \t]*/.exec(line)
    const number = mark === null ? 0 : Number(mark[1] ?? mark[2])
    const begins: boolean = number >= 1 && number <= count
    const words: string = begins ? line.slice(mark![0].length) : line
    if (begins) {
      const lead = at === null ? before : []
      at = number - 1
      parts[at] = [...(parts[at] === null ? [] : [parts[at]]), ...lead, words].join('\n')
    } else if (at === null) before.push(words)
    else parts[at] += `\n${words}`
  }
  if (at === null) return { kind: 'free', text: text.trim() }
  return { kind: 'numbered', parts: parts.map((part) => part?.trim() || null) }
}

/** `1. yes 2. no` as two lines; a text that has lines already stays as it is. */
function brokenAtNumbers(text: string, count: number): string {
  const line = text.trim()
  const first = /^(?:(\d+)[.)]\s|[Qq](\d+):)/.exec(line)
  if (first === null || /[\r\n]/.test(line)) return text
  let [broken, rest] = ['', line]
  for (let next = Number(first[1] ?? first[2]) + 1; next <= count; next++) {
    const at = rest.search(new RegExp(`\\s(?:${next}[.)]\\s|[Qq]${next}:)`))
    if (at < 0) continue
    broken += `${rest.slice(0, at)}\n`
    rest = rest.slice(at + 1)
  }
  return `${broken}${rest}`
}

function scoreOf(id: string, { scores }: Questions, roster: readonly Member[]): number {
  const found = scores.find(({ member }) => memberNamed(member, roster)?.id === id)?.score ?? 0
  return Math.min(5, Math.max(0, found))
}

function sameWords(question: string): string {
  return oneLine(question).toLowerCase()
}
