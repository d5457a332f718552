// Holds a meeting at the command line: shows the transcript, asks the questions, and says how it ended.

import { type Agents, agentsIn } from '../../agents/recorded.js'
import type { Line } from '../../kernel/line/line.js'
import type { Answer, Question } from '../../kernel/question.js'
import type { Company, HeldUntil, Parley } from '../../parley.js'
import { loadTellings } from '../../protocols/tellings.js'
import { Teller } from '../../view/teller.js'
import { stopPatienceMs } from '../../workspace/stop-patience.js'
import { type Answerer, answerer } from './answers.js'
import type { Args } from './command.js'
import { complain, exitOf, exits } from './exit.js'
import type { Interrupt, Io } from './io.js'
import { annotate, wordsOnly } from './job-log.js'
import type { Paced, Screen } from './paced.js'
import { preparedFor } from './prepared.js'
import { canAsk } from './present.js'
import { labelOf } from './recording.js'
import { clean } from './screen/clean.js'
import { emit } from './screen/emit.js'
import { endingText } from './screen/ending.js'
import { hangingLines, remark, widthOf } from './screen/hanging.js'
import { lettersFor, noticeWords } from './screen/item-text.js'
import { LetterScreen } from './screen/letters.js'
import { type MarkdownScreen, markdownScreen } from './screen/markdown-screen.js'
import { openingText } from './screen/opening.js'
import { paint } from './screen/paint.js'
import { positionsText } from './screen/positions.js'
import type { Prompt } from './screen/prompt.js'
import { Transcript } from './screen/transcript.js'
import { TurnStop } from './turn-stop.js'
import { conditionsIn, tellVerdict, verdictAsked } from './verdict.js'

export interface Holding {
  readonly parley: Parley
  readonly id: string
  readonly args: Args
  readonly io: Io
  /** The backends of the seats from here on. Default: those in the journal. */
  readonly agents?: Agents | undefined
  /** Shows it at the pace of somebody who reads along. */
  readonly paced?: Paced | undefined
  /** Answers before anyone else is asked. */
  readonly first?: ((question: Question) => Answer | undefined) | undefined
}

/** Goes on until the meeting concludes or stops; returns the exit code. */
export async function holdHere(holding: Holding): Promise<number> {
  const { parley, id, io } = holding
  conditionsIn(holding.args)
  const before = await parley.lines(id)
  const teller = new Teller(await loadTellings(), before)
  const { screen, prompt } = await seen(holding, teller, before)
  const ways = await waysOf(holding, before, prompt)
  // In a chat Ctrl-C ends a turn: the person takes the floor, and the meeting goes on.
  const turns = teller.telling.chat ? new TurnStop() : undefined
  const ends = new Ends(io, await windDownOf(holding, before), screen, turns)
  const release = [io.onInterrupt((how) => ends.asked(how)), io.onUnheard?.(() => ends.unheard())]
  const spoken = holding.args.has('json') ? () => {} : wordsOnly(io)
  screen.begin()
  try {
    const label = await labelOf(voicedBy(holding, before), parley.root)
    if (label !== undefined) screen.aside(label)
    for (const words of maskedBefore(before, teller)) screen.aside(words)
    const ending = await parley.hold(id, company(ways, screen, { ends, turns }, holding), holding.agents)
    screen.settle()
    await holding.paced?.finished()
    return await end(holding, ending, { ways, screen, spoken })
  } finally {
    screen.settle()
    ends.over()
    for (const stop of release) stop?.()
    spoken()
  }
}

/** The opening and an answer are recorded before the run that shows what is recorded: what was masked in them is said first. */
function maskedBefore(before: readonly Line[], { story }: Teller): readonly string[] {
  const last = before.at(-1)
  if (last?.kind !== 'opened' && last?.kind !== 'answered') return []
  return story.items.flatMap((item) =>
    item.kind === 'notice' && item.n === last.n && item.degree === 'critical' ? [noticeWords(item)] : [],
  )
}

function company(
  ways: Answerer,
  screen: Screen,
  { ends, turns }: { readonly ends: Ends; readonly turns: TurnStop | undefined },
  { first, args }: Holding,
): Company {
  return {
    ...(turns ? { turnSignal: ({ id }) => turns.signal(id) } : {}),
    ...(args.has('network') ? { network: true } : {}),
    secretFiles: args.values('secret-files'),
    signal: ends.signal,
    drain: ends.drain,
    observe(event) {
      if (event.type === 'line') {
        ways.noticed(event.line)
        turns?.noticed(event.line)
      }
      screen.observe(event)
    },
    async answer(question, stop) {
      screen.settle()
      screen.put?.()
      return first?.(question) ?? ways.answer(question, stop)
    },
  }
}

async function waysOf(
  holding: Holding,
  before: readonly Line[],
  prompt: Prompt | undefined,
): Promise<Answerer> {
  const { args, io, parley } = holding
  const prepared = await preparedFor({ args, io, root: parley.root }, voicedBy(holding, before))
  return answerer({ prepared, yes: args.has('yes'), prompt }, before)
}

function voicedBy({ agents }: Holding, before: readonly Line[]): Agents | undefined {
  return agents ?? agentsIn(before)
}

interface Telling {
  readonly ways: Answerer
  readonly screen: Screen
  /** What follows is for the log of a job as well. */
  readonly spoken: () => void
}

/** The text about the ending comes after all complaints, because it says what to do now; a verdict that was asked for is last. */
async function end(holding: Holding, ending: HeldUntil, { ways, screen, spoken }: Telling): Promise<number> {
  const ended = complained(holding, ending, ways)
  const verdict = await verdictAsked(holding, ended)
  const exit = verdict?.exit ?? ended
  screen.end(ending, exit)
  if (ending.kind === 'waiting' || ending.kind === 'paused') await tellWhere(holding)
  if (verdict) await tellVerdict(verdict, holding)
  spoken()
  if (verdict && verdict.failed.length > 0) annotate(holding.io, `FAIL ${verdict.failed.join(', ')}`)
  return exit
}

/** At the first pause in a folder the person learns where its meetings are kept. */
async function tellWhere({ parley: { journals }, id, args, io }: Holding): Promise<void> {
  if (args.has('json') || (await journals.ids()).length > 1) return
  remark(io, `It is kept in ${journals.whereIs(id)}, and stays there.`)
}

/** The exit code of the run alone. */
function complained({ args, io }: Holding, ending: HeldUntil, { fault }: Answerer): number {
  if (ending.kind === 'failed') complain(ending.error, io, args.has('json'))
  if (fault !== undefined) complain(fault, io, args.has('json'))
  return fault === undefined ? exitOf(ending) : exits.usage
}

function endedEvent(id: string, ending: HeldUntil, exit: number) {
  const { kind, summary, ...rest } = ending
  const detail =
    'reason' in rest
      ? rest.reason
      : 'line' in rest
        ? rest.line
        : 'error' in rest
          ? String(rest.error)
          : undefined
  return {
    type: 'ended' as const,
    id,
    ending: kind,
    exit,
    ...('question' in rest ? { question: rest.question } : {}),
    ...('outcome' in rest ? { outcome: rest.outcome } : {}),
    ...(detail === undefined ? {} : { detail }),
    summary,
  }
}

/** Ends a run gently, and says what will happen. */
type WindDown = () => Promise<string>

async function windDownOf({ parley, id }: Holding, [opened]: readonly Line[]): Promise<WindDown | undefined> {
  const kind = opened?.kind === 'opened' ? await parley.kind(opened.data.protocol) : undefined
  return kind?.windDown ? () => kind.windDown!(parley.around, id) : undefined
}

/** The ways in which a run is told to end. */
class Ends {
  readonly #io: Io
  readonly #windDown: WindDown | undefined
  readonly #screen: Screen
  readonly #turns: TurnStop | undefined
  readonly #run = new AbortController()
  readonly #drain = new AbortController()
  #presses: number
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(io: Io, windDown: WindDown | undefined, screen: Screen, turns?: TurnStop) {
    this.#turns = turns
    this.#io = io
    this.#windDown = windDown
    this.#screen = screen
    this.#presses = windDown ? 0 : 1
  }

  get signal(): AbortSignal {
    return this.#run.signal
  }

  get drain(): AbortSignal {
    return this.#drain.signal
  }

  asked(how: Interrupt): void {
    this.#screen.settle()
    if (how === 'terminate') this.#terminate()
    else if (this.#turns?.stop()) this.#io.err('Ending this turn. Press again to leave.\n')
    else this.#press()
  }

  /** Nobody reads the transcript: the run ends at once, so that nothing is decided and paid for unseen. */
  unheard(): void {
    if (this.#run.signal.aborted) return
    this.#io.err(
      'Nobody reads the output any more: stopping. Nothing that was recorded is lost; resume the meeting to go on.\n',
    )
    this.#run.abort()
  }

  over(): void {
    clearTimeout(this.#patience)
  }

  /** Ctrl-C: the first stops the run gently, the second ends it at once, the third ends the process. */
  #press(): void {
    this.#presses++
    if (this.#presses === 1) void this.#windDown?.().then((said) => this.#io.err(`${clean(said)}\n`))
    else if (this.#presses === 2) {
      this.#io.err('Stopping; nothing that was recorded is lost. Press again to end at once.\n')
      this.#run.abort()
    } else process.exit(exits.other)
  }

  /** SIGTERM: the current turn may finish within a time limit; after that, or at the next signal, the run ends at once. */
  #terminate(): void {
    if (this.#drain.signal.aborted) {
      this.#run.abort()
      return
    }
    this.#io.err(
      'Asked to end: finishing the turn under way, then stopping. Nothing that was recorded is lost.\n',
    )
    this.#drain.abort()
    this.#patience = setTimeout(() => this.#run.abort(), stopPatienceMs(this.#io.env))
  }
}

interface Seen {
  readonly screen: Screen
  /** Absent where nobody can be asked. */
  readonly prompt: Prompt | undefined
}

async function seen(holding: Holding, teller: Teller, before: readonly Line[]): Promise<Seen> {
  const { args, io, paced } = holding
  if (paced) {
    const { screen } = await seen({ ...holding, io: paced.io, paced: undefined }, teller, before)
    return { screen: paced.over(screen), prompt: undefined }
  }
  if (teller.telling.chat && !args.has('json'))
    return (await import('./chat/open.js')).openChat(holding, teller, before)
  const look = { colour: paint(io, 'output'), columns: widthOf(io) }
  const prompt = canAsk(args, io)
    ? (await import('./screen/prompt.js')).promptAt(io, () => positionsText(teller.story, look))
    : undefined
  return { screen: await screenFor(holding, teller), prompt }
}

async function screenFor(holding: Holding, teller: Teller): Promise<Screen> {
  if (holding.args.has('json')) return jsonScreen(holding)
  const letters = lettersFor(teller.telling, holding.args, holding.io)
  if (letters !== 'none') return new LetterScreen(holding, teller, letters)
  const screen = textScreen(holding, teller, await markdownScreen(holding.io))
  return holding.args.has('quiet') ? quietScreen(screen, teller) : screen
}

/** Shows nothing on the way; questions are asked and the ending is told as ever. */
function quietScreen(screen: Screen, teller: Teller): Screen {
  return {
    begin: () => {},
    observe: (event) => {
      if (event.type === 'line') teller.take(event.line)
    },
    settle: () => screen.settle(),
    aside: () => {},
    end: (ending, exit) => screen.end(ending, exit),
  }
}

function jsonScreen({ id, io }: Holding): Screen {
  return {
    begin: () => {},
    observe: (event) => emit(io, event),
    settle: () => {},
    aside: (text) => emit(io, { type: 'notice', text }),
    end: (ending, exit) => emit(io, endedEvent(id, ending, exit)),
  }
}

function textScreen(holding: Holding, teller: Teller, markdown: MarkdownScreen): Screen {
  const { io } = holding
  const transcript = new Transcript(io, teller, markdown)
  return {
    begin() {
      const { opened, summary } = teller.story
      if (opened) io.out(hangingLines(openingText(opened, paint(io, 'output')), widthOf(io)))
      if (summary.lines > 1) io.err(`Going on after line ${summary.lines} of its journal.\n`)
    },
    observe: (event) => transcript.observe(event),
    settle: () => transcript.settle(),
    put: () => transcript.put(),
    aside: (text) => io.out(`${hangingLines(text, widthOf(io))}\n`),
    end: (ending) => io.out(endingText(ending, holding, teller, markdown)),
  }
}
