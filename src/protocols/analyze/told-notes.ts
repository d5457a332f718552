// How the notes of an analysis are told. Only the thread is: voices, notices, and that documents were written. What the inspector shows
// (coverage, claims, retries, states) is in the notes for whoever asks for it, and is told as nothing.

import { drawnAs, type Papers } from '../../story/drawings.js'
import { prose } from '../../story/parts.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../story/reading.js'
import type { Draws, NoteTelling, Told } from '../../story/telling.js'

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

/** Each voice is a turn. The question ends the last one, or is a turn of whoever else asks it. */
function shown(data: unknown): readonly Told[] | undefined {
  const voices = listIn(data, 'voices')
  const text = textIn(data, 'text')
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

/** What each note changes in the list of documents. */
export const draws: Readonly<Record<string, Draws>> = {
  artifacts: (data, story, n) => {
    const before = drawnAs(story.drawings, papersId, 'papers')?.papers ?? []
    const now = listIn(data, 'files').map((file) => ({
      path: textIn(file, 'path') ?? '',
      state: (textIn(file, 'status') ?? '').toLowerCase(),
      worth: confidence(textIn(file, 'confidence')),
      changed: n,
    }))
    const kept = before.filter(({ path }) => now.every((paper) => paper.path !== path))
    const papers = [...kept, ...now].toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return [{ kind: 'papers', id: papersId, title: 'Documents', papers } satisfies Papers]
  },
}

const papersId = 'papers'

function confidence(word: string | undefined): string {
  return word === undefined ? '' : `confidence ${word.toLowerCase()}`
}
