// Verification: can this record be trusted? No model is called and nothing is written.
//
//   V1  Every byte of the journal is covered by its chain of hashes.
//   V2  Every turn has its receipt, and the procedure makes the prompt again whose hash is in it.
//   V3  The procedure, run again over the journal, takes exactly the recorded steps, renders exactly the recorded documents and
//       comes to the recorded outcome.
//   V4  The documents on disk are those documents; of a file that several meetings share, this meeting's parts are there.
//   V5  The hash that its record names is of a line of this journal: one that was chained anew no longer has that line.

import { isDeepStrictEqual } from 'node:util'
import { addAll } from '../../rules/lists.js'
import { Damaged, Diverged, messageOf, OutsideBoundary } from '../errors.js'
import { sha256 } from '../line/hash.js'
import type { Journal, KeptBeside } from '../line/journal.js'
import type { Line } from '../line/line.js'
import type { MovedDocument } from '../line/line-data.js'
import { pageFaults, quotesAgain } from '../line/pages.js'
import { foundAs, type Standing, standingDocuments } from '../line/standing.js'
import type { Protocol } from '../protocol.js'
import type { Deps } from '../run/deps.js'
import { inputOf, openedIn } from '../run/hold.js'
import { type Ran, type Replayed, replay } from '../run/replay.js'
import type { Replaying } from '../run/session.js'
import { sentText } from '../turn/sent-text.js'
import { namedBy, recordFaults } from './record.js'
import { type SourcesAgain, sourcesAgain } from './sources-again.js'

export interface Finding {
  /** The journal line that is wrong, or that wrote the document. */
  readonly line: number | null
  readonly path: string | null
  readonly what: string
}

export interface Verification {
  readonly findings: readonly Finding[]
  /** What was called verified with a commit: how many of these citations still stand there, and which commits are not here. */
  readonly sources: Pick<SourcesAgain, 'stand' | 'gone'>
  readonly prompts: Prompts
  readonly lines: number
  readonly turns: number
  readonly documents: number
}

/** How many turns have a receipt of the prompt that the procedure makes again, and the lines of those that do not. */
export interface Prompts {
  readonly same: number
  readonly other: readonly number[]
}

export async function verify(journal: Journal, protocol: Protocol, deps: Deps): Promise<Verification> {
  const read = await readWhole(journal)
  if ('finding' in read) return damaged(read.finding)
  const { lines } = read
  const alone = await verifyLines(lines, journal, protocol, deps)
  const documents = standingDocuments(lines)
  const onDisk = await Promise.all([...documents.values()].map((one) => compare(one, protocol, deps)))
  const { fallen, stand, gone } = await sourcesAgain(deps.world.git, lines)
  return {
    ...alone,
    findings: [...alone.findings, ...onDisk.flat(), ...fallen],
    sources: { stand: stand + alone.sources.stand, gone },
    documents: documents.size,
  }
}

/**
 * The same where there is no workspace: neither documents on disk nor commits are looked at, but the text of its record where there is one.
 */
export async function verifyAway(
  { lines, kept }: KeptBeside & { readonly lines: readonly Line[] },
  protocol: Protocol,
  deps: Deps,
  record?: string,
): Promise<Verification> {
  const alone = await verifyLines(lines, { kept }, protocol, deps)
  if (record === undefined) return alone
  const faults = await recordFaults(lines, record, protocol)
  return { ...alone, findings: [...alone.findings, ...faults], documents: 1 }
}

/** What can be checked with nothing but the journal and what is kept beside it. */
async function verifyLines(
  lines: readonly Line[],
  journal: KeptBeside,
  protocol: Protocol,
  deps: Deps,
): Promise<Verification> {
  const turns = lines.filter((line) => line.kind === 'turn')
  const { prompts, findings: replayed } = await replayAgain(lines, protocol, deps)
  const besides = await Promise.all(lines.map((line) => wholeFault(line, journal)))
  const pages = await pageFaults(lines, journal)
  const { stand, fallen } = await quotesAgain(lines, journal)
  const inJournal = [...lines.flatMap(receiptFault), ...namedFaults(lines), ...besides.flat()]
  return {
    findings: [...inJournal, ...replayed, ...pages, ...fallen],
    sources: { stand, gone: [] },
    prompts,
    lines: lines.length,
    turns: turns.length,
    documents: 0,
  }
}

/** The verification of a journal that cannot be read whole. */
export function damaged(finding: Finding): Verification {
  const sources = { stand: 0, gone: [] }
  const prompts = { same: 0, other: [] }
  return { findings: [finding], sources, prompts, lines: 0, turns: 0, documents: 0 }
}

async function readWhole(journal: Journal): Promise<{ lines: readonly Line[] } | { finding: Finding }> {
  try {
    return { lines: await journal.read() }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return { finding: { line: error.line, path: null, what: error.message } }
  }
}

/** Whether a turn has a receipt at all is checked where its line is read. */
function receiptFault(line: Line): Finding[] {
  if (line.kind !== 'turn') return []
  const { receipt, seat } = line.data
  if (receipt.seat === seat && receipt.prompt.length === 64) return []
  return [{ line: line.n, path: null, what: `Line ${line.n} is a turn without a receipt of its own.` }]
}

/** What the record names was taken by a step of its own. */
function namedFaults(lines: readonly Line[]): Finding[] {
  const before = new Set<string>()
  return lines.flatMap((line) => {
    const { n, hash } = line
    const named = namedBy(line)
    const isSound = named === undefined || before.has(named)
    before.add(`sha256:${hash}`)
    if (isSound) return []
    const what = `Line ${n} names the hash of no line before it: the record was written from another journal than this.`
    return [{ line: n, path: null, what }]
  })
}

/** A text that is too long for a line is kept beside the journal, named by its hash. A fork does not copy it from its source. */
async function wholeFault(line: Line, journal: KeptBeside): Promise<Finding[]> {
  const { n, kind, data } = line
  if (kind !== 'turn' && kind !== 'failed') return []
  if (!('seat' in data) || !data.whole || data.from) return []
  const kept = await journal.kept(data.whole.sha256)
  if (kept !== null && sha256(kept) === data.whole.sha256) return []
  const what = kept === null ? 'is missing' : 'was changed'
  return [{ line: n, path: null, what: `The whole reply of line ${n}, kept beside the journal, ${what}.` }]
}

interface ReplayedAgain {
  readonly prompts: Prompts
  readonly findings: readonly Finding[]
}

async function replayAgain(lines: readonly Line[], protocol: Protocol, deps: Deps): Promise<ReplayedAgain> {
  const findings: Finding[] = []
  const prompts = { same: 0, other: [] as number[] }
  const wrote: Replaying['wrote'] = async ({ n, data }, text) => {
    const clean = (await deps.scrub(text)).text
    if (sha256(clean) === data.sha256) return
    const what = `Line ${n} records other bytes for ${data.path} than its journal renders.`
    findings.push({ line: n, path: data.path, what })
  }
  const spoke: Replaying['spoke'] = async (line, asked, session) => {
    // What a fork took over was sent in another meeting, whose id may stand in the prompt.
    if (line.kind !== 'turn' || line.data.from) return
    if (sentText(line, asked, session).fits) prompts.same++
    else prompts.other.push(line.n)
  }
  try {
    const opened = openedIn(lines)
    const recorded = { id: opened.id, lines, protocol, input: inputOf(protocol, opened) }
    addAll(findings, faultsOf(await replay(recorded, deps, { wrote, spoke }), lines))
  } catch (error) {
    findings.push({ line: null, path: null, what: `It could not be replayed. ${messageOf(error)}` })
  }
  return { prompts, findings }
}

function faultsOf({ ran, leftOver }: Replayed, lines: readonly Line[]): Finding[] {
  if (ran.kind === 'broke' && ran.error instanceof Diverged)
    return [{ line: ran.error.line, path: null, what: ran.error.message }]
  if (leftOver) {
    const what = `Line ${leftOver.n} records a step that the protocol does not take.`
    return [{ line: leftOver.n, path: null, what }]
  }
  const fault = endFault(ran, lines.at(-1) as Line)
  return fault === undefined ? [] : [{ line: lines.length, path: null, what: fault }]
}

/** Why the end of the replay does not fit the last line. A meeting that is not over may have been killed at any line. */
function endFault(ran: Ran, last: Line): string | undefined {
  if (ran.kind === 'broke')
    return samePlace(ran.error, last) ? undefined : `The protocol breaks there: ${messageOf(ran.error)}`
  if (last.kind !== 'concluded') return undefined
  if (ran.kind === 'went on') return 'The protocol goes on where the record concludes.'
  return isDeepStrictEqual(last.data.outcome, ran.outcome)
    ? undefined
    : 'The protocol comes to another outcome than the record.'
}

/** A run that failed left a line with the same message. */
function samePlace(error: unknown, last: Line): boolean {
  if (last.kind === 'halted') return last.data.line === messageOf(error)
  if (last.kind === 'failed') return last.data.message === messageOf(error)
  return last.kind !== 'concluded'
}

/** A document of a meeting that was given up. */
export type Moved = Pick<MovedDocument, 'path' | 'to'>

/** A path that a meeting could never have written is a finding about its journal; nothing is looked at there. */
function outside(error: unknown): OutsideBoundary {
  if (error instanceof OutsideBoundary) return error
  throw error
}

async function compare(standing: Standing, protocol: Protocol, { documents }: Deps): Promise<Finding[]> {
  const { line, path, parts } = standing
  const found = await foundAs(standing, documents, protocol).catch(outside)
  if (typeof found !== 'string')
    return [{ line, path, what: `Line ${line} wrote no such document: ${found.detail}.` }]
  const changed = parts
    ? `${path} no longer holds what line ${line} added.`
    : `${path} is not as line ${line} wrote it: it was edited since.`
  const what = {
    'as recorded': null,
    missing: `${path}, written by line ${line}, is gone.`,
    changed,
    'there again': `${path} was removed by line ${line} and is there again.`,
  }[found]
  return what === null ? [] : [{ line, path, what }]
}
