// Finds the files that hold secrets below some folders, at any depth: those that git tracks, ignores or does not know yet.

import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isPublicPem, mayHoldCredentials, type SecretFiles, secretFiles } from '../../rules/secret-files.js'

/** Names looked at in one search. Folders near the top come first, so that what is left out in a huge tree lies deep in it. */
const MOST_NAMES = 200_000
/** Folders read at the same time. */
const AT_ONCE = 32
/** What is larger is no settings file. */
const MOST_BYTES = 1_000_000

/**
 * Absolute and real paths. `hidden` folders are not there for the program, so they are not searched; packages of npm hold no secrets of
 * the person.
 */
export async function secretsIn(
  folders: readonly string[],
  allowed: readonly string[],
  hidden: readonly string[],
): Promise<readonly string[]> {
  const rules = secretFiles(allowed)
  const found = new Set<string>()
  for (const top of folders)
    for (const file of await below(top, rules, new Set([...hidden, ...folders]))) found.add(file)
  return [...found]
}

async function below(top: string, rules: SecretFiles, passed: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  let names = 0
  for (let level = [top]; level.length > 0 && names < MOST_NAMES; ) {
    const read = await eachOf(level, entriesOf)
    names = read.reduce((sum, { entries }) => sum + entries.length, names)
    const suspects = read.flatMap(filesOf).filter((path) => isSuspect(rules, nameOf(top, path)))
    const real = await eachOf(suspects, (path) => secretAt(rules, path, nameOf(top, path)))
    found.push(...real.filter((path) => path !== null))
    level = read.flatMap(foldersOf).filter((path) => !passed.has(path))
  }
  return found
}

interface Folder {
  readonly path: string
  readonly entries: readonly Dirent[]
}

async function entriesOf(path: string): Promise<Folder> {
  return { path, entries: await readdir(path, { withFileTypes: true }).catch(() => []) }
}

/** Links too: what they lead to is hidden where their name says that it is a secret. */
function filesOf({ path, entries }: Folder): string[] {
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => join(path, name))
}

function foldersOf({ path, entries }: Folder): string[] {
  const isGit = path.endsWith('/.git') || path.includes('/.git/')
  const isPassed = isGit ? (name: string) => gitContents.has(name) : (name: string) => name === 'node_modules'
  return entries
    .filter((entry) => entry.isDirectory() && !isPassed(entry.name))
    .map(({ name }) => join(path, name))
}

/** Of what git keeps, only settings may hold a credential. */
const gitContents: ReadonlySet<string> = new Set([
  'objects',
  'refs',
  'logs',
  'hooks',
  'info',
  'lfs',
  'rr-cache',
])

/** As the rules know a file. Where only the `.git` of a repository is searched, its settings are still those of a repository. */
function nameOf(top: string, path: string): string {
  return relative(top.endsWith('/.git') ? dirname(top) : top, path)
}

function isSuspect(rules: SecretFiles, name: string): boolean {
  return mayHoldCredentials(name) || rules.nameOf(name) !== null
}

/** Where the secret really lies; null where what the file holds is none. */
async function secretAt(rules: SecretFiles, path: string, name: string): Promise<string | null> {
  const text = /\.pem$/i.test(name) || mayHoldCredentials(name) ? await textOf(path) : ''
  const isSecret = mayHoldCredentials(name) ? rules.contentOf(name, text) !== null : !isPublicPem(name, text)
  return isSecret ? realOf(path) : null
}

async function textOf(path: string): Promise<string> {
  const known = await stat(path).catch(() => null)
  return known?.isFile() && known.size <= MOST_BYTES ? readFile(path, 'utf8').catch(() => '') : ''
}

async function realOf(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  return real !== null && (await stat(real)).isFile() ? real : null
}

async function eachOf<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(act))))
  return done
}
