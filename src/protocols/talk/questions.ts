// What the person is asked in a talk: the next word, and at the end what becomes of what is left.

import type { Option, Question } from '../../kernel/question.js'
import { shortened } from '../../text/excerpts.js'
import { NEXT_WORD } from './names.js'

export const SAY = 'say'
export const CLOSE = 'close'

/** Every message is the answer to this question. What a close will do is said before it is done. */
export function nextWord(worker: string): Question {
  return {
    id: NEXT_WORD,
    title: `What do you say to ${worker}?`,
    body: '',
    options: [
      {
        key: CLOSE,
        label: 'Close the talk',
        effect: 'writes notes, merges what was made, and ends it for good',
        grave: true,
      },
    ],
    freeText: { key: SAY, label: 'Say something' },
  }
}

export interface Left {
  readonly items: readonly string[]
  readonly notes: string | null
  readonly merge: {
    readonly cause: string
    readonly files: readonly string[]
    readonly branch: string
  } | null
}

export const AGAIN_NOTES = 'notes'
export const AGAIN_MERGE = 'merge'
export const SETTLED = 'settled'
export const DONE = 'done'
export const itemKey = (at: number) => `item-${at + 1}`

export function whatIsLeft(left: Left): Question {
  return {
    id: 'afterwards',
    title: 'The talk is closed. Something is left.',
    body: bodyOf(left),
    options: [...notesOption(left), ...mergeOptions(left), ...left.items.map(itemOption), done],
    default: DONE,
  }
}

const done: Option = { key: DONE, label: 'Leave it so', effect: 'what is left stays in the record' }

function notesOption({ notes }: Left): Option[] {
  if (notes === null) return []
  return [
    { key: AGAIN_NOTES, label: 'Write the notes again', effect: 'asks once more; the transcript is kept' },
  ]
}

function mergeOptions({ merge }: Left): Option[] {
  if (merge === null) return []
  const { branch } = merge
  const again = { key: AGAIN_MERGE, label: 'Try the merge again', effect: `merges ${branch}`, grave: true }
  const effect = `takes your word that ${branch} is merged, and removes it`
  const settled = { key: SETTLED, label: 'It is merged: I settled it by hand', effect, grave: true }
  return [again, settled]
}

function itemOption(item: string, at: number): Option {
  return {
    key: itemKey(at),
    label: `Follow up: ${shortened(item, 80)}`,
    effect: 'files a request for another talk',
  }
}

function bodyOf({ items, notes, merge }: Left): string {
  const lines = [
    ...(notes === null ? [] : [`No notes were made: ${notes}.`]),
    ...(merge === null
      ? []
      : [`${merge.branch} is not merged: ${merge.cause}.`, ...merge.files.map((file) => `- ${file}`)]),
    ...(items.length === 0 ? [] : ['Open items:', ...items.map((item) => `- ${item}`)]),
  ]
  return lines.join('\n')
}
