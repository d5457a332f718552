// How the notes of an analysis are told. Only the thread is: voices, notices, and that documents were written. What the inspector shows
// (coverage, claims, retries, states) is drawn apart (drawn.ts), and is told as nothing.

import { prose } from '../../view/parts.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import { faceOf, type Story } from '../../view/story.js'
import type { NoteTelling, Told } from '../../view/telling.js'
import { firstName } from './names.js'

const nothing: NoteTelling = () => []

export const notes: Readonly<Record<string, NoteTelling>> = {
  shown,
  artifacts,
  summary,
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

/** Who presents it; the question that follows has it whole. */
function summary(data: unknown, story: Story): readonly Told[] | undefined {
  const [role, domain] = [textIn(data, 'role'), textIn(data, 'domain')]
  if (role === undefined || domain === undefined) return undefined
  const name = firstName(textIn(data, 'name') ?? faceOf(story, role).name)
  const again = fieldsOf(data)['again'] === true ? ' again' : ''
  return [{ kind: 'notice', degree: 'info', text: `${name} presents the ${domain}${again}.` }]
}

/** Each voice is a turn. The question ends the last one, or is a turn of whoever else asks it. */
function shown(data: unknown): readonly Told[] | undefined {
  const voices = listIn(data, 'voices')
  const text = textIn(data, 'text')
  // The question that follows has it whole.
  if (textIn(data, 'kind') === 'scope') return []
  if (voices.length === 0) return text === undefined ? undefined : [{ kind: 'notice', degree: 'info', text }]
  const { question } = fieldsOf(data)
  const [asked, asker] = [textIn(question, 'text') ?? '', textIn(question, 'role') ?? '']
  const label = `exchange ${numberIn(data, 'exchange') ?? 0}`
  const own = asked !== '' && textIn(voices.at(-1), 'role') === asker
  const turns = voices.map((voice, at): Told => {
    const points = textsIn(voice, 'points').map((point) => `- ${point}`)
    const words = [points.join('\n'), ...(own && at === voices.length - 1 ? [asked] : [])]
    return turn(textIn(voice, 'role') ?? '', textIn(voice, 'name') ?? '', paragraphs(words), label)
  })
  if (asked === '' || own) return turns
  const name = voices.find((voice) => textIn(voice, 'role') === asker)
  return [...turns, turn(asker, textIn(name, 'name') ?? asker, asked, label)]
}

function paragraphs(words: readonly string[]): string {
  return words.filter((text) => text !== '').join('\n\n')
}

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

/** What the person changed in documents themselves: it is kept, and the analysts read it next. What they deleted is written again. */
export function tellEdits(result: unknown): readonly Told[] {
  const [names, gone] = [Object.keys(fieldsOf(fieldsOf(result)['changed'])), textsIn(result, 'gone')]
  const texts = [
    ...(names.length === 0
      ? []
      : [`You edited ${names.join(', ')}: your words are kept, and the analysts read them next.`]),
    ...(gone.length === 0
      ? []
      : [`${gone.join(', ')} was deleted, and is written again with the next documents.`]),
  ]
  return texts.map((text): Told => ({ kind: 'notice', degree: 'info', text, beside: true }))
}
