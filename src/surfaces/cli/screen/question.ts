// The question block: what is asked, how it can be answered, and the exact commands that do so.

import type { Question } from '../../../kernel/question.js'
import { factsOf } from '../../../story/facts.js'
import type { Io } from '../io.js'
import { clean, oneLine } from './clean.js'
import type { MarkdownScreen } from './markdown-screen.js'
import { paint } from './paint.js'
import { shellWord } from './words.js'

export interface Asking {
  readonly id: string
  readonly io: Io
  readonly markdown: MarkdownScreen
  /** Flags that the commands must repeat. */
  readonly more?: string
}

export function questionBlock(question: Question, { id, io, markdown, more = '' }: Asking): string {
  const colour = paint(io, 'output')
  const body = bodyText(question, markdown)
  return [
    colour.yellow('─'.repeat(60)),
    `${colour.yellow('Waiting for you:')} ${colour.bold(oneLine(question.title, 200))}`,
    ...(body === '' ? [] : ['', body]),
    '',
    ...optionLines(question),
    '',
    'Answer with:',
    ...answerCommands(question, id, io, more),
    '',
  ].join('\n')
}

/** A body made of facts has its layout already and is printed unchanged; any other is Markdown. */
export function bodyText(question: Question, markdown: MarkdownScreen): string {
  if (question.body.trim() === '') return ''
  if (factsOf(question)) return clean(question.body).trimEnd()
  return markdown.text(question.body, { keepLines: true })
}

/** The commands that answer it, one an option. */
export function answerCommands(question: Question, id: string, io: Io, more = ''): string[] {
  const answer = (words: string) => `  ${io.command} answer ${shellWord(id)} ${words}${more}`
  const commands = question.options.map(({ key }) => answer(shellWord(key)))
  if (question.freeText) commands.push(answer(`${shellWord(question.freeText.key)} "your words"`))
  return commands
}

function optionLines({ options, freeText, default: usual }: Question): string[] {
  const rows = options.map(({ key, label, effect }) => ({
    key: oneLine(key, 40),
    what: `${label === key ? '' : `${oneLine(label)} `}${effect ? `— ${oneLine(effect, 200)}` : ''}${key === usual ? ' (default)' : ''}`,
  }))
  if (freeText) rows.push({ key: `${oneLine(freeText.key, 40)} TEXT`, what: oneLine(freeText.label, 200) })
  const width = Math.max(0, ...rows.map(({ key }) => key.length))
  return rows.map(({ key, what }) => `  ${key.padEnd(width)}  ${what}`.trimEnd())
}
