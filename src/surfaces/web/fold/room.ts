// Room: what the page shows of a journal. `readLines` takes new lines in; what it has read before it never touches again.
//
//   F3  Reading lines one by one or all at once gives the same room.
//   F4  An item that was shown keeps its identity until it changes, so that a long transcript is painted once.

import type { Line } from '../../../kernel/line.js'
import type { Question } from '../../../kernel/question.js'
import { fold, type Opened } from '../../../kernel/summary.js'
import { keepCitations } from './cited.js'
import { type Desk, notice, ownWords, type Room } from './desk.js'
import { facesIn } from './face.js'
import { markRound, readNote } from './notes.js'
import { isWorkingFile } from './papers.js'
import { readAnswer, readFailure, readTurn } from './said.js'

/** Lines that were read already are passed over, so a stream may repeat itself. */
export function readLines(before: Room, lines: readonly Line[]): Room {
  const fresh = lines.filter(({ n }) => n > before.summary.lines)
  if (fresh.length === 0) return before
  const desk: Desk = {
    ...before,
    faces: [...before.faces],
    items: [...before.items],
    costs: [...before.costs],
    pins: [...before.pins],
    questions: [...before.questions],
    documents: [...before.documents],
    checked: [...before.checked],
    pending: new Map(before.pending),
  }
  for (const line of fresh) {
    desk.summary = fold(desk.summary, line)
    readLine(desk, line)
  }
  return desk
}

function readLine(desk: Desk, line: Line): void {
  switch (line.kind) {
    case 'opened':
      opened(desk, line)
      break
    case 'phase':
      enter(desk, line, (line.data as { name: string }).name)
      break
    case 'turn':
      readTurn(desk, line)
      break
    case 'failed':
      readFailure(desk, line)
      break
    case 'asked':
      desk.questions.push({ key: line.key, n: line.n, question: line.data as Question })
      break
    case 'answered':
      readAnswer(desk, line)
      break
    case 'wrote':
      wrote(desk, line)
      break
    case 'acted':
      keepCitations(desk, line)
      break
    case 'noted':
      readNote(desk, line)
      break
    case 'paused':
    case 'halted':
    case 'aborted':
      stopped(desk, line, line.kind)
      break
    case 'concluded':
      desk.questions = []
      desk.items.push({
        kind: 'stop',
        key: `n${line.n}`,
        n: line.n,
        at: line.at,
        word: 'concluded',
        text: '',
      })
  }
}

function opened(desk: Desk, line: Line): void {
  const data = line.data as Opened
  const input = (data.input ?? {}) as Record<string, unknown>
  const person = (input['person'] ?? {}) as { name?: unknown }
  desk.faces = [...facesIn(data)]
  if (typeof person.name === 'string' && person.name !== '') desk.person = person.name
  const { ceiling } = (data.agents ?? {}) as { ceiling?: unknown }
  if (typeof ceiling === 'number') desk.ceiling = ceiling
  if (data.forkedFrom)
    desk.items.push(notice(line, `Forked from ${data.forkedFrom.id} at line ${data.forkedFrom.at}.`))
  const message = input['message']
  if (data.protocol === 'talk' && typeof message === 'string' && message.trim() !== '')
    desk.items.push(ownWords(desk, line, message, ''))
}

/** A council calls each of its rounds a phase; those of a talk say nothing that its composer does not. */
function enter(desk: Desk, line: Line, name: string): void {
  const [, round] = /^round-(\d+)$/.exec(name) ?? []
  if (round !== undefined) {
    markRound(desk, line, Number(round))
    return
  }
  desk.phase = name
  if (desk.summary.protocol === 'talk') return
  desk.items.push({ kind: 'phase', key: `n${line.n}`, n: line.n, name, skipped: null })
}

function wrote(desk: Desk, line: Line): void {
  const {
    path,
    removed = false,
    masked = false,
  } = line.data as { path: string; removed?: boolean; masked?: boolean }
  const written = desk.documents.includes(path)
  desk.documents = desk.documents.filter((known) => known !== path)
  if (!removed) desk.documents.push(path)
  if (!keeps(desk, path, written)) return
  desk.items.push({ kind: 'wrote', key: `n${line.n}`, n: line.n, path, removed, masked })
}

/** Files that a meeting works with are rewritten at every step; only what it leaves is worth a line, and once. */
function keeps(desk: Desk, path: string, written: boolean): boolean {
  return !written && desk.summary.protocol !== 'talk' && !isWorkingFile(path)
}

function stopped(desk: Desk, line: Line, word: 'paused' | 'halted' | 'aborted'): void {
  const { reason = '', line: said = '' } = line.data as { reason?: string; line?: string }
  if (word === 'aborted') desk.questions = []
  desk.items.push({ kind: 'stop', key: `n${line.n}`, n: line.n, at: line.at, word, text: reason || said })
}
