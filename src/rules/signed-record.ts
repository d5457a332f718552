// The signature of a record: a short statement in plain text, then the SSH signature of that statement. Whoever has the record and this
// file can check them; the journal is not needed.

export interface Statement {
  readonly meeting: string
  readonly protocol: string
  /** How many lines the journal had, and the hash of the last: it covers all of them. */
  readonly lines: number
  readonly journal: string
  /** The name of the record, which lies beside the signature. */
  readonly record: string
  readonly sha256: string
  readonly signedAt: string
}

export interface SignedRecord {
  readonly statement: Statement
  /** The statement's own bytes, which the signature is of. */
  readonly text: string
  readonly signature: string
}

const title = 'parley signature 1'
const begin = '-----BEGIN SSH SIGNATURE-----'
const end = '-----END SSH SIGNATURE-----'

export function statementText(of: Statement): string {
  return [
    title,
    `meeting: ${of.meeting}`,
    `protocol: ${of.protocol}`,
    `lines: ${of.lines}`,
    `journal: ${of.journal}`,
    `record: ${of.record}`,
    `sha256: ${of.sha256}`,
    `signed: ${of.signedAt}`,
    '',
  ].join('\n')
}

/** Null for anything that is not such a file, exactly: what is not shown to the reader must not be signed either. */
export function parseSigned(text: string): SignedRecord | null {
  const at = text.indexOf(begin)
  const statement = at < 0 ? null : parseStatement(text.slice(0, at))
  const signature = text.slice(at).trimEnd()
  if (
    statement === null ||
    !signature.endsWith(end) ||
    signature.indexOf(end) !== signature.length - end.length
  )
    return null
  return { statement, text: text.slice(0, at), signature: `${signature}\n` }
}

function parseStatement(text: string): Statement | null {
  const found = pattern.exec(text)?.groups
  if (!found) return null
  const { meeting = '', protocol = '', lines, journal = '', record = '', sha256 = '', signedAt = '' } = found
  return { meeting, protocol, lines: Number(lines), journal, record, sha256, signedAt }
}

const pattern = new RegExp(
  [
    `^${title}`,
    'meeting: (?<meeting>[\\p{L}\\p{N}\\p{M}._+=-]{1,200})',
    'protocol: (?<protocol>[\\p{L}\\p{N}._-]{1,200})',
    'lines: (?<lines>\\d{1,9})',
    'journal: (?<journal>[0-9a-f]{64})',
    'record: (?<record>[^\\p{C}/\\\\]{1,255})',
    'sha256: (?<sha256>[0-9a-f]{64})',
    'signed: (?<signedAt>\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,18}Z)',
    '$',
  ].join('\\n'),
  'u',
)
