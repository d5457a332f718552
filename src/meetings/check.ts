// Check: verifies a recorded meeting and makes its prompts again, without calling a model.

import { agentsIn } from '../agents/recorded.js'
import { Damaged } from '../kernel/errors.js'
import type { Journals } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import type { Opened } from '../kernel/line/line-data.js'
import type { Deps } from '../kernel/run/deps.js'
import { openedIn } from '../kernel/run/hold.js'
import { damaged, type Finding, type Verification, verify, verifyAway } from '../kernel/verify/verify.js'
import { shippedKind } from '../opening.js'
import { readBundle } from '../workspace/bundle.js'
import { parleyHome } from '../workspace/home.js'
import { openedLoosely, readable } from './lookup.js'
import { depsFor, nobody, silent } from './ports.js'
import { type Wired, wire } from './wired.js'

export async function verifyHere(wired: Wired, id: string): Promise<Verification> {
  const { journals } = wired
  const first = await firstFault(journals, id)
  if (first) return damaged(first)
  const { opened } = await openedLoosely(journals, id)
  const { protocol } = await wired.kindNamed(opened.protocol)
  const deps = depsToCheck(wired, opened, (await readable(journals, id)).lines)
  return withEnd(await verify(journals.of(id), protocol, deps), await journals.linesKept(id))
}

/** Checks a meeting that comes as one file: nothing of this machine is looked at. `id` is empty where it cannot be read. */
export async function verifyBundle(bytes: Buffer, record?: string): Promise<Verification & { id: string }> {
  const { findings, kept, ...bundle } = readBundle(bytes)
  try {
    const lines = bundle.lines()
    const opened = openedIn(lines)
    const { protocol } = await shippedKind(opened.protocol)
    const deps = depsToCheck(wire(parleyHome(), {}), opened, lines)
    const verification = await verifyAway({ lines, kept }, protocol, deps, record)
    return { ...verification, findings: [...findings, ...verification.findings], id: opened.id }
  } catch (error) {
    const verification = damaged(faultIn(error))
    return { ...verification, findings: [...findings, ...verification.findings], id: '' }
  }
}

function depsToCheck(wired: Wired, opened: Opened, lines: readonly Line[]): Deps {
  const { ceiling, costCeiling = null } = agentsIn(lines) ?? { ceiling: null }
  const money = { ...silent.money, ceiling: costCeiling }
  return depsFor(wired, { ...silent, ceiling, money }, nobody, opened)
}

/** Detects when whole lines were removed from the end of a journal: its chain is intact then, but the kept summary had more lines. */
function withEnd(verification: Verification, known: number | undefined): Verification {
  const { lines, findings } = verification
  if (lines === 0 || known === undefined || known <= lines) return verification
  const what = `Line ${lines + 1} and what follows are missing: the journal once had ${known} lines.`
  return { ...verification, findings: [...findings, { line: lines + 1, path: null, what }] }
}

/** A first line that opens no meeting is a finding, not an error. */
async function firstFault(journals: Journals, id: string): Promise<Finding | undefined> {
  try {
    await openedLoosely(journals, id)
    return undefined
  } catch (error) {
    return faultIn(error)
  }
}

function faultIn(error: unknown): Finding {
  if (!(error instanceof Damaged)) throw error
  return { line: error.line, path: null, what: error.message }
}
