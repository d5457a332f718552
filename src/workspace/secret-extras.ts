// Secrets that neither the table of our rules nor secretlint masks: JSON web tokens, and passwords in addresses of any kind.

export interface Masked {
  readonly text: string
  readonly kinds: readonly string[]
}

interface Extra {
  readonly kind: string
  readonly find: RegExp
  /** The text in place of the match; the match itself when it is no secret after all. */
  readonly mask: (match: string, ...groups: string[]) => string
}

const EXTRAS: readonly Extra[] = [
  {
    kind: 'jwt',
    find: /\beyJ[A-Za-z0-9_-]{5,2000}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g,
    mask: () => 'REDACTED-JWT',
  },
  {
    kind: 'aws-secret',
    find: /(aws_?secret_?(?:access_?)?key["']?\s{0,8}(?::|=>|=)\s{0,8}["']?)([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
    mask: (_match, name) => `${name}REDACTED-AWS-SECRET`,
  },
  {
    kind: 'url-password',
    find: /([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@"'<>]{0,200}:)([^\s/@"'<>]{1,200})(?=@[^\s@])/gi,
    mask: (match, before, password) => (isPlaceholder(password!) ? match : `${before}REDACTED-PASSWORD`),
  },
  {
    kind: 'npm-token',
    find: /(_authToken=)(?!REDACTED-)([A-Za-z0-9_+/=.-]{8,})/g,
    mask: (_match, name) => `${name}REDACTED-NPM-TOKEN`,
  },
]

export function maskMore(text: string): Masked {
  const kinds: string[] = []
  let masked = text
  for (const { kind, find, mask } of EXTRAS) {
    const next = masked.replace(find, mask)
    if (next !== masked) kinds.push(kind)
    masked = next
  }
  return { text: masked, kinds }
}

/** A password that stands for one: a variable, a word that says so, a row of dots. */
function isPlaceholder(password: string): boolean {
  if (/^REDACTED-|^[${%[*.…]|^(.)\1*$/.test(password)) return true
  return /^(?:my|your|the|db|user)?[-_]?(?:pass|passwd|password|pwd|pw|secret|token)[-_]?(?:here)?$/i.test(
    password,
  )
}
