// CLI `parley show`: prints what the journal folds to. Decides nothing.

import type { Line } from '../../../kernel/line/line.js'
import type { Summary } from '../../../kernel/line/summary.js'
import { loadTellings } from '../../../protocols/tellings.js'
import type { Answered, Asked, Item } from '../../../view/items.js'
import { followUpsOf } from '../../../view/settled.js'
import { standsAs } from '../../../view/standing.js'
import { type Story, titled } from '../../../view/story.js'
import { Teller } from '../../../view/teller.js'
import { toldDissents } from '../../../view/told-dissents.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { idOperand, meetingNamed, type Named, newest } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { costTable, costText } from '../screen/cost.js'
import { emit } from '../screen/emit.js'
import { hanging, hangingLines, remark, widthOf } from '../screen/hanging.js'
import { itemText, type Look, lettersFor, settledText } from '../screen/item-text.js'
import { markdownScreen } from '../screen/markdown-screen.js'
import { inColour } from '../screen/meeting-table.js'
import { openingText } from '../screen/opening.js'
import { degradedText, dissentsText, outcomeText, standText } from '../screen/outcome.js'
import { paint } from '../screen/paint.js'
import { positionsText } from '../screen/positions.js'
import { questionBlock } from '../screen/question.js'
import { type About, copied } from '../screen/to-copy.js'
import { andMoney, plural, tokens } from '../screen/words.js'

export const command: Command = {
  about: 'One meeting: what was said, where it stands, what it wrote and what it cost.',
  operands: [idOperand],
  flags: {
    lines: { about: 'the journal, one line each: their numbers are what `fork --at` takes' },
    cost: { about: 'what it cost, by seat, model and call' },
  },
  examples: [
    ['parley show', 'the transcript of the newest meeting'],
    ['parley show split-the-api', 'of the one that has this in its id'],
    ['parley show last --lines', 'every line of its journal'],
    ['parley show --cost', 'where the tokens and the money went'],
  ],
  async run(args, io) {
    const named = await meetingNamed(args.operand('ID'), args, io, newest)
    const { lines, damage } = await named.journals.of(named.id).readable()
    const teller = new Teller(await loadTellings(), lines)
    if (args.has('json')) return events(lines, titled(teller.story, named.title), args, io)
    if (args.has('lines')) io.out(lines.map(journalLine).join(''))
    else if (!args.has('cost')) io.out(await wholeText(named, teller, io, args))
    if (args.has('cost')) io.out(costText(costTable(teller.story.costs), widthOf(io)))
    if (damage !== null) remark(io, `The journal is damaged after this: ${oneLine(damage, 300)}`)
    return 0
  },
}

function events(lines: readonly Line[], story: Story, args: Args, io: Io): number {
  if (args.has('lines')) for (const line of lines) emit(io, { type: 'line', line })
  emit(io, {
    type: 'meeting',
    ...story.summary,
    open: story.questions[0]?.question ?? null,
    documents: [...story.documents.keys()],
    cost: costTable(story.costs),
  })
  return 0
}

async function wholeText(named: Named, teller: Teller, io: Io, args: Args): Promise<string> {
  const { id, journals } = named
  const { telling } = teller
  const story = titled(teller.story, named.title)
  const markdown = await markdownScreen(io)
  const look = {
    colour: paint(io, 'output'),
    markdown,
    columns: widthOf(io),
    letters: lettersFor(telling, args, io),
  }
  const opening = story.opened && openingText({ ...story.opened, title: story.summary.title }, look.colour)
  const head = opening ? hangingLines(opening, look.columns) : ''
  const [open] = story.questions
  // The block at the end shows the question that is open, with all there is to know.
  const isAtTheEnd = (item: Item) => item.kind === 'asked' && item.n === open?.n
  const said = story.items
    .filter((item) => !isAtTheEnd(item))
    .map((item) => {
      const at = { ...look, grid: gridAt(item, story, look) }
      if (item.kind === 'answered' && item.settled) return ''
      const settled = item.kind === 'asked' ? settledAt(item, story) : undefined
      return item.kind === 'asked' && settled ? settledText(item, settled, at) : itemText(item, at)
    })
    .join('')
  const held = await journals.of(id).held()
  const standing = standingText({ ...story.summary, id, phase: phaseOf(story) }, held, {
    id,
    io,
    args,
  })
  const question = open
    ? `\n${questionBlock(open.question, { id, io, markdown, args, key: open.key, grid: positionsText(story, look) })}`
    : ''
  const stand = standText(story, look)
  const outcome = story.outcome
    ? `\n${outcomeText({ ...story.outcome, followUps: followUpsOf(story) }, story.summary.degraded, { ...look, io, args }, stand)}`
    : open?.question.grid === undefined
      ? stand
      : dissentsText(toldDissents(story), look)
  return `${head}${said}${outcome}\n${standing}${question}`
}

/** The answer that settled this question before it came up. */
function settledAt({ n, question }: Asked, { items }: Story): Answered | undefined {
  const next = items.find((item) => item.n > n && item.kind === 'answered' && item.question === question.id)
  return next?.kind === 'answered' && next.settled ? next : undefined
}

/** Where it stands, as the transcript calls it. */
function phaseOf({ items, summary }: Story): string {
  const last = items.findLast(
    (item) => item.kind === 'phase' || (item.kind === 'round' && item.phase !== null),
  )
  if (last?.kind === 'round') return `Round ${last.round}`
  return last?.kind === 'phase' ? last.label : summary.phase
}

/** Who stood where when the question was asked, for questions about that. */
function gridAt(item: Item, story: Story, look: Pick<Look, 'colour' | 'columns'>): string {
  if (item.kind !== 'asked' || item.question.grid === undefined) return ''
  const before = story.items.slice(0, story.items.indexOf(item)).filter((one) => one.kind === 'round')
  const last = before.at(-1)?.round ?? story.rounds.length
  return positionsText({ ...story, rounds: story.rounds.filter(({ round }) => round <= last) }, look)
}

function standingText(summary: Summary, held: boolean, about: About): string {
  const { io } = about
  const colour = paint(io, 'output')
  const { status, turns, why, phase, degraded } = summary
  const state = standsAs(summary, held)
  const facts = [
    inColour(state, colour)(state),
    ...(phase && status !== 'concluded' ? [oneLine(phase, 60)] : []),
    plural(turns, 'turn'),
    `${tokens(summary)} tokens${andMoney(summary)}`,
  ]
  const marks =
    degraded.length > 0 && status !== 'concluded'
      ? degradedText(degraded, { colour, columns: widthOf(io) })
      : ''
  const reason = why ? `${hanging(oneLine(why, 400), '', widthOf(io))}\n` : ''
  return `${hanging(facts.join(' · '), '', widthOf(io))}\n${marks}${reason}${nextStep(summary, held, about)}`
}

function nextStep({ status }: Summary, held: boolean, about: About): string {
  const way = (words: string, ...flags: readonly string[]) =>
    copied(about, (name) => [words, name, ...flags].join(' '))
  if (held) return `A process holds it now; follow it:\n${way('watch')}`
  if (status === 'concluded') return `Check it:\n${way('verify')}`
  if (status === 'aborted') return `It ended for good. To branch off it:\n${way('fork', '--at N')}`
  return status === 'waiting' ? '' : `Nobody holds it; go on with:\n${way('resume')}`
}

function journalLine({ n, at, kind, key, data }: Line): string {
  const what = oneLine(JSON.stringify(data) ?? '', 120)
  return `${String(n).padStart(4)}  ${at}  ${kind.padEnd(9)}  ${oneLine(key, 60).padEnd(28)}  ${what}\n`
}
