// Type words: the person's own words at the terminal, every line of them behind a bar.

import type { Io } from '../io.js'
import { openFrame } from './choose.js'
import { hanging, widthOf } from './hanging.js'
import { paint } from './paint.js'

/** Undefined when the person leaves (Escape, Ctrl-C). */
export async function typeWords(title: string, io: Io, signal: AbortSignal): Promise<string | undefined> {
  const { isCancel, TextPrompt, wrapTextWithPrefix } = await import('@clack/core')
  const prompt = new TextPrompt({
    signal,
    validate: notEmpty,
    render() {
      const { state, error, userInput } = this
      // Where they stand finished, they have no cursor.
      const over = state === 'submit' || state === 'cancel'
      const words = over ? userInput : this.userInputWithCursor
      const wrap = (text: string, bar: string) => wrapTextWithPrefix(undefined, text, bar)
      return frame(title, { words, state, error, wrap, io })
    },
  })
  const typed = await prompt.prompt()
  return isCancel(typed) ? undefined : typed
}

interface Frame {
  readonly words: string
  readonly state: string
  readonly error: string
  readonly wrap: (text: string, bar: string) => string
  readonly io: Io
}

function frame(title: string, { words, state, error, wrap, io }: Frame): string {
  const colour = paint(io, 'output')
  const lines = [
    hanging(colour.bold(title), `${colour.yellow('?')} `, widthOf(io)),
    wrap(words, `${colour.dim('│')} `),
  ]
  if (state === 'submit') return lines.join('\n')
  if (state === 'cancel') return [...lines, `  ${colour.dim('left open')}`].join('\n')
  return openFrame(state === 'error' ? [...lines, hanging(colour.yellow(error), '  ', widthOf(io))] : lines)
}

function notEmpty(words: string | undefined): string | undefined {
  return words?.trim() ? undefined : 'Write something, or press Escape to leave the question open.'
}
