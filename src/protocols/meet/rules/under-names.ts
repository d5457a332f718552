// Words under a seat's name: what somebody else drafts about a meeting may quote a seat only in its own words.
//
//   NAME1  A line that opens with a seat's name, or ends with its name and a turn, holds words that the seat said; as its dissent or
//          position, words that it marked as such. Any other such line is told as what it is: the word of who drafted it.
//
// What is told about a seat in plain prose is the drafter's own word anyway, and stays.

import { wordsIn } from '../../../rules/kept-words.js'

export interface SeatWords {
  readonly name: string
  /** Everything that it said. */
  readonly said: readonly string[]
  /** What it marked as a proposal, a decision, a challenge, support or an objection. */
  readonly marked: readonly string[]
}

/** The same text in which no line speaks for another seat. `teller` is the name of who drafted it. */
export function inOwnWords(text: string, seats: readonly SeatWords[], teller: string): string {
  const others = seats.filter(({ name }) => name !== teller && name.trim() !== '').map(readerOf)
  return text
    .split('\n')
    .map((line) => others.reduce((so, seat) => signed(labelled(so, seat, teller), seat, teller), line))
    .join('\n')
}

/** A seat's words in the form in which they are compared, made when they are first needed. */
interface Reader {
  readonly name: string
  readonly label: RegExp
  readonly mention: RegExp
  said(words: string): boolean
  marked(words: string): boolean
}

function readerOf({ name, said, marked }: SeatWords): Reader {
  const escaped = name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  return {
    name,
    label: labelOf(escaped),
    mention: new RegExp(escaped, 'giu'),
    said: among(said),
    marked: among(marked),
  }
}

/** Words alone count, not their marks; none are nobody's. */
function among(texts: readonly string[]): (words: string) => boolean {
  let all: readonly string[] | undefined
  return (words) => {
    const wanted = bare(words)
    all ??= texts.map(bare)
    return wanted.trim() !== '' && all.some((text) => text.includes(wanted))
  }
}

function bare(text: string): string {
  return ` ${wordsIn(text).join(' ')} `
}

/** What a list, a quotation or a heading puts before the words of a line. */
const LEAD = /^(?:\s|[-+>]|\*(?=\s)|#{1,6}(?=\s)|\d{1,3}[.)]\s)*/
const POSITION =
  'dissent(?:s|ed|ing)?|object(?:s|ed|ions?)?|disagree[sd]?|agree[sd]?|supports?|supported|position|stance|challenge[sd]?|concerns?|reservations?|veto(?:es|ed)?|vote[sd]?'
const SPEECH =
  'says?|said|state[sd]|argue[sd]|note[sd]|adds?|added|warns|warned|insists|insisted|holds?|asks?|asked'
const isPosition = new RegExp(`\\b(?:${POSITION})\\b`, 'i')

/** `Bo: …`, `**Bo (Tester):** …`, `Dissent (Bo): …`, `Position of Bo: …`, `Bo's objection: …`, `Bo says: …` */
function labelled(line: string, seat: Reader, teller: string): string {
  const lead = LEAD.exec(line)![0]
  const found = seat.label.exec(line.slice(lead.length, lead.length + LONGEST_LABEL))
  if (found === null) return line
  const { before = '', role = '', after = '' } = found.groups!
  const words = line.slice(lead.length + found[0].length).trimEnd()
  const own = isPosition.test(`${before} ${role} ${after}`) ? seat.marked(words) : seat.said(words)
  return own ? line : `${lead}${teller}, about ${seat.name}: ${words}`.trimEnd()
}

const LONGEST_LABEL = 400

/** Every repetition has a limit: a model may send a line of nothing but marks. */
function labelOf(name: string): RegExp {
  const [blank, marks] = ['\\s{0,3}', '[*_`~\\\\]{0,4}']
  const before = `(?<before>${POSITION})${blank}(?:by|of|from|[(—–:-])?${blank}`
  const role = `${blank}\\((?<role>[^()]{0,60})\\)`
  const after = `${blank}${marks}(?<after>${POSITION}|${SPEECH})`
  return new RegExp(
    `^${marks}(?:${before})?${marks}${name}${marks}\\)?(?:${role})?(?:['’]s?)?(?:${after})?${blank}${marks}${blank}:${marks}${blank}`,
    'iu',
  )
}

/** `… — Bo, turn 3`, as the engine itself signs what a seat said. */
function signed(line: string, seat: Reader, teller: string): string {
  const at = [...line.matchAll(seat.mention)].at(-1)
  if (at === undefined) return line
  const turn = line.slice(at.index + at[0].length)
  const before = line.slice(0, at.index).trimEnd()
  if (turn.length > 60 || !/^,?\s?turns?\s?\d/i.test(turn) || !/[—–-]$/.test(before)) return line
  const words = before.replace(/[—–-]{1,3}$/, '').trimEnd()
  const [, quoted] = OURS.exec(words) ?? []
  const own = quoted === undefined ? seat.said(words) : seat.marked(quoted)
  return own ? line : `${words} — ${teller}, about ${seat.name}${turn}`
}

/** How the engine begins a line about a proposal. */
const OURS = /^[\s*_>+-]{0,8}(?:Objection to P\d{1,6} \([^\n]*?\)|Proposed, not settled): ([^\n]*)$/i
