// How the notes of an analysis are told. Only the thread is: voices, notices, and that documents were written. What the inspector shows
// (coverage, claims, retries, states) is in the notes for whoever asks for it, and is told as nothing.

import { prose } from '../../story/parts.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../story/reading.js'
import type { NoteTelling, Told } from '../../story/telling.js'

const nothing: NoteTelling = () => []

export const notes: Readonly<Record<string, NoteTelling>> = {
  shown,
  artifacts,
  // The question that follows has it whole.
  summary: nothing,
  // The outcome says the same.
  report: nothing,
  state: nothing,
  coverage: nothing,
  claims: nothing,
  retry: nothing,
  salvaged: nothing,
  scan: nothing,
  crosscheck: nothing,
  crashed: nothing,
  team: nothing,
}

/** Each voice is a turn. The question is asked next, so it stands here only where it was too long for a title. */
function shown(data: unknown): readonly Told[] | undefined {
  const voices = listIn(data, 'voices')
  const text = textIn(data, 'text')
  if (voices.length === 0) return text === undefined ? undefined : [{ kind: 'notice', degree: 'info', text }]
  const { question } = fieldsOf(data)
  const asked = textIn(question, 'text') ?? ''
  const label = `exchange ${numberIn(data, 'exchange') ?? 0}`
  const turns = voices.map((voice): Told => {
    const points = textsIn(voice, 'points').map((point) => `- ${point}`)
    return turn(textIn(voice, 'role') ?? '', textIn(voice, 'name') ?? '', points.join('\n'), label)
  })
  if ([...asked].length <= longestTitle) return turns
  const asker = textIn(question, 'role') ?? ''
  const name = voices.find((voice) => textIn(voice, 'role') === asker)
  return [...turns, turn(asker, textIn(name, 'name') ?? asker, asked, label)]
}

const longestTitle = 200

function turn(seat: string, name: string, text: string, label: string): Told {
  return {
    kind: 'turn',
    ...{ seat, name, role: '', label, phase: '', round: 0, text, parts: prose(text), verbatim: null },
  }
}

/** One line for a batch. */
function artifacts(data: unknown): readonly Told[] | undefined {
  const files = listIn(data, 'files')
  const names = (first: boolean) =>
    files
      .filter((file) => (fieldsOf(file)['first'] === true) === first)
      .map((file) => (textIn(file, 'path') ?? '').split('/').at(-1))
  const [wrote, updated] = [names(true), names(false)]
  const parts = [
    ...(wrote.length === 0 ? [] : [`wrote ${wrote.join(', ')}`]),
    ...(updated.length === 0 ? [] : [`updated ${updated.join(', ')}`]),
  ]
  return parts.length === 0 ? [] : [{ kind: 'notice', degree: 'info', text: parts.join('; '), beside: true }]
}
