// Line text: how a line of the journal reads on the screen. Empty for lines that only the engine needs.

import type { Line } from '../../../kernel/line.js'
import type { WroteData } from '../../../kernel/meeting.js'
import type { Answer, Question } from '../../../kernel/question.js'
import type { Opened, Receipt, TurnData } from '../../../kernel/summary.js'
import { isPhase } from '../../../rules/lifecycle.js'
import { clean, oneLine } from './clean.js'
import type { Faces } from './faces.js'
import type { Paint } from './paint.js'
import { count, plural, seconds } from './words.js'

export interface Look {
  readonly colour: Paint
  readonly faces: Faces
}

/** The text of a line with its line end, or nothing. */
export function lineText({ kind, data }: Line, look: Look): string {
  const { colour } = look
  switch (kind) {
    case 'opened':
      return openedText(data as Opened, look)
    case 'phase':
      // The phases of a chartered meeting have a line of their own in its transcript.
      if (isPhase((data as { name: string }).name)) return ''
      return `\n${colour.dim(`── ${oneLine((data as { name: string }).name)} ──`)}\n`
    case 'turn':
      return turnText(data as TurnData, look)
    case 'asked':
      return askedText(data as Question, look)
    case 'answered':
      return answeredText(data as Answer, look)
    case 'wrote':
      return wroteText(data as WroteData, look)
    case 'acted':
      return ''
    case 'noted':
      return notedText(data as { kind: string; data: unknown }, look)
    case 'failed':
      return failedText(data as FailedLine, look)
    case 'paused':
    case 'aborted':
      return `${colour.yellow(kind)}: ${oneLine((data as { reason: string }).reason, 300)}\n`
    case 'halted':
      return `${colour.red(clean((data as { line: string }).line))}\n`
    case 'concluded':
      return `\n${colour.green('concluded')}\n`
  }
}

export function speakerText(seat: string, { colour, faces }: Look): string {
  const { name, role } = faces(seat)
  return `\n${colour.bold(colour.seat(seat, name))}${role ? colour.dim(` · ${role}`) : ''}\n`
}

/** What a turn cost, under its words. */
export function receiptText(receipt: Receipt, { colour }: Look): string {
  const { tokens, model, backend, ms, attempts, tools } = receipt
  const about = tokens.estimated ? '~' : ''
  const parts = [
    oneLine(model ?? backend, 60),
    `${about}${count(tokens.input)} in`,
    `${about}${count(tokens.output)} out`,
    ...(tokens.cached ? [`${count(tokens.cached)} cached`] : []),
    seconds(ms),
    ...(tools.length > 0 ? [plural(tools.length, 'tool call')] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ]
  return colour.dim(`  ${parts.join(' · ')}\n`)
}

export function toolText(name: string, input: unknown, ok: boolean, { colour }: Look): string {
  const mark = ok ? '·' : colour.red('×')
  return colour.dim(`  ${mark} ${oneLine(name, 40)} ${oneLine(JSON.stringify(input) ?? '', 90)}\n`)
}

function openedText({ id, protocol, title, forkedFrom }: Opened, { colour }: Look): string {
  const fork = forkedFrom ? `\nforked from ${oneLine(forkedFrom.id)} at line ${forkedFrom.at}` : ''
  return `${colour.bold(oneLine(title, 200))}\n${colour.dim(`${oneLine(protocol)} · ${oneLine(id)}${fork}`)}\n`
}

/** A draft is for the procedure's eyes; what it lets through comes as a notice or a turn. */
function turnText(turn: TurnData, look: Look): string {
  if (turn.draft) return ''
  const tools = turn.receipt.tools.map(({ name, input, ok }) => toolText(name, input, ok, look))
  return [speakerText(turn.seat, look), ...tools, saidText(turn, look), receiptText(turn.receipt, look)].join(
    '',
  )
}

/** A structured reply is for the procedure; the screen says that it was given, and of what kind. */
export function saidText(turn: TurnData, look: Look): string {
  if (turn.value !== undefined)
    return look.colour.dim(`  (${oneLine(turn.call)}) ${oneLine(JSON.stringify(turn.value), 200)}\n`)
  return `${spoken(clean(turn.text).trimEnd(), look)}\n`
}

/** A seat's words stand behind a bar, so that no line of theirs passes for another seat's, for the person's or for parley's own. */
export function spoken(text: string, { colour }: Look, midLine = false): string {
  const bar = colour.dim('│ ')
  return `${midLine ? '' : bar}${text.replace(/\n(?!$)/g, `\n${bar}`)}`
}

function askedText({ title, body }: Question, { colour }: Look): string {
  const words = body.trim() ? `${clean(body).trimEnd()}\n\n` : ''
  return `\n${words}${colour.yellow('?')} ${colour.bold(oneLine(title))}\n`
}

function answeredText({ choose, text, by }: Answer, { colour }: Look): string {
  const how = by === 'person' ? '' : by === 'answers' ? ' (prepared answer)' : ' (default)'
  const words = text === undefined ? '' : `\n${clean(text).replace(/^/gm, '  > ')}`
  return `${colour.bold('You')}: ${oneLine(choose)}${colour.dim(how)}${words}\n`
}

function wroteText({ path, removed, masked }: WroteData, { colour }: Look): string {
  const secrets = masked ? ' (secrets masked)' : ''
  return colour.dim(`  ${removed ? 'removed' : 'wrote'} ${oneLine(path, 200)}${secrets}\n`)
}

/** A notice is shown by its words where it has any; lines of a transcript stand as they are. */
function notedText({ kind, data }: { kind: string; data: unknown }, { colour }: Look): string {
  if (kind === 'line' || kind === 'emitted') {
    const { text, block } = data as { text?: string; block?: string }
    return `${clean(text ?? block ?? '')}\n\n`
  }
  if (kind === 'plan' || kind === 'passed') return ''
  // The question after a round and the outcome tell the same, where it is looked for.
  if (kind === 'round' || kind === 'handover') return ''
  const words = wordsOf(data)
  return words.includes('\n')
    ? `\n${clean(words).trimEnd()}\n`
    : `${colour.cyan('·')} ${words ? oneLine(words, 400) : `${oneLine(kind)} ${oneLine(JSON.stringify(data), 200)}`}\n`
}

function wordsOf(data: unknown): string {
  if (typeof data === 'string') return data
  if (typeof data !== 'object' || data === null) return ''
  const { text, line, message } = data as Record<string, unknown>
  return [text, line, message].find((word): word is string => typeof word === 'string') ?? ''
}

function failedText({ seat, message, result }: FailedLine, { colour }: Look): string {
  const who = seat ? `${oneLine(seat)} did not speak` : 'The run broke off'
  return `${result ? colour.yellow('!') : colour.red('!')} ${who}: ${oneLine(message ?? 'no reason given', 400)}\n`
}

interface FailedLine {
  readonly seat?: string
  readonly message?: string
  readonly result?: boolean
}
