// Restoring for the suite of protocols: a meeting is resumed at every step of its journal after its documents were deleted or changed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { CannotGoOn } from '../../src/kernel/errors.js'
import { seal, sha256 } from '../../src/kernel/line/hash.js'
import type { Journals } from '../../src/kernel/line/journal.js'
import type { Line } from '../../src/kernel/line/line.js'
import { memoryJournals } from '../../src/kernel/line/memory-journals.suite.js'
import { type Standing, standingDocuments } from '../../src/kernel/line/standing.js'
import { type Answer, answerTo, type Question } from '../../src/kernel/question.js'
import type { MeetingEvent } from '../../src/kernel/run/events.js'
import type { Ending } from '../../src/kernel/run/hold.js'
import { type Company, type Parley, parley } from '../../src/parley.js'
import { type HeldMeeting, scriptOn } from './protocol-suite-holding.js'
import type { PreparedAnswer, ProtocolSetup } from './protocol-suite-setup.js'
import type { Stage } from './protocol-suite-stage.js'
import { temporary } from './run.js'

type Restoration = Omit<Extract<MeetingEvent, { type: 'documents' }>, 'type'>

/**
 * The journal, cut after this many lines, is resumed in an empty folder by a run that may do nothing new: what is there afterwards
 * was restored before any live step.
 */
export async function restoredFrom(setup: ProtocolSetup, { id, lines }: HeldMeeting, kept: number) {
  const root = temporary()
  const journals = memoryJournals()
  const recorded = lines.slice(0, kept)
  journals.of(id)
  for (const line of recorded) journals.kept.get(id)?.texts.push(seal(line, line.n, line.prev).text)
  const library = parley(root, { home: root, ...setup.hosted?.(root).own, journals })
  return {
    root,
    documents: shouldStand(recorded),
    async resume(): Promise<Restoration | undefined> {
      const seen = watching()
      await library.hold(id, { ...seen.company, signal: AbortSignal.abort() }, nobodySpeaks)
      const { hash } = (await library.lines(id)).at(-1) ?? {}
      expect(hash).toBe(recorded.at(-1)?.hash)
      return seen.restoration()
    },
  }
}

const nobodySpeaks = { default: 'script:none.yaml', seats: {}, ceiling: null, timeoutSeconds: 60 }

/** The documents that stand after these lines. */
export function shouldStand(lines: readonly Line[]): readonly Standing[] {
  return [...standingDocuments(lines).values()].filter(({ removed }) => !removed)
}

/** Those of these documents that are not on disk as their lines recorded them; of a shared one, the parts are looked for. */
export function notStanding(root: string, documents: readonly Standing[]): string[] {
  const wrong = documents.filter(({ path, parts, sha256: recorded }) => {
    const text = textAt(join(root, path))
    if (text === null) return true
    return parts ? !parts.every((part) => text.includes(part)) : sha256(text) !== recorded
  })
  return wrong.map(({ path }) => path)
}

export function textAt(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A whole meeting of which every run ends behind the next of these lines, and every next one finds the documents of the record deleted. */
export async function losingItsDocuments(
  stage: Stage,
  setup: ProtocolSetup,
  ends: readonly number[],
): Promise<HeldMeeting> {
  const { library } = stage
  const agents = { default: scriptOn(stage, setup.script) }
  const prepared = await library.prepare({ protocol: setup.protocol, fields: setup.fields, agents })
  if (prepared.kind !== 'ready') throw new Error(prepared.halt)
  const id = await library.begin(prepared)
  for (let before = await library.lines(id); ; ) {
    if (before.length > mostLines) throw new Error(`It is not concluded after ${before.length} lines.`)
    const documents = shouldStand(before)
    for (const { path } of documents) rmSync(join(library.root, path), { force: true })
    const seen = watching()
    const answer = answering(setup.script.answers, before)
    const end = ends.find((n) => n > before.length) ?? mostLines
    const ending = await endingAfter(library, end).hold(id, { ...seen.company, answer })
    const lines = await library.lines(id)
    const how = `line ${before.length}`
    expect(seen.restoration()?.lost ?? [], how).toEqual([])
    if (ending.kind === 'concluded' && lines.length === before.length)
      return { stage, id, lines, ran: { code: 0, stdout: '', stderr: '' } }
    expect(lines.length, `${how}: ${why(ending)}`).toBe(ending.kind === 'concluded' ? ends.at(-1) : end)
    before = lines
  }
}

/** More than any meeting of the suite has; one that gets nowhere is named. */
const mostLines = 300

function why(ending: Ending): string {
  return ending.kind === 'failed' ? String(ending.error) : ending.kind
}

/** The same meetings, to whose journals nothing is appended after this line: what a process comes to that dies there. */
function endingAfter({ root, journals }: Parley, last: number): Parley {
  return parley(root, { journals: cutOff(journals, last) })
}

function cutOff(journals: Journals, last: number): Journals {
  return {
    ...journals,
    of(id) {
      const journal = journals.of(id)
      return {
        ...journal,
        async lease() {
          const lease = await journal.lease()
          const { token, torn, lines } = lease
          return {
            token,
            torn,
            lines,
            check: () => lease.check(),
            append: (n, entry) =>
              n > last
                ? Promise.reject(new CannotGoOn('OVERTAKEN', 'It ends here.'))
                : lease.append(n, entry),
            keep: (text, as) => lease.keep(text, as),
            kept: (hash, as) => lease.kept(hash, as),
            release: () => lease.release(),
          }
        },
      }
    },
  }
}

/** Answers as prepared, behind those that are on record; where there is none, the default. */
function answering(all: readonly PreparedAnswer[], recorded: readonly Line[]): Company['answer'] {
  const left = [...all]
  const take = (id: string) => {
    const at = left.findIndex(({ to }) => to === id)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  for (const { kind, data } of recorded) if (kind === 'answered') take(data.question)
  return async (question: Question): Promise<Answer> => {
    const given = take(question.id)
    return answerTo(question, given?.choose ?? question.default ?? '', given?.text, 'answers')
  }
}

/** Company that never answers, and keeps what it is told of documents. */
function watching() {
  let told: Restoration | undefined
  const company: Company = {
    answer: async () => undefined,
    observe(event) {
      if (event.type === 'documents') told = event
    },
    signal: new AbortController().signal,
  }
  return { company, restoration: () => told }
}
