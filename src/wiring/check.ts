// Check: verifies a recorded meeting and makes its prompts again, without calling a model.

import { agentsIn } from '../agents/recorded.js'
import { Damaged } from '../kernel/errors.js'
import type { Journals } from '../kernel/journal.js'
import { damaged, type Finding, type Verification, verify } from '../kernel/verify.js'
import { openedLoosely, readable } from './lookup.js'
import { depsFor, nobody, silent } from './ports.js'
import type { Wired } from './wired.js'

export async function verifyHere(wired: Wired, id: string): Promise<Verification> {
  const { journals } = wired
  const first = await firstFault(journals, id)
  if (first) return damaged(first)
  const { opened } = await openedLoosely(journals, id)
  const { protocol } = await wired.kindNamed(opened.protocol)
  const { ceiling, costCeiling = null } = agentsIn((await readable(journals, id)).lines) ?? { ceiling: null }
  const money = { ...silent.money, ceiling: costCeiling }
  const deps = depsFor(wired, { ...silent, ceiling, money }, nobody, opened)
  return withEnd(await verify(journals.of(id), protocol, deps), await journals.linesKept(id))
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
    if (!(error instanceof Damaged)) throw error
    return { line: error.line, path: null, what: error.message }
  }
}
