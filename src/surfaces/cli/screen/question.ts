// The question block: what is asked, how it can be answered, and the exact commands that do so.

import type { Summary } from '../../../kernel/line/summary.js'
import type { Fact, Question } from '../../../kernel/question.js'
import { shellWord } from '../../../rules/shell-word.js'
import { optionName, plainTitle } from '../../../view/options.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { bareLine, clean, oneLine } from './clean.js'
import { hanging, widthOf } from './hanging.js'
import type { MarkdownScreen } from './markdown-screen.js'
import { paint } from './paint.js'
import { type About, toCopy } from './to-copy.js'

export interface Asking {
  readonly id: string
  readonly io: Io
  readonly markdown: MarkdownScreen
  readonly args?: Args
  readonly stream?: About['stream']
  /** Which question it is: the commands name it, so that one that is given late answers no other. */
  readonly key?: string | undefined
  /** Who stands where, drawn in place of the table in the question. */
  readonly grid?: string
  /** What it is about was shown just now, when the person was asked. */
  readonly seen?: boolean
}

export function questionBlock(
  question: Question,
  { markdown, grid, seen = false, ...asking }: Asking,
): string {
  const { io } = asking
  const colour = paint(io, 'output')
  const body = seen ? '' : bodyText(question, markdown, widthOf(io), grid)
  return [
    colour.yellow('─'.repeat(Math.min(60, io.columns))),
    hanging(
      colour.bold(oneLine(plainTitle(question), 200)),
      `${colour.yellow('Waiting for you:')} `,
      widthOf(io),
    ),
    ...(body === '' ? [] : ['', body]),
    '',
    ...optionLines(question, widthOf(io)),
    '',
    'Answer with:',
    ...answerCommands(question, asking),
    '',
  ].join('\n')
}

/** The key of the question that a run ended with. */
export function keyOfAsked(ending: {
  readonly question: Question
  readonly summary: Pick<Summary, 'questions'>
}): string | undefined {
  const { question, summary } = ending
  return summary.questions.find(({ id, title }) => id === question.id && title === question.title)?.key
}

/** A body made of facts is set for a terminal and printed unchanged elsewhere; any other is Markdown. */
export function bodyText(question: Question, markdown: MarkdownScreen, columns: number, grid = ''): string {
  if (question.body.trim() === '') return ''
  const { facts } = question
  if (facts && Number.isFinite(columns)) return factsText(facts, columns)
  if (facts) return clean(question.body).trimEnd()
  const drawn = question.grid !== undefined && grid !== '' && question.body.startsWith(question.grid)
  const rest = drawn ? question.body.slice(question.grid.length).trim() : question.body
  const set = markdown.text(rest, { keepLines: true })
  const words = Number.isFinite(columns) ? set : withoutBold(set)
  return drawn ? `${grid}\n${words}` : words
}

/** Where no terminal draws bold, its marks only stand in the way. Those of code stay: they keep apart what others wrote. */
function withoutBold(text: string): string {
  return text
    .split(/(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$)/m)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g, '$1')))
    .join('')
}

/** Each behind its name, wrapped below its own beginning; lists are indented. */
function factsText(facts: readonly Fact[], columns: number): string {
  const lines = facts.flatMap(({ name, value, items = [] }) => [
    ...(name !== undefined && value === '' && items.length === 0
      ? []
      : [
          hanging(
            bareLine(value, 2000),
            name === undefined ? '' : `${oneLine(name, 40)}: `,
            columns,
          ).trimEnd(),
        ]),
    ...items.map((item) => hanging(bareLine(item, 2000), '  - ', columns)),
  ])
  return lines.join('\n')
}

/** The commands that answer it, one an option. */
export function answerCommands(
  question: Question,
  { key, ...about }: Omit<Asking, 'markdown'>,
): readonly string[] {
  const flags = key === undefined ? '' : ` --question ${shellWord(key)}`
  const { freeText } = question
  // At a terminal a draft opens in the person's editor; who types it nowhere gives no words.
  const opens = freeText?.draft !== undefined && Number.isFinite(widthOf(about.io, about.stream))
  const choices = [
    ...question.options.map(({ key }) => shellWord(key)),
    ...(freeText ? [`${shellWord(freeText.key)}${opens ? '' : ' "your words"'}`] : []),
  ]
  return toCopy(about, ...choices.map((words) => (name: string) => `answer ${name} ${words}${flags}`))
}

function optionLines(question: Question, columns: number): string[] {
  return rowLines(
    rowsOf(question, (key, label) => (label === key ? '' : label)),
    '  ',
    columns,
  )
}

/** The same in a few words: no option is named by what only repeats the word to type, and none is the default. */
export function briefOptionLines(question: Question, columns: number): readonly string[] {
  const { default: _, ...withoutDefault } = question
  const rows = rowsOf(withoutDefault, (key, label) => {
    const name = optionName({ label })
    return lettersIn(name) === lettersIn(key) ? '' : name
  })
  return rowLines(rows, '    ', columns)
}

interface Row {
  readonly key: string
  readonly what: string
}

/** What to type, and what it does. `named` leaves out a label that says nothing more than the word to type. */
function rowsOf(
  { options, freeText, default: usual }: Pick<Question, 'options' | 'freeText' | 'default'>,
  named: (key: string, label: string) => string,
): readonly Row[] {
  const rows = options.map(({ key, label, effect }) => {
    const what = [oneLine(named(key, label)), oneLine(effect, 200)].filter((part) => part !== '').join(' — ')
    return { key: oneLine(key, 40), what: `${what}${key === usual ? ' (default)' : ''}`.trim() }
  })
  if (!freeText) return rows
  const own = freeText.draft === undefined ? 'in your own words' : 'the draft, as you change it'
  const what = oneLine(named(freeText.key, freeText.label), 200) || own
  return [...rows, { key: `${oneLine(freeText.key, 40)} TEXT`, what }]
}

function rowLines(rows: readonly Row[], margin: string, columns: number): string[] {
  const width = Math.max(0, ...rows.map(({ key }) => key.length))
  return rows.map(({ key, what }) => hanging(what, `${margin}${key.padEnd(width)}  `, columns).trimEnd())
}

const lettersIn = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
