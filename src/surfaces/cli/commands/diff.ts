// CLI `parley diff`: two meetings of one origin side by side: where they parted, positions, dissents, decision, cost.

import { WrongUsage } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { heldWords, positionGrid } from '../../../story/positions.js'
import { citedProposals, proposalWords } from '../../../story/proposals.js'
import { settledLists } from '../../../story/settled.js'
import type { Story } from '../../../story/story.js'
import { Teller } from '../../../story/teller.js'
import { toldDissents } from '../../../story/told-dissents.js'
import { valueWords } from '../../../story/value-words.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { meetingNamed, newest } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { type Paint, paint } from '../screen/paint.js'
import { andMoney, plural, tokens } from '../screen/words.js'

export const command: Command = {
  about:
    'Two meetings of one origin, such as a meeting and its fork: the line where they parted and the answers there, who stands where,\n' +
    'which dissents stood, what was decided, and what each cost.',
  operands: [
    { name: 'A', about: 'a meeting: its id, any part of it that no other has, or `last`' },
    { name: 'B', about: 'the other one' },
  ],
  examples: [['parley diff split-the-api fork-1', 'what the fork came to, beside the first meeting']],
  async run(args, io) {
    const [a, b] = [await sideOf('A', args, io), await sideOf('B', args, io)]
    if (a.id === b.id)
      throw new WrongUsage(`Both names mean ${a.id}.`, 'Name two meetings, such as one and its fork.')
    const parted = partedAt(a, b)
    if (args.has('json'))
      emit(io, { type: 'diff', related: areRelated(a, b), parted, a: facts(a), b: facts(b) })
    else io.out(diffText(a, b, parted, io))
    return 0
  },
}

interface Side {
  readonly id: string
  readonly lines: readonly Line[]
  readonly story: Story
}

async function sideOf(operand: string, args: Args, io: Io): Promise<Side> {
  const { id, journals } = await meetingNamed(args.required(operand), args, io, newest)
  const { lines } = await journals.of(id).readable()
  return { id, lines, story: new Teller(await loadTellings(), lines).story }
}

/** A fork keeps the protocol and the title of its origin, and a fork of a fork too. */
function areRelated({ story: { summary: one } }: Side, { story: { summary: other } }: Side): boolean {
  return one.protocol === other.protocol && one.title === other.title
}

/** The first steps that differ, by number from 1; null where one is the beginning of the other, or both are the same. */
interface Parted {
  readonly line: number
  readonly a: string
  readonly b: string
}

/** Steps are compared by what was recorded, not by hashes: a fork writes the lines that it takes over anew. */
function partedAt(a: Side, b: Side): Parted | null {
  const [mine, theirs] = [steps(a.lines), steps(b.lines)]
  const at = mine.findIndex(({ same }, index) => theirs[index] && same !== theirs[index].same)
  const [one, other] = [mine[at], theirs[at]]
  return one && other ? { line: one.line.n, a: stepWords(a, one.line), b: stepWords(b, other.line) } : null
}

/** Of two that part nowhere: the same was said and answered, or one has not come as far. */
function alikeWords(a: Side, b: Side): readonly [readonly string[], readonly string[]] {
  const [mine, theirs] = [steps(a.lines).length, steps(b.lines).length]
  if (mine === theirs)
    return [['nowhere: the same was said and answered'], ['nowhere: the same was said and answered']]
  const short = ['nowhere: it has not come as far']
  return mine < theirs ? [short, ['goes on']] : [['goes on'], short]
}

interface Step {
  readonly line: Line
  readonly same: string
}

/** What was said and answered; what a step did to files differs by the meeting's id alone. */
function steps(lines: readonly Line[]): readonly Step[] {
  return lines.flatMap((line): Step[] => {
    if (line.kind === 'turn')
      return [{ line, same: JSON.stringify([line.key, line.data.text, line.data.value]) }]
    if (line.kind !== 'answered') return []
    return [{ line, same: JSON.stringify([line.key, line.data.choose, line.data.text]) }]
  })
}

/** A structured reply is told in its protocol's words, as everywhere else. */
function stepWords({ story }: Side, { n, kind, data }: Line): string {
  if (kind === 'answered') return `you answered ${data.choose}${data.text ? `: ${data.text}` : ''}`
  if (kind !== 'turn') return kind
  const reply = story.items.find((item) => item.kind === 'reply' && item.n === n)
  if (reply?.kind !== 'reply') return `${data.seat}: ${data.text}`
  return `${reply.name} ${reply.words ?? valueWords(reply.value)}`
}

function facts({ id, story }: Side) {
  const { status, turns, input, output, money } = story.summary
  return {
    id,
    status,
    decision: story.outcome?.decision ?? story.outcome?.headline ?? null,
    positions: positionGrid(story),
    dissents: toldDissents(story),
    cost: { turns, input, output, money },
  }
}

export function diffText(a: Side, b: Side, parted: Parted | null, io: Io): string {
  const look = { colour: paint(io, 'output'), columns: widthOf(io) }
  const both = (title: string, words: (side: Side) => readonly string[]) =>
    section(title, words(a), words(b), look)
  return [
    `${look.colour.bold('A')}  ${oneLine(a.id)}\n${look.colour.bold('B')}  ${oneLine(b.id)}\n`,
    partedText(a, b, parted, look),
    ...listTitles(a, b).map((title) => both(title, (side) => listed(side).get(title) ?? [])),
    both('Dissents', ({ story }) =>
      toldDissents(story).map(({ name, text, ending }) => `${name}: ${text} ${ending}`),
    ),
    both('Decision', ({ story }) => [
      story.outcome?.decision ?? story.outcome?.headline ?? `none: ${story.summary.status}`,
    ]),
    both('Cost', ({ story: { summary } }) => [
      `${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens${andMoney(summary)}`,
    ]),
  ].join('\n')
}

function partedText(a: Side, b: Side, parted: Parted | null, look: Look): string {
  const alone = ['nowhere: neither is a fork of the other']
  if (!areRelated(a, b)) return section('Where they parted', alone, alone, look)
  if (parted === null) return section('Where they parted', ...alikeWords(a, b), look)
  return section(`Where they parted: line ${parted.line}`, [parted.a], [parted.b], look)
}

interface Look {
  readonly colour: Paint
  readonly columns: number
}

/** The lists of either, each title once. */
function listTitles(a: Side, b: Side): readonly string[] {
  return [...new Set([...listed(a).keys(), ...listed(b).keys()])]
}

/** Who stands where in rounds, what is on the table, and what had to be settled: each protocol has its own of these. */
function listed({ story }: Side): ReadonlyMap<string, readonly string[]> {
  const proposals = citedProposals(story).map(
    (one) => `${one.id} (${one.by}): ${proposalWords(one)} — ${one.state}`,
  )
  const settled = settledLists(story).map(
    ({ title, points }) => [title, points.map(({ words, ending }) => `${words} ${ending}`)] as const,
  )
  const lists = [['Who stands where', positions(story)], ['Proposals', proposals], ...settled] as const
  return new Map(lists.filter(([, lines]) => lines.length > 0))
}

function positions(story: Story): readonly string[] {
  return (positionGrid(story)?.seats ?? []).map((row) => {
    const last = row.cells.at(-1)
    const glyphs = row.cells.map(({ glyph }) => glyph).join(' ')
    return `${glyphs}  ${row.name}: ${heldWords(last)}`
  })
}

/** What both say alike is said once. */
function section(
  title: string,
  a: readonly string[],
  b: readonly string[],
  { colour, columns }: Look,
): string {
  const lines = (mark: string, texts: readonly string[]) =>
    (texts.length > 0 ? texts : ['none']).map((text) =>
      hanging(oneLine(text.replace(/[`*]+/g, ''), 400), `  ${mark}  `, columns),
    )
  const same = JSON.stringify(a) === JSON.stringify(b)
  const told = same ? lines('=', a) : [...lines(colour.cyan('A'), a), ...lines(colour.yellow('B'), b)]
  return `${colour.bold(title)}\n${told.join('\n')}\n`
}
