// Verification: can this record be trusted? No model is called and nothing is written.
//
//   V1  Every byte of the journal is under its chain of hashes.
//   V2  Every turn has its receipt.
//   V3  The procedure, run again over the journal, takes exactly the recorded steps, renders exactly the recorded documents and
//       comes to the recorded outcome.
//   V4  The documents on disk are those documents; of a file that several meetings share, this meeting's parts are there.

import { isDeepStrictEqual } from 'node:util'
import type { Deps } from './deps.js'
import { Damaged, Diverged, messageOf } from './errors.js'
import { inputOf, openedIn } from './hold.js'
import type { Journal, Lease } from './journal.js'
import type { Line } from './line.js'
import type { MovedDocument, WroteData } from './line-data.js'
import { plainJson } from './masks.js'
import { Strand } from './meeting.js'
import type { Protocol } from './protocol.js'
import { sha256 } from './seal.js'
import { type Rewrote, Session } from './session.js'
import { Stopped } from './signals.js'
import { Tape } from './tape.js'

export interface Finding {
  /** The journal line that is at fault, or that vouches for the document. */
  readonly line: number | null
  readonly path: string | null
  readonly what: string
}

export interface Verification {
  readonly findings: readonly Finding[]
  readonly lines: number
  readonly turns: number
  readonly documents: number
}

export async function verify(journal: Journal, protocol: Protocol, deps: Deps): Promise<Verification> {
  const read = await readWhole(journal)
  if ('finding' in read) return { findings: [read.finding], lines: 0, turns: 0, documents: 0 }
  const { lines } = read
  const turns = lines.filter((line) => line.kind === 'turn')
  const replayed = await replay(lines, protocol, deps)
  const last = lastWrites(lines)
  const onDisk = await Promise.all([...last.values()].map((one) => compare(one, deps)))
  const findings = [...lines.flatMap(receiptFault), ...replayed, ...onDisk.flat()]
  return { findings, lines: lines.length, turns: turns.length, documents: last.size }
}

async function readWhole(journal: Journal): Promise<{ lines: readonly Line[] } | { finding: Finding }> {
  try {
    return { lines: await journal.read() }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return { finding: { line: error.line, path: null, what: error.message } }
  }
}

/** That a turn has a receipt at all is checked where its line is read. */
function receiptFault(line: Line): Finding[] {
  if (line.kind !== 'turn') return []
  const { receipt, seat } = line.data
  if (receipt.seat === seat && receipt.prompt.length === 64) return []
  return [{ line: line.n, path: null, what: `Line ${line.n} is a turn without a receipt of its own.` }]
}

/** Runs the procedure over the record. It may stop where the record stops, and nowhere else. */
async function replay(lines: readonly Line[], protocol: Protocol, deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = []
  const rewrote: Rewrote = async ({ n, data }, text) => {
    const clean = (await deps.scrub(text)).text
    if (sha256(clean) === data.sha256) return
    const what = `Line ${n} records other bytes for ${data.path} than its journal renders.`
    findings.push({ line: n, path: data.path, what })
  }
  try {
    const opened = openedIn(lines)
    const input = inputOf(protocol, opened)
    const boundary = protocol.boundary(input, opened.id)
    const of = { id: opened.id, deps, boundary, lease: closed(lines), tape: new Tape(lines), rewrote }
    const session = new Session(of)
    findings.push(...(await replayFaults(session, protocol, input, lines)))
  } catch (error) {
    findings.push({ line: null, path: null, what: `It could not be replayed. ${messageOf(error)}` })
  }
  return findings
}

async function replayFaults(
  session: Session,
  protocol: Protocol,
  input: unknown,
  lines: readonly Line[],
): Promise<Finding[]> {
  const ran = await ending(() => protocol.run(new Strand(session), input))
  if (ran.kind === 'broke' && ran.error instanceof Diverged)
    return [{ line: ran.error.line, path: null, what: ran.error.message }]
  const left = session.tape.leftOver
  if (left)
    return [
      { line: left.n, path: null, what: `Line ${left.n} records a step that the protocol does not take.` },
    ]
  const fault = endFault(ran, lines.at(-1) as Line)
  return fault === undefined ? [] : [{ line: lines.length, path: null, what: fault }]
}

type Ran =
  | { readonly kind: 'done'; readonly outcome: unknown }
  | { readonly kind: 'went on' }
  | { readonly kind: 'broke'; readonly error: unknown }

async function ending(run: () => Promise<unknown>): Promise<Ran> {
  try {
    return { kind: 'done', outcome: plainJson(await run()) }
  } catch (error) {
    return error instanceof Stopped ? { kind: 'went on' } : { kind: 'broke', error }
  }
}

/** Why the end of the run does not fit the last line. A meeting that is not over may have been killed at any line. */
function endFault(ran: Ran, last: Line): string | undefined {
  if (ran.kind === 'broke')
    return samePlace(ran.error, last) ? undefined : `The protocol breaks there: ${messageOf(ran.error)}`
  if (last.kind !== 'concluded') return undefined
  if (ran.kind === 'went on') return 'The protocol goes on where the record concludes.'
  return isDeepStrictEqual(last.data.outcome, ran.outcome)
    ? undefined
    : 'The protocol comes to another outcome than the record.'
}

/** A run that broke left a line that says so, in the same words. */
function samePlace(error: unknown, last: Line): boolean {
  if (last.kind === 'halted') return last.data.line === messageOf(error)
  if (last.kind === 'failed') return last.data.message === messageOf(error)
  return last.kind !== 'concluded'
}

/** A lease that records nothing: whatever would be new ends the replay. */
function closed(lines: readonly Line[]): Lease {
  const append = () => Promise.reject(new Stopped({ kind: 'unrecorded' }))
  return { token: 0, torn: undefined, lines, check: () => {}, append, release: async () => {} }
}

/** A document as the journal says that it should stand on disk. */
interface Standing extends Pick<WroteData, 'path' | 'parts' | 'removed'> {
  readonly line: number
  readonly sha256: string | null
}

function lastWrites(lines: readonly Line[]): Map<string, Standing> {
  const last = new Map<string, Standing>()
  for (const one of [...lines.flatMap(writtenBy), ...lines.flatMap(movedBy)]) last.set(one.path, one)
  return last
}

function writtenBy({ kind, n, data }: Line): Standing[] {
  return kind === 'wrote' ? [{ ...data, line: n }] : []
}

/** A document of a meeting that was given up. */
export type Moved = Pick<MovedDocument, 'path' | 'to'>

/** Documents that were moved when the meeting was given up, as if written there and removed here. */
function movedBy({ kind, n, data }: Line): Standing[] {
  if (kind !== 'aborted' || !data.moved) return []
  return data.moved.flatMap(({ path, to, sha256 }) => [
    { path, line: n, sha256: null, removed: true },
    { path: to, line: n, sha256 },
  ])
}

async function compare(standing: Standing, deps: Deps): Promise<Finding[]> {
  const { line, path, removed, parts, sha256: recorded } = standing
  const text = await deps.documents.read(path)
  const fault = (what: string): Finding[] => [{ line, path, what }]
  if (removed) return text === null ? [] : fault(`${path} was removed by line ${line} and is there again.`)
  if (text === null) return fault(`${path}, written by line ${line}, is gone.`)
  if (parts)
    return parts.every((part) => text.includes(part))
      ? []
      : fault(`${path} no longer holds what line ${line} added.`)
  return sha256(text) === recorded
    ? []
    : fault(`${path} is not as line ${line} wrote it: it was edited since.`)
}
