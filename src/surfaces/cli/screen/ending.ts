// Ending: what the person reads when a run of a meeting is over, with the exact command to continue it.

import type { HeldUntil } from '../../../parley.js'
import { dollars } from '../../../rules/money.js'
import { tellOutcome } from '../../../view/plain.js'
import { followUpsOf } from '../../../view/settled.js'
import type { Story } from '../../../view/story.js'
import type { Teller } from '../../../view/teller.js'
import type { Telling } from '../../../view/telling.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { canAsk } from '../present.js'
import { clean, oneLine } from './clean.js'
import { hanging, widthOf } from './hanging.js'
import { haltedWords } from './item-text.js'
import type { MarkdownScreen } from './markdown-screen.js'
import { outcomeText, standText } from './outcome.js'
import { type Paint, paint } from './paint.js'
import { positionsText } from './positions.js'
import { keyOfAsked, questionBlock } from './question.js'
import { type About, copied } from './to-copy.js'
import { andMoney, count, plural, tokens } from './words.js'

export interface EndedHere {
  readonly id: string
  readonly args: Args
  readonly io: Io
}

export function endingText(
  ending: HeldUntil,
  { id, args, io }: EndedHere,
  { telling, story }: Pick<Teller, 'telling' | 'story'>,
  markdown: MarkdownScreen,
): string {
  const colour = paint(io, 'output')
  const words = {
    id,
    args,
    colour,
    io,
    telling,
    story,
    markdown,
    columns: widthOf(io),
    asked: canAsk(args, io),
    verbose: args.has('verbose'),
  }
  const gap = ending.kind === 'concluded' ? '\n' : ''
  const text = `\n${whatText(ending, words)}${gap}${costLine(ending, colour)}${nextText(ending, words)}`
  const last = ending.kind === 'concluded' ? tellOutcome(ending.outcome, telling).lastLine : null
  return last ? `${text}${oneLine(last, 80)}\n` : text
}

/** What can be done with a concluded meeting. */
function nextText(ending: HeldUntil, words: Words): string {
  if (ending.kind !== 'concluded') return ''
  const ways = copied(
    words,
    (name) => `export ${name} --out minutes.html`,
    (name) => `verify ${name}`,
  )
  return `\n${words.colour.bold('Next')}\n${ways}`
}

interface Words {
  readonly id: string
  readonly args: Args
  readonly colour: Paint
  readonly io: Io
  readonly telling: Telling
  readonly story: Story
  readonly markdown: MarkdownScreen
  readonly columns: number
  /** The person was asked at this terminal. */
  readonly asked: boolean
  readonly verbose: boolean
}

function whatText(ending: HeldUntil, words: Words): string {
  const { id, args, colour, io, telling, story, markdown } = words
  const again = resumeText(words)
  switch (ending.kind) {
    case 'concluded':
      return outcomeText(
        { ...(story.outcome ?? tellOutcome(ending.outcome, telling)), followUps: followUpsOf(story) },
        ending.summary.degraded,
        words,
        standText(story, words),
      )
    case 'waiting':
      return questionBlock(ending.question, {
        ...{ id, io, markdown, args, key: keyOfAsked(ending) },
        grid: positionsText(story, words),
        seen: words.asked,
      })
    case 'paused':
      return `${colour.yellow('Paused:')} ${oneLine(ending.reason, 300)}\nGo on with:\n${again}`
    case 'halted':
      return `${colour.red('Halted:')} ${haltedText(words, ending.line)}\n${afterHalt(words, ending.line)}`
    case 'aborted':
      return `${colour.red('Aborted:')} ${oneLine(ending.reason, 300)}\nIts journal is kept:\n${copied(words, (name) => `show ${name}`)}`
    case 'interrupted':
      return `${colour.yellow('Stopped.')} Go on with:\n${again}`
    case 'failed':
      return `${colour.red('The run failed')}; what was recorded is kept. Try again with:\n${again}`
  }
}

function resumeText(about: About, flags = ''): string {
  return copied(about, (name) => `resume ${name}${flags}`)
}

/** How it goes on: with another ceiling where one is spent, which the command can name. */
function afterHalt(about: Words, line: string): string {
  const { story, columns } = about
  const [flag] = /--(?:token|cost)-ceiling/.exec(line) ?? []
  if (flag === undefined) return `When that is fixed, go on with:\n${resumeText(about)}`
  const { words, give } = flag === '--cost-ceiling' ? moreMoney(story) : moreTokens(story)
  return `${hanging(`${words}:`, '', columns)}\n${resumeText(about, ` ${flag} ${give}`)}`
}

/** Enough for the call that had no room. */
function moreTokens({ ceiling, lacked }: Story): Higher {
  if (lacked === null) return { words: higher, give: String(2 * (ceiling ?? 0) || 'N') }
  return { words: `The next call needs ${count(lacked)} tokens. ${higher}`, give: String(roundedUp(lacked)) }
}

/** To two digits, so that it is enough. */
function roundedUp(tokens: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 1)
  return Math.ceil(tokens / unit) * unit
}

function moreMoney({ lacked }: Story): Higher {
  if (lacked === null) return { words: higher, give: 'DOLLARS' }
  const give = (Math.ceil(lacked / 10_000) / 100).toFixed(2)
  return { words: `The next call needs a ceiling of ${dollars(lacked)}. ${higher}`, give }
}

interface Higher {
  readonly words: string
  readonly give: string
}

const higher = 'Go on with a higher ceiling'

/** In words, and with `--verbose` as the rule has it. */
function haltedText({ story, columns, verbose }: Words, line: string): string {
  return `${hanging(haltedWords(story, line), '', columns)}${verbose ? `\n${clean(line)}` : ''}`
}

function costLine({ kind, summary }: HeldUntil, colour: Paint): string {
  const soFar = kind === 'concluded' ? '' : ' so far'
  return colour.dim(
    `${plural(summary.turns, 'turn')} · ${tokens(summary)} tokens${andMoney(summary)}${soFar}\n`,
  )
}
