// Secrets that neither the table of our rules nor secretlint masks: JSON web tokens, passwords in addresses of any kind, and those of
// `secret-kinds.ts`.

import { type Extra, KINDS } from './secret-kinds.js'

export interface Masked {
  readonly text: string
  readonly kinds: readonly string[]
}

const EXTRAS: readonly Extra[] = [
  {
    kind: 'jwt',
    mark: 'REDACTED-JWT',
    find: /(?<![A-Za-z0-9_-])()(eyJ[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*)/g,
  },
  {
    kind: 'aws-secret',
    mark: 'REDACTED-AWS-SECRET',
    find: /(aws_?secret_?(?:access_?)?key["']?\s{0,8}(?::|=>|=)\s{0,8}["']?)([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
  },
  {
    kind: 'url-password',
    mark: 'REDACTED-PASSWORD',
    find: /([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@"'<>]{0,200}:)([^\s/@"'<>]{1,200})(?=@[^\s@])/gi,
    spare: isPlaceholder,
  },
  {
    kind: 'npm-token',
    mark: 'REDACTED-NPM-TOKEN',
    find: /(_authToken=)(?!REDACTED-)([A-Za-z0-9_+/=.-]{8,})/g,
  },
]

export function maskMore(text: string): Masked {
  const kinds: string[] = []
  let masked = text
  for (const extra of [...EXTRAS, ...KINDS]) {
    const next = maskEach(masked, extra)
    if (next !== masked) kinds.push(extra.kind)
    masked = next
  }
  return { text: masked, kinds }
}

/** Where it was found, and every other occurrence; a short secret may be an ordinary word elsewhere. */
function maskEach(text: string, { find, mark, spare }: Extra): string {
  const secrets = new Set<string>()
  const masked = text.replace(find, (match, before: string, secret: string) => {
    if (spare?.(secret)) return match
    secrets.add(secret)
    return before + mark
  })
  return [...secrets]
    .filter((secret) => secret.length >= 8)
    .reduce((rest, secret) => rest.replaceAll(secret, mark), masked)
}

/** A placeholder for a password: a variable, a word such as `password`, a row of dots. */
function isPlaceholder(password: string): boolean {
  if (/^REDACTED-|^[${%[*.…]|^(.)\1*$/.test(password)) return true
  return /^(?:my|your|the|db|user)?[-_]?(?:pass|passwd|password|pwd|pw|secret|token)[-_]?(?:here)?$/i.test(
    password,
  )
}
