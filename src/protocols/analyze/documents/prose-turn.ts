// Prose: a turn of a backend that answers in words instead of the structure. Voices begin with a name, points are bullets or sentences.

import type { Role } from '../names.js'
import { firstName, roles } from '../names.js'
import type { Draft } from '../rules/checks.js'
import { playsPerson, type Speakers } from '../rules/speech.js'

const bullet = /^\s*(?:[-*•+]|\(?\d{1,2}[.)])\s+/

/** Marks a value that only stands for words: what they say is read from the text itself. */
const wordsOnly = 'words'

/** What the shape of a turn holds where a backend answered in words. Something that begins like a structure is left to be repaired. */
export function asProse(text: string): unknown {
  if (/^\s*(?:```\w*\s*)?[{[]/.test(text)) return undefined
  return {
    contributions: [{ role: 'business-analyst', points: ['(in words)'] }],
    question: { role: 'business-analyst', kind: 'open', text: '(in words)', targets: [wordsOnly] },
  }
}

export function isProse({ targets }: { readonly targets: readonly string[] }): boolean {
  return targets.length === 1 && targets[0] === wordsOnly
}

export function readProse(text: string, speakers: Speakers): Draft {
  const whole = text.replace(/\r\n?/g, '\n').split('\n')
  const person = whole.findIndex((line) => playsPerson(line, speakers))
  const lines = person < 0 ? whole : whole.slice(0, person)
  const { before, voices } = voicesIn(lines, speakers)
  const pieces = voices.flatMap(({ role, lines: spoken }) =>
    spoken.flatMap(sentencesIn).map((piece) => ({ role, piece })),
  )
  const last = pieces.findLastIndex(({ piece }) => piece.endsWith('?'))
  const asked = pieces[last]
  const contributions = voices.flatMap(({ role }) => {
    const points = pieces.flatMap((one, at) => (one.role === role && at !== last ? [one.piece] : []))
    return points.length === 0 ? [] : [{ role, points }]
  })
  return {
    spoken: {
      contributions: uniqueVoices(contributions),
      question: {
        role: asked?.role ?? 'business-analyst',
        kind: 'open',
        text: asked?.piece ?? '',
        targets: [],
      },
    },
    prose: {
      text: lines.join('\n'),
      before: before.join('\n').trim(),
      running: runningShare(voices, asked?.piece),
    },
  }
}

interface ProseVoice {
  readonly role: Role
  readonly lines: string[]
}

function voicesIn(lines: readonly string[], speakers: Speakers): { before: string[]; voices: ProseVoice[] } {
  const before: string[] = []
  const voices: ProseVoice[] = []
  for (const line of lines) {
    const start = voiceStart(line, speakers)
    if (start !== null) voices.push({ role: start.role, lines: start.rest === '' ? [] : [start.rest] })
    else (voices.at(-1)?.lines ?? before).push(line)
  }
  return { before, voices }
}

/** `Maya:`, `**Alex Rivera**`, `### Jordan`; a sentence that begins with a name is none. */
function voiceStart(line: string, { names }: Speakers): { role: Role; rest: string } | null {
  for (const role of roles) {
    for (const name of [names[role], firstName(names[role])]) {
      const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const found = new RegExp(`^[\\s#*_>]*${escaped}[*_]*\\s*(?:(?::[*_]*|[–—])\\s*(.*)|[*_]*)$`, 'iu').exec(
        line,
      )
      if (found) return { role, rest: (found[1] ?? '').trim() }
    }
  }
  return null
}

function sentencesIn(line: string): string[] {
  const text = line.replace(bullet, '').trim()
  if (text === '') return []
  if (bullet.test(line)) {
    const at = text.search(/(?<=[.!:;])\s+(?=[^.!?]*\?$)/)
    return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at).trim()]
  }
  return text.split(/(?<=[.!?])\s+(?=\S)/).map((sentence) => sentence.trim())
}

/** Lines that are neither bullets nor the question, of all that are not blank. */
function runningShare(voices: readonly ProseVoice[], question: string | undefined): number {
  const lines = voices.flatMap(({ lines: list }) => list).filter((line) => line.trim() !== '')
  const running = lines.filter((line) => !bullet.test(line) && line.trim() !== question)
  return lines.length === 0 ? 0 : running.length / lines.length
}

/** A voice that begins twice is one voice here: its words are in order already. */
function uniqueVoices(voices: readonly { readonly role: Role; readonly points: string[] }[]) {
  return voices.filter(({ role }, at) => voices.findIndex((one) => one.role === role) === at)
}
