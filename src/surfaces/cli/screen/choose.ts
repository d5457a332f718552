// Choose: one option of several at the terminal, by the arrow keys and Enter or by the letter that its label has in brackets.
//
// A letter chooses at once, except where the option ends something for good: there it only goes to the option, and Enter confirms it.

import type { Option, Question } from '../../../kernel/question.js'
import type { Io } from '../io.js'
import { oneLine } from './clean.js'
import { hanging, widthOf } from './hanging.js'
import { type Paint, paint } from './paint.js'

export interface Choice {
  readonly key: string
  readonly label: string
  readonly hint: string
  /** The letter that chooses it. */
  readonly letter: string | undefined
  readonly grave: boolean
}

/** The options of a question, its free text last. */
export function choicesOf({ options, freeText }: Question): readonly Choice[] {
  const listed = options.map((option: Option) => ({
    ...named(option),
    hint: oneLine(option.effect, 160),
    grave: option.grave === true,
  }))
  if (!freeText) return listed
  const hint = freeText.draft === undefined ? 'in your own words' : 'opens the draft in your editor'
  return [...listed, { ...named(freeText), hint, grave: false }]
}

function named({ key, label }: { readonly key: string; readonly label: string }) {
  return { key, label: oneLine(label), letter: /^\[(\w)\]/.exec(label)?.[1]?.toLowerCase() }
}

/** The key of the one that was chosen; undefined when the person leaves (Escape, Ctrl-C). */
export async function choose(
  title: string,
  choices: readonly Choice[],
  {
    io,
    first,
    signal,
  }: { readonly io: Io; readonly first: string | undefined; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { isCancel, SelectPrompt } = await import('@clack/core')
  const options = choices.map((choice) => ({ ...choice, value: choice.key }))
  const prompt = new SelectPrompt({
    options,
    ...(first === undefined ? {} : { initialValue: first }),
    signal,
    render() {
      return frame(title, choices, { at: this.cursor, state: this.state, io })
    },
  })
  prompt.on('key', (char) => {
    const at = choices.findIndex(({ letter }) => letter !== undefined && letter === char?.toLowerCase())
    const meant = choices[at]
    if (!meant) return
    prompt.cursor = at
    prompt.value = meant.key
    if (!meant.grave) prompt.state = 'submit'
  })
  const picked = await prompt.prompt()
  return isCancel(picked) ? undefined : picked
}

interface Frame {
  readonly at: number
  readonly state: string
  readonly io: Io
}

function frame(title: string, choices: readonly Choice[], { at, state, io }: Frame): string {
  const colour = paint(io, 'output')
  const head = hanging(colour.bold(title), `${colour.yellow('?')} `, widthOf(io))
  // What was chosen is told below, in the person's name.
  if (state === 'submit') return head
  if (state === 'cancel') return `${head}\n  ${colour.dim('left open')}`
  const wide = Math.max(...choices.map(({ label }) => label.length))
  return openFrame([head, ...choices.map((choice, n) => rowText(choice, n === at, { wide, colour, io }))])
}

/**
 * Lines that can still change. The empty one below is lost with the last of them: clack takes two lost lines for what they are, and of
 * a single one it writes what is no longer there.
 */
export function openFrame(lines: readonly string[]): string {
  return [...lines, ''].join('\n')
}

function rowText(
  { label, hint }: Choice,
  chosen: boolean,
  { wide, colour, io }: { readonly wide: number; readonly colour: Paint; readonly io: Io },
): string {
  const columns = widthOf(io)
  // Beside names that fill half of a narrow terminal there is no room for words.
  const below = wide + 4 > Math.max(columns / 2, columns - 30)
  const name = below ? label : label.padEnd(wide)
  const mark = chosen ? `${colour.cyan('❯')} ${colour.cyan(name)}` : `  ${name}`
  return below
    ? `${mark}\n${hanging(colour.dim(hint), '    ', columns)}`
    : hanging(colour.dim(hint), `${mark}  `, columns)
}
