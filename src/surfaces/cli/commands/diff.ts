// CLI `parley diff`: two meetings of one origin side by side: where they parted, positions, dissents, decision, cost.

import { WrongUsage } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line/line.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { heldWords, positionGrid } from '../../../view/positions.js'
import { Teller } from '../../../view/teller.js'
import { toldDissents } from '../../../view/told-dissents.js'
import { valueWords } from '../../../view/value-words.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { meetingNamed, newest } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { andMoney, plural, tokens } from '../screen/words.js'

export const command: Command = {
  about:
    'Two meetings of one origin, such as a meeting and its fork: where they parted, and what each came to and cost.',
  operands: [
    { name: 'A', about: 'a meeting: its id, any part of it that no other has, or `last`' },
    { name: 'B', about: 'the other one' },
  ],
  examples: [['parley diff split-the-api fork-1', 'what the fork came to, beside the first meeting']],
  async run(args, io) {
    const [a, b] = [await sideOf('A', args, io), await sideOf('B', args, io)]
    if (a.id === b.id) throw new WrongUsage(`Both names mean ${a.id}.`, 'Name two meetings.')
    if (args.has('json')) emit(io, { type: 'diff', ...partedAt(a, b), a: facts(a), b: facts(b) })
    else io.out(diffText(a, b, io))
    return 0
  },
}

type Side = Awaited<ReturnType<typeof sideOf>>

async function sideOf(operand: string, args: Args, io: Io) {
  const { id, journals } = await meetingNamed(args.required(operand), args, io, newest)
  const { lines } = await journals.of(id).readable()
  return { id, lines, story: new Teller(await loadTellings(), lines).story }
}

/** The first lines that say otherwise; a fork writes the lines that it takes over anew, so hashes tell nothing. */
function partedAt(a: Side, b: Side) {
  const [one, other] = [a.story.summary, b.story.summary]
  const related = one.protocol === other.protocol && one.title === other.title
  const [mine, theirs] = [a.lines.flatMap(stepIn), b.lines.flatMap(stepIn)]
  const at = mine.findIndex(({ same }, index) => theirs[index] && same !== theirs[index].same)
  const [first, second] = [mine[at], theirs[at]]
  const parted = first && second ? { line: first.n, a: first.words, b: second.words } : null
  return { related, parted }
}

/** What was said or answered. */
function stepIn({ n, key, kind, data }: Line) {
  if (kind === 'turn') {
    const words = `${data.seat}: ${data.text || valueWords(data.value)}`
    return [{ n, words, same: JSON.stringify([key, data.text, data.value]) }]
  }
  if (kind !== 'answered') return []
  const words = `you answered ${data.choose}${data.text ? `: ${data.text}` : ''}`
  return [{ n, words, same: JSON.stringify([key, data.choose, data.text]) }]
}

function facts({ id, story }: Side) {
  const { status, turns, input, output, money } = story.summary
  const decision = story.outcome?.decision ?? story.outcome?.headline ?? null
  const cost = { turns, input, output, money }
  return { id, status, decision, positions: positionGrid(story), dissents: toldDissents(story), cost }
}

function diffText(a: Side, b: Side, io: Io): string {
  const { related, parted } = partedAt(a, b)
  const nowhere = related ? 'one may go on where the other ends' : 'neither is a fork of the other'
  const lines = (mark: string, texts: readonly string[]) =>
    texts.map((text) => `${hanging(oneLine(text, 400), `  ${mark}  `, widthOf(io))}\n`).join('')
  // What both say alike is said once.
  const section = (title: string, one: readonly string[], other: readonly string[]) =>
    `\n${title}\n${String(one) === String(other) ? lines('=', one) : lines('A', one) + lines('B', other)}`
  const where = related && parted ? parted : { a: `nowhere: ${nowhere}`, b: `nowhere: ${nowhere}` }
  const title = `Where they parted${'line' in where ? `: line ${where.line}` : ''}`
  const theirs = listsOf(b)
  const lists = Object.entries(listsOf(a)).map(([name, mine]) => section(name, mine, theirs[name] ?? []))
  return [lines('A', [a.id]), lines('B', [b.id]), section(title, [where.a], [where.b]), ...lists].join('')
}

function listsOf(side: Side): Readonly<Record<string, readonly string[]>> {
  const { decision, status, dissents, positions } = facts(side)
  const { summary } = side.story
  const seats = (positions?.seats ?? []).map(
    ({ name, cells }) => `${cells.map(({ glyph }) => glyph).join(' ')}  ${name}: ${heldWords(cells.at(-1))}`,
  )
  return {
    'Who stands where': seats.length > 0 ? seats : ['none'],
    Dissents:
      dissents.length > 0 ? dissents.map((one) => `${one.name}: ${one.text} ${one.ending}`) : ['none'],
    Decision: [decision ?? `none: ${status}`],
    Cost: [`${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens${andMoney(summary)}`],
  }
}
