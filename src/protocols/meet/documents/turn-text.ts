// A seat's turn: plain text with markers, or a structure. Text is read into the structure, the structure is rendered to text.
//
// Reading what was rendered gives the same structure again. Tail markers count only at the end of the text, line markers only at the
// start of a line, and none inside a pinned block.

import { longestBackticks } from '../../../rules/lists.js'
import { splitTail } from '../../../rules/raise-hand.js'

export interface Pin {
  /** The pin it replaces, if it names one. */
  readonly target: string | null
  readonly intent: string
  readonly content: string
  /** As the seat gave it; null leaves it to detection. */
  readonly type: string | null
}

export interface Turn {
  /** What was said, without the marked lines, pins and tail. */
  readonly body: string
  readonly challenges: readonly string[]
  readonly decisions: readonly string[]
  readonly pins: readonly Pin[]
  readonly research: string | null
  readonly raiseHand: string | null
  readonly pass: boolean
  /** Tail markers beyond the first of their kind. */
  readonly ignored: readonly string[]
}

/** Reads the markers out of a text. */
export function readTurn(text: string): Turn {
  const tail = splitTail(text)
  const { pins, rest } = takePins(tail.body.split('\n'))
  const marked = { challenges: [] as string[], decisions: [] as string[], body: [] as string[] }
  for (const line of rest) {
    const mark = markAt(line)
    if (mark === undefined) marked.body.push(line)
    else marked[mark.kind === 'challenge' ? 'challenges' : 'decisions'].push(mark.text)
  }
  const body = trimBlank(marked.body).join('\n')
  return {
    body: body.trim() === '[pass]' ? '' : body,
    challenges: marked.challenges.filter((said) => said !== ''),
    decisions: marked.decisions.filter((said) => said !== ''),
    pins,
    research: tail.research ?? null,
    raiseHand: tail.raiseHand ?? null,
    pass: body.trim() === '[pass]',
    ignored: tail.ignored,
  }
}

/** The text as the transcript shows it. A pin's content is indented by two spaces: nothing in it is at column 1, where audits look. */
export function shownText(text: string): string {
  const lines = text.split('\n')
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    const pin = pinAt(lines, at)
    if (!pin) shown.push(lines[at++] ?? '')
    else {
      shown.push(renderPin(pin.pin, '  '))
      at = pin.next
    }
  }
  return shown.join('\n')
}

/**
 * The text that the gate judges: without pins and tail markers, which are proposals and requests, not claims. The lines of a pin
 * are blank, so that a line has the number that it has in the text.
 */
export function judgedText(text: string): string {
  return besidePins(splitTail(text).body, { said: (line) => line, pinned: () => '' })
}

/** The text with its pins as they are, and every other line changed. */
export function changeBesidePins(text: string, said: (line: string) => string): string {
  return besidePins(text, { said, pinned: (line) => line })
}

function besidePins(
  text: string,
  change: { readonly said: (line: string) => string; readonly pinned: (line: string) => string },
): string {
  const lines = text.split('\n')
  const changed: string[] = []
  while (changed.length < lines.length) {
    const at = changed.length
    const next = Math.min(pinAt(lines, at)?.next ?? at, lines.length)
    if (next === at) changed.push(change.said(lines[at] ?? ''))
    else for (const line of lines.slice(at, next)) changed.push(change.pinned(line))
  }
  return changed.join('\n')
}

/** Lines of a turn that carry a mark and stand beyond what was kept of it: a proposal or an objection is not lost by a cut. */
export function markedBeyond(kept: string, whole: string): string {
  const rest = whole.slice(kept.length).split('\n')
  return rest.filter((line) => /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[[a-z][^\]\n]{0,60}\]/i.test(line)).join('\n')
}

/** What a line marks as a challenge or a decision. */
export function markAt(
  line: string,
): { readonly kind: 'challenge' | 'decision'; readonly text: string } | undefined {
  const [, kind, said = ''] = MARKED.exec(line) ?? []
  if (kind === undefined) return undefined
  return { kind: kind === 'challenge' ? 'challenge' : 'decision', text: said.trim() }
}

const MARKED = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[(challenge|decision)\]\s*(.*)$/
const PINNED = /^\[pin(?:\s+(SP-[1-9][0-9]*))?\]\s*(.*)$/

function takePins(lines: readonly string[]): { pins: Pin[]; rest: string[] } {
  const pins: Pin[] = []
  const rest: string[] = []
  for (let at = 0; at < lines.length; ) {
    const pin = pinAt(lines, at)
    if (!pin) rest.push(lines[at++] ?? '')
    else {
      pins.push(pin.pin)
      at = pin.next
    }
  }
  return { pins, rest }
}

/** A pin's content is the fenced block that opens on the next line that is not blank; without one the intent is the content. */
export function pinAt(
  lines: readonly string[],
  at: number,
): { readonly pin: Pin; readonly next: number } | undefined {
  const [, target = null, intent] = PINNED.exec(lines[at] ?? '') ?? []
  if (intent === undefined) return undefined
  let open = at + 1
  while (open < lines.length && lines[open]?.trim() === '') open++
  const [, indent = '', fence, info = ''] = /^(\s*)(`{3,}|~{3,})\s*(\S*)\s*$/.exec(lines[open] ?? '') ?? []
  if (fence === undefined)
    return { pin: { target, intent: intent.trim(), content: intent.trim(), type: null }, next: at + 1 }
  const close = closingFence(lines, open + 1, fence)
  const content = lines.slice(open + 1, close).map((line) => unindent(line, indent.length))
  return {
    pin: { target, intent: intent.trim(), content: content.join('\n'), type: info === '' ? null : info },
    next: close + 1,
  }
}

function closingFence(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) {
    const text = lines[at]?.trim() ?? ''
    if (text.length >= fence.length && text === (fence[0] ?? '`').repeat(text.length)) return at
  }
  return lines.length
}

function unindent(line: string, by: number): string {
  return line.slice(0, by).trim() === '' ? line.slice(by) : line
}

function renderPin(pin: Pin, indent: string): string {
  const head = `[pin${pin.target === null ? '' : ` ${pin.target}`}] ${oneLine(pin.intent)}`
  if (pin.content === pin.intent && pin.type === null) return head
  const fence = '`'.repeat(Math.max(3, longestBackticks(pin.content) + 1))
  const lines = pin.content.split('\n').map((line) => `${indent}${line}`)
  return [head, `${fence}${pin.type ?? ''}`, ...lines, fence].join('\n')
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) return []
  return lines.slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1)
}

/** Every run of blanks and line breaks becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
