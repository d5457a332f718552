// Kinds of secrets that have a form of their own and that neither the table of our rules nor secretlint knows. Each pattern is precise:
// ordinary code and prose must not be masked, so what could be an ordinary word is checked further.

export interface Extra {
  readonly kind: string
  readonly mark: string
  /** The first group stays, the second is the secret. */
  readonly find: RegExp
  readonly spare?: (secret: string) => boolean
}

const none = /(?:)/.source

/** A value of this form, wherever it stands. */
function form(kind: string, find: string, more: Pick<Extra, 'spare'> = {}): Extra {
  return {
    kind,
    mark: `REDACTED-${kind.toUpperCase()}`,
    find: new RegExp(`(${none})(${find})`, 'g'),
    ...more,
  }
}

/** Not in the middle of a longer word. */
const start = '(?<![A-Za-z0-9_-])'
const end = '(?![A-Za-z0-9_-])'

export const KINDS: readonly Extra[] = [
  form('stripe-key', `${start}(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}`),
  form('stripe-webhook-secret', `${start}whsec_[A-Za-z0-9+/]{24,}={0,2}`),
  form('openrouter-key', `${start}sk-or-(?:v1-)?[A-Za-z0-9]{32,}`),
  form('model-key', `${start}sk-(?!or-|ant-|proj-)(?:svcacct-|admin-|None-)?[A-Za-z0-9]{32,}${end}`, {
    spare: isOneCase,
  }),
  form('pypi-token', `${start}pypi-AgE[A-Za-z0-9_-]{48,}`),
  form('digitalocean-token', `${start}do[opr]_v1_[a-f0-9]{64}${end}`),
  form('age-key', `${start}AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`),
  form('telegram-token', `(?<![A-Za-z0-9:])\\d{8,10}:AA[A-Za-z0-9_-]{33}${end}`),
  form('discord-token', `${start}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}${end}`, {
    spare: (token) => !/^\d{15,21}$/.test(decoded(token.split('.')[0] ?? '')),
  }),
  {
    kind: 'discord-webhook',
    mark: 'REDACTED-DISCORD-WEBHOOK',
    find: /(discord(?:app)?\.com\/api\/webhooks\/\d{10,22}\/)(?!REDACTED-)([A-Za-z0-9_-]{50,})/g,
  },
  {
    kind: 'bearer-token',
    mark: 'REDACTED-BEARER-TOKEN',
    find: /(\bBearer[ \t]+)(?!REDACTED-)([A-Za-z0-9._~+/-]{20,}=*)/gi,
    spare: isWords,
  },
  {
    kind: 'basic-credentials',
    mark: 'REDACTED-BASIC-CREDENTIALS',
    find: /(\bBasic[ \t]+)(?!REDACTED-)([A-Za-z0-9+/]{4,}={0,2})/gi,
    // Name and password with a colon between them, and nothing that cannot be typed.
    spare: (value) => !/^[\x20-\x7e\u00a0-\uffff]*:[\x20-\x7e\u00a0-\uffff]+$/.test(decoded(value)),
  },
  {
    kind: 'cookie',
    mark: 'REDACTED-COOKIE',
    find: /(\b(?:Set-)?Cookie["']?[ \t]*[:=][ \t]*["']?[^\s=;,"']{1,64}=)(?!REDACTED-)([^\s;,"'<>]{16,})/gi,
    spare: isWords,
  },
  {
    kind: 'cookie',
    mark: 'REDACTED-COOKIE',
    find: /(\bCookie["']?[ \t]*[:=][^\n]{0,400}?;[ \t]*[^\s=;,"']{1,64}=)(?!REDACTED-)([^\s;,"'<>]{16,})/gi,
    spare: isWords,
  },
]

/** Letters of one case only, or without a digit: a name such as `sk-learn-…`, not a key. */
function isOneCase(key: string): boolean {
  const value = key.replace(/^sk-/, '')
  return !(/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)) && !/^[a-f0-9]{32,}$/.test(value)
}

/** Words, names and placeholders: a secret has digits among letters. */
function isWords(value: string): boolean {
  return (
    !/[A-Za-z]/.test(value) ||
    !/\d/.test(value) ||
    /^[${<%[*.…]|^x+$/i.test(value) ||
    /^[a-z]+(?:[-_.][a-z0-9]{1,12})+$/.test(value)
  )
}

function decoded(value: string): string {
  return Buffer.from(value, 'base64').toString('utf8')
}
