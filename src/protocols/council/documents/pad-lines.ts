// Pad lines: the reserved lines of each kind of entry, written and read in one place.

import type { CutShort } from '../../../kernel/agents.js'
import { shortened } from '../../../text/excerpts.js'
import { appendable, foreignLine } from './clean.js'
import { proseLines } from './fences.js'
import { isSeatEntry, readPad } from './pad.js'
import { oneLine, quoted, sentences } from './text.js'

/** The body of a seat's entry: its reply, and what failed before it. */
export function replyBody(reply: string, failedBefore?: string): string {
  return failedBefore === undefined
    ? reply
    : `${failureLine(failedBefore)} (attempt 1 of 2, retried)\n\n${reply}`
}

/** The last line of a reply that is not whole, so that nobody takes its end for the seat's last word. */
export function cutOffLine(cutOff: CutShort): string {
  return cutOffLines[cutOff]
}

const cutOffLines: Readonly<Record<CutShort, string>> = {
  filter: '(Cut off here by a content filter.)',
  length: '(Cut off here: the reply reached its length limit.)',
  overlong: '(Cut off here by parley: the reply is too long. The whole is kept beside the journal.)',
}

/** The last line of a reply that cites what is not there, so that nobody builds on it. */
export function brokenLine(broken: string): string {
  return brokenWords(foreignLine(oneLine(broken)))
}

export function brokenWords(broken: string): string {
  return `(Checked by the engine, and broken: ${broken}.)`
}

/** The only line of an entry whose seat failed twice. */
export function skippedBody(reason: string): string {
  return `${failureLine(reason)} (attempt 2 of 2) — skipped for the rest of the session`
}

/** Whether a pad holds anything that a seat said: an entry may also say that nobody answered. */
export function somebodySpoke(pad: string): boolean {
  return readPad(pad).entries.some((entry) => isSeatEntry(entry) && !isSkipped(entry.body))
}

export function isSkipped(body: string): boolean {
  return /^\*\*Seat failure:\*\* .* \(attempt 2 of 2\) — skipped for the rest of the session$/.test(body)
}

export type UserInput =
  | { readonly kind: 'another-round' | 'conclude' }
  | { readonly kind: 'steer'; readonly text: string }

export function inputBody(input: UserInput): string {
  if (input.kind === 'steer') return `**Steer:**\n\n${quoted(input.text)}`
  return input.kind === 'conclude' ? '**Conclude**' : '**Another round**'
}

/** The person's own words, when the pause ended in a steer. */
export function steerIn(body: string): string | undefined {
  const [first, ...rest] = body.split('\n')
  if (first !== '**Steer:**') return undefined
  return rest
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n')
    .trim()
}

export function concludes(body: string): boolean {
  return body.split('\n')[0] === '**Conclude**'
}

export interface Routing {
  readonly next: string
  readonly subGoal: string
}

/** `remarks` say how the choice came about, when it was not the chair's. */
export function routingBody({ next, subGoal }: Routing, remarks: readonly string[] = []): string {
  const goal = foreignLine(oneLine(subGoal))
  return paragraphs(`**Next:** ${next}\n**Sub-goal:** ${goal}`, ...remarks.map(foreignLine))
}

export function routingIn(body: string): Routing {
  const field = (label: string) => {
    const start = `**${label}:** `
    return (
      proseLines(body)
        .find(({ text }) => text.startsWith(start))
        ?.text.slice(start.length)
        .trim() ?? ''
    )
  }
  return { next: field('Next'), subGoal: field('Sub-goal') }
}

/** `stop` is the reason when the session stops here. */
export function callBody(stop: string | undefined, why: string, remarks: readonly string[] = []): string {
  return paragraphs(
    stop === undefined ? '**Call:** continue' : `**Call:** stop — ${stop}`,
    appendable(why),
    ...remarks.map(foreignLine),
  )
}

/** The reason of a stop; undefined for a call to continue. */
export function stopIn(body: string): string | undefined {
  return /^\*\*Call:\*\* stop — (\S+)$/.exec(body.split('\n')[0] ?? '')?.[1]
}

/** The reply of a seat's entry, without the line about an attempt that failed before it. */
export function replyIn(body: string): string {
  return body.replace(/^\*\*Seat failure:\*\* .*\(attempt 1 of 2, retried\)\n+/, '')
}

/** What a seat holds, in a line: its Position line, wherever it stands, else the first sentence of its reply. */
export function positionIn(body: string): string {
  if (isSkipped(body)) return '(no answer)'
  const reply = replyIn(body)
  const stated = positionLine(reply)?.position
  return shortened(stated === undefined ? sentences(firstParagraph(reply), 1) : oneLine(stated), 200)
}

/** The first Position line outside code, with its number from 0. */
export function positionLine(reply: string): { readonly at: number; readonly position: string } | undefined {
  for (const { text, at } of proseLines(reply)) {
    const position = /^\*\*Position:\*\*[ \t]*(\S.*)$/.exec(text)?.[1]?.trim()
    if (position !== undefined) return { at, position }
  }
  return undefined
}

function firstParagraph(reply: string): string {
  const lines = proseLines(reply).map(({ text }) => text)
  const first = lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !/^#{1,6}\s/.test(line))
  if (first < 0) return '(no words)'
  const rest = lines.slice(first)
  const end = rest.findIndex((line) => line.trim() === '')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join(' ')
    .replace(/^[\s>*+-]+|\*\*|__/g, '')
}

function failureLine(reason: string): string {
  return `**Seat failure:** ${foreignLine(shortened(oneLine(reason), 300).replace(/[.\s]+$/, ''))}`
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}
