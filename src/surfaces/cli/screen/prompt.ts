// Prompt: a question at the terminal. Leaving it (Ctrl-C, Escape) answers nothing: the meeting waits.

import { ParleyError } from '../../../kernel/errors.js'
import { type Answer, answerTo, type FreeText, type Question } from '../../../kernel/question.js'
import { plainTitle } from '../../../view/options.js'
import type { Io } from '../io.js'
import { choicesOf, choose } from './choose.js'
import { oneLine } from './clean.js'
import { remark, widthOf } from './hanging.js'
import { markdownScreen } from './markdown-screen.js'
import { bodyText } from './question.js'

export type Prompt = (question: Question, signal: AbortSignal) => Promise<Answer | undefined>

/** `grid` draws who stands where, for a question about that. */
export function promptAt(io: Io, grid: () => string = () => ''): Prompt {
  return async (question, signal) => {
    const body = bodyText(question, await markdownScreen(io), widthOf(io), grid())
    if (body !== '') io.out(`\n${body}\n\n`)
    for (;;) {
      const picked = wantsWords(question) ? question.freeText.key : await pick(question, io, signal)
      if (picked === undefined) return undefined
      if (picked !== question.freeText?.key) return answerTo(question, picked, undefined, 'person')
      const words = await wordsFor(question, io, signal)
      if (words !== 'again')
        return words === undefined ? undefined : answerTo(question, picked, words, 'person')
    }
  }
}

/** There is nothing to choose: the person only writes. */
function wantsWords(question: Question): question is Question & { readonly freeText: FreeText } {
  return (
    question.options.length === 0 && question.freeText !== undefined && question.freeText.draft === undefined
  )
}

/** After an edit with a fault the cursor stands on editing: Enter must not accept the draft that the person wanted changed. */
function pick(question: Question, io: Io, signal: AbortSignal): Promise<string | undefined> {
  const { freeText, default: usual } = question
  const first = freeText?.fault === undefined ? usual : freeText.key
  return choose(oneLine(plainTitle(question), 200), choicesOf(question), { io, first, signal })
}

/** A draft is changed in the person's editor, anything else is typed. `again` where nothing came of it and the question stays. */
async function wordsFor(
  question: Question,
  io: Io,
  signal: AbortSignal,
): Promise<string | 'again' | undefined> {
  const { freeText } = question
  if (freeText?.draft !== undefined) return (await editedDraft(freeText.draft, io)) ?? 'again'
  const { typeWords } = await import('./type-words.js')
  const title = wantsWords(question) ? plainTitle(question) : (freeText?.label ?? '')
  return typeWords(oneLine(title, 200), io, signal)
}

/** What the person made of the draft; undefined where that is nothing. */
export async function editedDraft(draft: string, io: Io): Promise<string | undefined> {
  const { editedBy } = await import('./editor.js')
  try {
    const text = await editedBy(io, draft, 'draft.yaml')
    if (text.trim() !== '' && text !== draft) return text
    remark(io, 'Nothing was changed: the draft stands as it was.')
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    remark(io, `${error.message} ${error.hint}`)
  }
  return undefined
}
