// A question in a chat: free words on a line, never a list to pick from. Commands that begin with `/` are for this terminal, all but
// those that the meeting itself understands.

import { type Answer, answerTo, type Question } from '../../../kernel/question.js'
import { plainTitle } from '../../../view/options.js'
import { tellError } from '../../told-error.js'
import type { Io } from '../io.js'
import { clean } from '../screen/clean.js'
import { editedBy } from '../screen/editor.js'
import { hanging, widthOf } from '../screen/hanging.js'
import type { MarkdownScreen } from '../screen/markdown-screen.js'
import { paint } from '../screen/paint.js'
import type { Prompt } from '../screen/prompt.js'
import { bodyText } from '../screen/question.js'
import type { ReplyLine } from './line.js'

interface Chat {
  readonly io: Io
  readonly line: ReplyLine
  readonly markdown: MarkdownScreen
  /** Whether the question is the last thing that the thread has shown. */
  readonly isShown: (question: string) => boolean
  /** The documents so far, as text. */
  readonly documents: () => string
}

export function chatPrompt(chat: Chat, otherwise: Prompt): Prompt {
  return async (question, signal) => {
    if (question.freeText === undefined) return otherwise(question, signal)
    chat.io.out(chat.isShown(question.id) ? '\n' : `${questionText(question, chat)}\n`)
    return replyTo(question, signal, chat)
  }
}

function questionText(question: Question, { io, markdown }: Chat): string {
  const colour = paint(io, 'output')
  const body = bodyText(question, markdown, widthOf(io))
  const ways = question.options.map(({ label }) => label.toLowerCase())
  // More than three stand in the title already, and a list of them would be a menu.
  const hint =
    ways.length === 0 || ways.length > 3 ? '' : `${colour.dim(`${ways.join(', ')}, or in your own words`)}\n`
  return `${body === '' ? '' : `\n${body}\n`}\n${colour.bold(markdown.lines(clean(plainTitle(question))))}\n${hint}`
}

/** Undefined when the person leaves: the question stays open. */
async function replyTo(question: Question, signal: AbortSignal, chat: Chat): Promise<Answer | undefined> {
  let start: string | undefined
  for (;;) {
    const typed = await chat.line.read(signal, start)
    start = undefined
    if (typed === undefined) return undefined
    const done = commandIn(typed)
    if (done === undefined) return answerWith(question, typed)
    if (done === 'exit') return undefined
    if (done === 'edit') {
      const text = await inEditor(chat)
      if (text !== '') return answerWith(question, text)
    } else if (done === 'docs') chat.io.out(`${chat.documents()}\n`)
    else if (done === 'help') chat.io.out(`${helpText(chat)}\n`)
    else {
      chat.io.out(
        `${paint(chat.io, 'output').dim(`There is no command ${clean(typed)}: /help lists them.`)}\n`,
      )
      start = typed
    }
  }
}

/** What the person saved, shown as they would have typed it; nothing where the editor failed or they saved nothing. */
async function inEditor({ io }: Chat): Promise<string> {
  try {
    const text = (await editedBy(io, '')).trim()
    if (text !== '') io.out(`${clean(text)}\n`)
    return text
  } catch (error) {
    const { message, hint } = tellError(error)
    io.out(`${clean([message, hint].filter(Boolean).join(' '))}\n`)
    return ''
  }
}

const own = ['exit', 'docs', 'help', 'edit'] as const

/** Which command a line is; undefined for words, and for a command that the meeting takes. Text that begins with a path is text. */
function commandIn(text: string): (typeof own)[number] | 'unknown' | undefined {
  const word = /^\/([a-z]+)$/i.exec(text)?.[1]?.toLowerCase()
  if (word === undefined || word === 'done') return undefined
  return own.find((name) => name === word) ?? 'unknown'
}

/** Saying the word of an option is choosing it. */
function answerWith(question: Question, text: string): Answer {
  const same = (word: string) => word.toLowerCase() === text.toLowerCase()
  const option = question.options.find(({ key, label }) => same(key) || same(label))
  if (option) return answerTo(question, option.key, undefined, 'person')
  return answerTo(question, question.freeText!.key, text, 'person')
}

function helpText({ io }: Chat): string {
  const { dim } = paint(io, 'output')
  const lines = rows.map(([typed, does]) => hanging(does, `  ${typed.padEnd(26)}`, widthOf(io)))
  return ['', ...lines.map((line) => line.slice(0, 28) + dim(line.slice(28))), ''].join('\n')
}

const rows = [
  ['Enter', 'sends'],
  ['\\ at the end', 'goes on in a new line; so does a paste of several lines'],
  ['Up, Down', 'earlier replies'],
  ['/edit', 'your editor: what you save there is sent'],
  ['/docs', 'the documents so far'],
  ['/done', 'stop early: write down what is known'],
  ['/exit, Ctrl-D', 'leave; everything is kept, and the question stays open'],
  ['Ctrl-C', 'while somebody speaks: end that turn; twice: leave'],
] as const
