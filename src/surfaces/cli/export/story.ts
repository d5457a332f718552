// Story: a journal as a list of things worth reading, for every format of an export. Pure.

import type { Line } from '../../../kernel/line.js'
import type { WroteData } from '../../../kernel/meeting.js'
import type { Answer, Question } from '../../../kernel/question.js'
import type { Opened, Receipt, TurnData } from '../../../kernel/summary.js'
import { clean } from '../screen/clean.js'
import { facesIn } from '../screen/faces.js'

export type Scene =
  | { readonly kind: 'phase'; readonly n: number; readonly name: string }
  | {
      readonly kind: 'turn'
      readonly n: number
      readonly seat: string
      readonly name: string
      readonly role: string
      /** Markdown, as it was said. */
      readonly text: string
      /** The id of the call, when the reply was structured. */
      readonly structured: string | null
      readonly receipt: Receipt
    }
  | {
      readonly kind: 'spoken'
      readonly n: number
      readonly name: string
      readonly role: string
      /** Where it stands, in words. */
      readonly about: string
      readonly text: string
    }
  | { readonly kind: 'question'; readonly n: number; readonly question: Question }
  | { readonly kind: 'answer'; readonly n: number; readonly answer: Answer }
  | { readonly kind: 'wrote'; readonly n: number; readonly path: string; readonly removed: boolean }
  | { readonly kind: 'note'; readonly n: number; readonly name: string; readonly text: string }
  | { readonly kind: 'end'; readonly n: number; readonly how: string; readonly text: string }

export interface Story {
  readonly opened: Opened
  readonly scenes: readonly Scene[]
}

export function storyOf(lines: readonly Line[]): Story {
  const faces = facesIn(lines[0])
  const scenes = lines.flatMap((line) => sceneOf(line, faces) ?? [])
  return { opened: lines[0]?.data as Opened, scenes }
}

function sceneOf({ n, kind, data }: Line, faces: ReturnType<typeof facesIn>): Scene | undefined {
  switch (kind) {
    case 'phase':
      return { kind: 'phase', n, name: clean((data as { name: string }).name) }
    case 'turn':
      return turnScene(n, data as TurnData, faces)
    case 'asked':
      return { kind: 'question', n, question: data as Question }
    case 'answered':
      return { kind: 'answer', n, answer: data as Answer }
    case 'wrote':
      return {
        kind: 'wrote',
        n,
        path: clean((data as WroteData).path),
        removed: (data as WroteData).removed === true,
      }
    case 'noted':
      return noteScene(n, data as { kind: string; data: unknown }, faces)
    case 'failed':
    case 'paused':
    case 'halted':
    case 'aborted':
      return { kind: 'end', n, how: kind, text: clean(why(data)) }
    case 'concluded':
      return { kind: 'end', n, how: kind, text: '' }
    case 'opened':
    case 'acted':
      return undefined
  }
}

/** A draft is not part of what was said. */
function turnScene(n: number, turn: TurnData, faces: ReturnType<typeof facesIn>): Scene | undefined {
  if (turn.draft) return undefined
  const structured = turn.value === undefined ? null : clean(turn.call)
  const text = structured === null ? turn.text : JSON.stringify(turn.value, null, 2)
  return {
    kind: 'turn',
    n,
    seat: turn.seat,
    ...faces(turn.seat),
    text: clean(text),
    structured,
    receipt: turn.receipt,
  }
}

/** What only the engine needs is no scene; a phase has its own. */
function noteScene(
  n: number,
  { kind, data }: { kind: string; data: unknown },
  faces: ReturnType<typeof facesIn>,
): Scene | undefined {
  if (kind === 'plan' || kind === 'passed') return undefined
  if (kind === 'line' && (data as { text: string }).text.startsWith('## Phase: ')) return undefined
  if (kind === 'emitted') return spokenScene(n, data as EmittedNote, faces)
  const { text, line, table, lines } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >
  const words = [text, line, table].filter((word) => typeof word === 'string')
  const list = Array.isArray(lines) ? lines.filter((word) => typeof word === 'string') : []
  const all = [...words, ...list]
  return {
    kind: 'note',
    n,
    name: clean(kind),
    text: clean(all.length > 0 ? all.join('\n') : JSON.stringify(data)),
  }
}

interface EmittedNote {
  readonly t: number
  readonly turn: string
  readonly seat: string | null
  readonly speaker: string
  readonly block: string
}

/** A turn that passed a chartered meeting's gate: its header is told in words. */
function spokenScene(n: number, note: EmittedNote, faces: ReturnType<typeof facesIn>): Scene {
  const at = note.block.indexOf('\n\n')
  const role = note.seat === null ? '' : faces(note.seat).role
  const about = `line ${n}, turn ${note.t} (${note.turn})`
  return {
    kind: 'spoken',
    n,
    name: clean(note.speaker),
    role,
    about: clean(about),
    text: clean(note.block.slice(at + 2)),
  }
}

function why(data: unknown): string {
  const { message, reason, line } = (data ?? {}) as Record<string, unknown>
  return [line, reason, message].find((word): word is string => typeof word === 'string') ?? ''
}
