// Sign: the person's SSH signature of a concluded meeting, beside each record that it left; and the check of one that came by git.

import { basename, dirname, join, posix } from 'node:path'
import { CannotGoOn } from '../kernel/errors.js'
import { openedIn } from '../kernel/hold.js'
import type { Line } from '../kernel/line.js'
import { standingDocuments } from '../kernel/standing.js'
import { loadTellings, placeIn } from '../protocols/tellings.js'
import { parseSigned, type SignedRecord, type Statement, statementText } from '../rules/signed-record.js'
import { workspaceDocuments } from '../workspace/documents.js'
import { runGit } from '../workspace/git/exec.js'
import { allowedSigners, checkSignature, signingKey, signWith } from '../workspace/ssh-keygen.js'
import { verifyHere } from './check.js'
import { ownJournal } from './lookup.js'
import type { Wired } from './wired.js'

/** A record and the file with its signature, as paths from the workspace. */
export interface Signature {
  readonly record: string
  readonly path: string
}

export function signaturePath(record: string): string {
  return `${record}.sig`
}

/** Only what the person's own parley recorded, and what is still as it was recorded: a signature vouches for it to others. */
export async function signHere(wired: Wired, id: string, key?: string): Promise<readonly Signature[]> {
  const lines = (await (await ownJournal(wired.journals, id)).whole()).lines
  if (lines.at(-1)?.kind !== 'concluded')
    throw new CannotGoOn(
      'STATE',
      `Meeting ${id} is not concluded.`,
      'Sign it when it has come to its record.',
    )
  const { seal, findings } = await verifyHere(wired, id)
  if (seal !== 'sealed' || findings.length > 0)
    throw new CannotGoOn(
      'STATE',
      `${findings[0]?.what ?? `Meeting ${id} is not sealed by you.`}`,
      `See \`parley verify ${id}\`.`,
    )
  const records = await recordsOf(lines)
  if (records.length === 0)
    throw new CannotGoOn(
      'STATE',
      `Meeting ${id} left no record to sign.`,
      'Export it instead: `parley export ID`.',
    )
  const file = await signingKey(wired.root, key)
  const made: Signature[] = []
  for (const { path, sha256 } of records) made.push(await signOne(wired, lines, { path, sha256 }, file))
  return made
}

async function signOne(
  { root }: Wired,
  lines: readonly Line[],
  record: { readonly path: string; readonly sha256: string },
  key: string,
): Promise<Signature> {
  const { id: meeting, protocol } = openedIn(lines)
  const statement: Statement = {
    meeting,
    protocol,
    lines: lines.length,
    journal: lines.at(-1)?.hash ?? '',
    record: basename(record.path),
    sha256: record.sha256,
    signedAt: new Date().toISOString(),
  }
  const text = statementText(statement)
  const path = signaturePath(record.path)
  const documents = workspaceDocuments(root)
  const before = await documents.read(path)
  if (before !== null && parseSigned(before) === null)
    throw new CannotGoOn('EXISTS', `${path} is there and is no signature of parley's.`, 'Move it away first.')
  await documents.write(path, `${text}${await signWith(key, text)}`)
  return { record: record.path, path }
}

/** Whole files that the meeting left as its results; what it shares with others or works in is not signed. */
async function recordsOf(lines: readonly Line[]): Promise<{ path: string; sha256: string }[]> {
  const { protocol } = openedIn(lines)
  const { documents = [] } = (await loadTellings()).of(protocol)
  return [...standingDocuments(lines).values()].flatMap(({ path, sha256, parts, removed }) => {
    const { kind, working } = placeIn(path, documents)
    const signed = !removed && !parts && !working && ['record', 'notes', 'artifact'].includes(kind)
    return signed && sha256 !== null ? [{ path, sha256 }] : []
  })
}

export interface SignatureCheck extends Signature {
  readonly meeting: string
  /** Who signed it, as the file of allowed signers names them; null where the signature does not hold. */
  readonly by: string | null
  readonly signedAt: string
  /** Why it does not hold. */
  readonly fault: string | null
}

/** Checks the signatures of a meeting, or of one record. The journal need not be here; where it is, it must be the one that was signed. */
export async function checkSigned(
  wired: Wired,
  named: string,
  allowed?: string,
): Promise<readonly SignatureCheck[]> {
  const file = await allowedSigners(wired.root, allowed)
  const found = await signaturesFor(wired, named)
  return Promise.all(found.map((one) => checkOne(wired, one, file)))
}

interface Found extends Signature {
  readonly signed: SignedRecord
}

async function checkOne(
  wired: Wired,
  { record, path, signed }: Found,
  allowed: string,
): Promise<SignatureCheck> {
  const { statement, text, signature } = signed
  const { meeting, signedAt } = statement
  const checked = await checkSignature(signature, text, allowed)
  const fault =
    checked.kind === 'good'
      ? await misfit(wired, { record, path }, statement)
      : `The signature does not hold: ${checked.why}.`
  const by = checked.kind === 'good' && fault === null ? checked.by : null
  return { record, path, meeting, by, signedAt, fault }
}

/** Why a statement that was signed is not about what is here. */
async function misfit(
  wired: Wired,
  { record, path }: Signature,
  statement: Statement,
): Promise<string | null> {
  if (path !== signaturePath(record)) return `It was signed for ${record}, and lies beside another file.`
  const digest = await wired.world.files.digest(record)
  if (digest === null) return `${record} is gone.`
  if (digest !== statement.sha256) return `${record} is not what was signed: it was changed since.`
  const { meeting, lines, journal } = statement
  if (!(await wired.journals.has(meeting))) return null
  const here = (await wired.journals.of(meeting).readable()).lines[lines - 1]
  return here?.hash === journal ? null : `The journal of ${meeting} here is not the one that was signed.`
}

/** By the path of a record or its signature, or by the beginning of a meeting's id, among the files that git sees. */
async function signaturesFor({ root }: Wired, named: string): Promise<readonly Found[]> {
  const documents = workspaceDocuments(root)
  const listed = await runGit(['ls-files', '-z', '-co', '--exclude-standard', '--', '*.sig'], { cwd: root })
  const paths = new Set(listed.code === 0 ? listed.stdout.split('\0').filter(Boolean) : [])
  const direct = posix.normalize(named.endsWith('.sig') ? named : signaturePath(named))
  if (!direct.startsWith('..') && !direct.startsWith('/')) paths.add(direct)
  const found: Found[] = []
  for (const path of paths) {
    const signed = parseSigned((await documents.read(path).catch(() => null)) ?? '')
    if (signed && (path === direct || signed.statement.meeting.startsWith(named)))
      found.push({ record: join(dirname(path), signed.statement.record), path, signed })
  }
  if (found.length > 0) return found
  throw new CannotGoOn(
    'SIGNATURE',
    `No signature was found for ${named}.`,
    'Name a meeting or a record that was signed; `parley sign ID` signs one of yours.',
  )
}
