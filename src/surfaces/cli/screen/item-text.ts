// Item text: how an item of a story reads on the screen.

import { moneyWord } from '../../../rules/money.js'
import { answererName, relayedNote } from '../../../rules/relayed.js'
import { shortened } from '../../../text/excerpts.js'
import type {
  Answered,
  Asked,
  Item,
  Missed,
  Notice,
  Reply,
  Stop,
  TranscriptLine,
  Turn,
  TurnCost,
  Wrote,
} from '../../../view/items.js'
import { optionName, plainTitle } from '../../../view/options.js'
import type { Story } from '../../../view/story.js'
import type { Telling } from '../../../view/telling.js'
import { toolWords, valueWords } from '../../../view/value-words.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { clean, oneLine } from './clean.js'
import { hanging } from './hanging.js'
import type { MarkdownScreen } from './markdown-screen.js'
import type { Paint } from './paint.js'
import { bodyText } from './question.js'
import { count, plural, seconds } from './words.js'

export interface Look {
  readonly colour: Paint
  /** How the words of seats and of the person are set. */
  readonly markdown: MarkdownScreen
  /** Who stands where now, for questions about that; without it they show their own table. */
  readonly grid?: string
  /** How wide the terminal is. Without one, nothing is wrapped. */
  readonly columns: number
  /** The transcript is printed as it is recorded, with its own phase markers: `whole`, or without the lines that only machines read. */
  readonly letters: Letters
}

export type Letters = 'whole' | 'shown' | 'none'

/** A transcript that is kept to the letter is told like any other at a terminal; `--verbose` shows every letter. */
export function lettersFor(telling: Pick<Telling, 'toTheLetter'>, args: Args, io: Io): Letters {
  if (!telling.toTheLetter) return 'none'
  if (args.has('verbose')) return 'whole'
  return io.terminal.output ? 'none' : 'shown'
}

/** With its line end; empty for what only other surfaces show. */
export function itemText(item: Item, look: Look): string {
  switch (item.kind) {
    case 'opening':
      return ''
    case 'phase':
      return look.letters !== 'none' || item.quiet ? '' : phaseText(item.label, look)
    case 'round':
      return item.phase === null ? '' : phaseText(`Round ${item.round}`, look)
    case 'turn':
      return turnText(item, look)
    case 'reply':
      return `${headText(item, look)}${replyText(item, look)}${costText(item.cost, item.tools.length, look)}`
    case 'asked':
      return item.said ? '' : askedText(item, look)
    case 'answered':
      return answeredText(item, look)
    case 'notice':
      // The header of the meeting says which one it was forked from.
      return item.note === 'forked' ? '' : noticeText(item, look)
    case 'line':
      return lineText(item, look)
    case 'missed':
      return missedText(item, look)
    case 'wrote':
      return wroteText(item, look)
    case 'stop':
      return stopText(item, look)
  }
}

export function speakerText({ seat, name, role }: Speaker, { colour }: Look): string {
  const who = oneLine(name, 60)
  return `\n${colour.bold(seat === null ? who : colour.seat(seat, who))}${role && role !== name ? colour.dim(` · ${oneLine(role, 60)}`) : ''}\n`
}

interface Speaker {
  readonly seat: string | null
  readonly name: string
  readonly role: string
}

/** The text under the header. A structured reply is for the procedure: its protocol tells it in words, or the screen shows how it begins. */
export function saidText(item: Turn | Reply, look: Look): string {
  if (item.kind === 'reply') return replyText(item, look)
  // In a transcript that is kept to the letter each line stands for itself: a decision, a challenge, a pin.
  const layout = { bar: barOf(look), keepLines: item.verbatim !== null }
  return `${look.markdown.text(item.text, layout)}\n${brokenText(item, look)}`
}

/** Why the text is incomplete; empty for complete ones. */
export function brokenText(item: Turn | Reply, { colour }: Look): string {
  if (item.kind === 'reply' || item.broken === null) return ''
  return colour.dim(`  (${oneLine(item.broken, 300)})\n`)
}

/** A bar before each line of a seat's text, so that no line can be mistaken for another seat's, the person's or parley's own. */
export function barOf({ colour }: Look): string {
  return colour.dim('│ ')
}

/** What a turn cost, below its text. */
export function costText(
  cost: TurnCost,
  tools: number,
  { colour, columns }: Look,
  more: readonly string[] = [],
): string {
  const about = cost.estimated ? '~' : ''
  const parts = [
    oneLine(cost.model ?? cost.backend, 60),
    `${about}${count(cost.input)} in`,
    `${about}${count(cost.output)} out`,
    ...(cost.cached > 0 ? [`${count(cost.cached)} cached`] : []),
    ...(cost.money === null ? [] : [moneyWord(cost.money)]),
    seconds(cost.ms),
    ...(tools > 0 ? [plural(tools, 'tool call')] : []),
    ...(cost.attempts > 1 ? [`${cost.attempts} attempts`] : []),
    ...more,
  ]
  return `${colour.dim(hanging(parts.join(' · '), '  ', columns))}\n`
}

/** `input` is what it was called with or, where it failed, what came of it. */
export function toolText(
  name: string,
  input: unknown,
  ok: boolean,
  { colour, columns }: Pick<Look, 'colour' | 'columns'>,
): string {
  const mark = ok ? '·' : colour.red('×')
  const words = ok ? toolWords(name, input) : `${name} failed: ${valueWords(input)}`
  return colour.dim(`${hanging(shortened(oneLine(words, 600), 160), `  ${mark} `, columns)}\n`)
}

function phaseText(name: string, { colour }: Look): string {
  return `\n${colour.dim(`── ${oneLine(name)} ──`)}\n`
}

function headText(item: Turn | Reply, look: Look): string {
  const tools = item.tools.map(({ name, input, ok, output }) => toolText(name, ok ? input : output, ok, look))
  return [speakerText(item, look), ...tools].join('')
}

/**
 * What a transcript that is kept to the letter has of a turn; null where the turn is told. Of a prelude the notes have only the
 * beginning: here the rest stands below it.
 */
export function turnLetters({ verbatim, shown, abridged, text }: Turn, letters: Letters): string | null {
  if (letters === 'none' || verbatim === null) return null
  const recorded = letters === 'shown' ? (shown ?? verbatim) : verbatim
  return abridged ? `${recorded}\n${text}` : recorded
}

/** Why a rule stopped the meeting, in words. */
export function haltedWords(story: Story, line: string): string {
  const stop = story.items.findLast((item) => item.kind === 'stop')
  return oneLine(stop?.kind === 'stop' ? stop.words : line, 600)
}

/** Its phases are told as phases, and what a turn cited below the turn. */
function lineText({ of, verbatim, words }: TranscriptLine, { letters, colour, columns }: Look): string {
  if (letters !== 'none') return `${clean(verbatim)}\n\n`
  if (of === 'phase' && words === undefined) return ''
  return `${colour.dim(hanging(oneLine(words ?? verbatim, 400), '  ', columns))}\n`
}

function turnText(turn: Turn, look: Look): string {
  const letters = turnLetters(turn, look.letters)
  if (letters !== null) return `${clean(letters)}\n${brokenText(turn, look)}\n`
  const cost = turn.cost ? costText(turn.cost, turn.tools.length, look) : ''
  return `${headText(turn, look)}${saidText(turn, look)}${cost}`
}

/** Structured replies are for the procedure: what one says is told in words, and its text stands in the journal. */
function replyText({ value, words }: Reply, look: Look): string {
  const { colour, markdown, columns } = look
  if (words !== null) return `${markdown.text(words, { bar: barOf(look) })}\n`
  return `${colour.dim(hanging(shortened(oneLine(valueWords(value), 2000), 400), '  ', columns))}\n`
}

function askedText({ question }: Asked, { colour, markdown, grid, columns }: Look): string {
  const body = bodyText(question, markdown, columns, grid)
  const words = body === '' ? '' : `${body}\n\n`
  const title = hanging(colour.bold(oneLine(plainTitle(question))), `${colour.yellow('?')} `, columns)
  return `\n${words}${title}\n`
}

/** A question that nobody had to read, because it was answered beforehand: what follows from it, and who stands where unless the end says so. */
export function settledText(
  { question }: Asked,
  { by, choose, settled }: Pick<Answered, 'by' | 'choose' | 'settled'>,
  { colour, grid = '', columns }: Look,
): string {
  const option = question.options.find(({ key }) => key === choose)
  const table = option?.grave || question.grid === undefined || grid === '' ? '' : `\n${grid}`
  const prepared = settled ? ', as settled at the opening' : ' (prepared answer)'
  const how = by === 'default' ? ', by default' : prepared
  const words = `${oneLine(option ? optionName(option) : choose)}${how}`
  return `${table}\n${colour.dim(hanging(words, '· ', columns))}\n`
}

function answeredText(item: Answered, { colour, markdown }: Look): string {
  const { choose, text } = item
  const words = text === null ? '' : `\n${markdown.text(text, { bar: '  > ', keepLines: true })}`
  const who = oneLine(answererName(item, 'You'), 60)
  return `${colour.bold(who)}: ${oneLine(choose)}${colour.dim(answeredBy(item))}${words}\n`
}

const hows = { person: '', answers: ' (prepared answer)', default: ' (default)' } as const

/** How an answer came, where the person did not give it themselves. */
export function answeredBy(item: Pick<Answered, 'by' | 'name' | 'settled'>): string {
  if (item.settled) return ' (settled at the opening)'
  return item.by === 'relayed' ? ` ${oneLine(relayedNote(item), 120)}` : hows[item.by]
}

/** What a notice says, with its degree where that is more than a remark. */
export function noticeWords({ degree, text, verbatim }: Notice): string {
  if (degree === 'info') return text
  return verbatim ?? (degree === 'critical' ? `CRITICAL: ${text}` : text)
}

/** A line of a transcript is printed unchanged; several lines get no mark. */
function noticeText(item: Notice, { colour, markdown, columns, letters }: Look): string {
  const { verbatim, beside } = item
  if (verbatim !== null && !beside && letters !== 'none') return `${clean(verbatim)}\n\n`
  const words = noticeWords(item)
  return words.includes('\n')
    ? `\n${markdown.lines(clean(words).trimEnd())}\n`
    : `${hanging(oneLine(words, 1000), `${colour.cyan('·')} `, columns)}\n`
}

function missedText({ name, reason, survived }: Missed, { colour, columns }: Look): string {
  const mark = survived ? colour.yellow('!') : colour.red('!')
  return `${hanging(`${oneLine(name, 60)} did not speak: ${oneLine(reason, 400)}`, `${mark} `, columns)}\n`
}

function wroteText({ path, removed, masked, working }: Wrote, { colour, columns }: Look): string {
  if (working && !masked) return ''
  const secrets = masked ? ' (secrets masked)' : ''
  const verb = removed ? 'removed' : 'wrote'
  return colour.dim(`${hanging(`${oneLine(path, Infinity)}${secrets}`, `  ${verb} `, columns)}\n`)
}

/** A rule's own line is for files and programs; where no transcript is kept to the letter it is told in words. */
function stopText({ word, text, words }: Stop, { colour, columns, letters }: Look): string {
  switch (word) {
    case 'concluded':
      return `\n${colour.green(word)}\n`
    case 'halted':
      return letters === 'none'
        ? `${hanging(oneLine(words, 600), `${colour.red('Halted:')} `, columns)}\n`
        : `${clean(text)}\n`
    case 'failed':
      return `${hanging(`The run failed: ${oneLine(text, 400)}`, `${colour.red('!')} `, columns)}\n`
    default:
      return `${hanging(oneLine(text, 300), `${colour.yellow(word)}: `, columns)}\n`
  }
}
