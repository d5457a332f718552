// Secret files: which files hold secrets by their name, or by what such files hold. Tools of seats do not read them unless the person
// allows it, and programs that seats start find them empty.

import { globMatcher } from './glob.js'

export interface SecretFiles {
  /** What the file is, in words; null when it may be read. */
  nameOf(path: string): string | null
  contentOf(path: string, text: string): string | null
}

/** `allowed` are globs from the person's own settings or flags. */
export function secretFiles(allowed: readonly string[] = []): SecretFiles {
  const matchers = allowed.map(globMatcher)
  const isAllowed = (path: string) => matchers.some((matches) => matches(path))
  return {
    nameOf: (path) => (isAllowed(path) ? null : secretByName(path)),
    contentOf: (path, text) => (isAllowed(path) ? null : secretByContent(path, text)),
  }
}

/** What a file is, in words for a refusal; null for a file that may be read. `path` has forward slashes. */
export function secretByName(path: string): string | null {
  const names = path.toLowerCase().split('/')
  const name = names.at(-1) ?? ''
  if (isEnvironment(name)) return 'an environment file'
  if (isKey(name) || names.slice(0, -1).includes('.gnupg')) return 'a private key'
  if (names.at(-2) === '.ssh' && !/\.pub$|^(?:known_hosts|config|authorized_keys)/.test(name))
    return 'a private key'
  return STORES.has(name) || PLACES.some((place) => `/${path.toLowerCase()}`.endsWith(`/${place}`))
    ? 'a store of credentials'
    : null
}

/** The same for files that are ordinary unless they hold a credential: npm's and git's settings. */
export function secretByContent(path: string, text: string): string | null {
  const name = path.toLowerCase().split('/').at(-1) ?? ''
  const isGit = /(?:^|\/)\.git\/(?:.*\/)?config(?:\.worktree)?$/i.test(path) || name === '.gitconfig'
  if ((name === '.npmrc' || name === '.yarnrc.yml') && /_auth|_password|npmAuth/i.test(text))
    return 'a store of credentials'
  if (isGit && /extraheader|:\/\/[^\s/@:]+:[^\s/@]+@|:\/\/[A-Za-z0-9_-]{20,}@/i.test(text))
    return 'a store of credentials'
  return null
}

/** Files of this name are ordinary unless `secretByContent` says otherwise. */
export function mayHoldCredentials(path: string): boolean {
  return /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml|\.gitconfig|\.git\/(?:.*\/)?config(?:\.worktree)?)$/i.test(path)
}

/** Certificates alone, as programs need them to check servers: they are called `.pem` as keys are, and are public. */
export function isPublicPem(path: string, text: string): boolean {
  return (
    /\.pem$/i.test(path) && /-----BEGIN [A-Z ]*CERTIFICATE-----/.test(text) && !text.includes('PRIVATE KEY')
  )
}

/** `.env`, `.env.local`, `prod.env`; not the examples that projects keep for their readers. */
function isEnvironment(name: string): boolean {
  if (/(?:^|[.-])(?:example|sample|template|dist|defaults?|schema)(?:$|\.)/.test(name)) return false
  return /^\.env(?:$|[.-])|^\.envrc$|.\.env$/.test(name)
}

/** Keys have no ending after `id_…`: `id_map.ts` is code. */
function isKey(name: string): boolean {
  return (
    /^id_[a-z0-9_-]+$/.test(name) ||
    /\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk|asc\.key|age-key)$/.test(name)
  )
}

const STORES: ReadonlySet<string> = new Set([
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.vault-token',
  '.s3cfg',
  '.boto',
  'kubeconfig',
  'application_default_credentials.json',
  'credentials.json',
  'client_secret.json',
])

const PLACES: readonly string[] = [
  '.aws/credentials',
  '.aws/config',
  '.azure/accesstokens.json',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.config/gh/hosts.yml',
  '.docker/config.json',
  '.gem/credentials',
  '.kube/config',
  '.config/rclone/rclone.conf',
]
