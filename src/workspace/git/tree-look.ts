// A look at the person's own tree: everything of theirs that work elsewhere could spoil, so that a second look shows what changed.
//
//   LOOK1  What git knows to be unchanged is not read: one `git status` tells, by times and sizes. What differs is read once and known
//          by its digest until its size or one of its times changes.
//   LOOK2  Both directions count: what is new, what is changed and what is gone.
//   LOOK3  An untracked or ignored file that only grew is a log, and no change.

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeAsk, TreeChange, TreeLook } from '../../kernel/world.js'
import { askGit, fields } from './ask.js'
import { canBeMadeAgain } from './made-again.js'
import { findTree } from './repository.js'

export async function lookAtTree(root: string, ask: TreeAsk): Promise<TreeLook> {
  return (await lookFromTop(root, ask)).look
}

async function lookFromTop(root: string, ask: TreeAsk): Promise<{ top: string; look: TreeLook }> {
  const status = await statusOf(root)
  const tree = await findTree(root)
  // From the folder asked about to the top of the repository.
  const top = join(root, (tree?.prefix ?? '').replace(/[^/]+\//g, '../'))
  const names = [...status.differing.keys()].filter((path) => !isLeftOut(path, ask))
  const ignored = await ignoredFiles(top, status.ignored, ask)
  const files: Record<string, string> = {}
  for (const path of names) files[path] = `${status.differing.get(path)} ${await markOf(join(top, path))}`
  for (const path of ignored.paths) files[path] = `! ${await markOf(join(top, path))}`
  for (const path of await watched(top, ask)) files[path] = `= ${await markOf(join(top, path))}`
  const look = {
    head: status.head,
    branch: status.branch,
    refs: await refsOf(root),
    staged: Object.fromEntries([...status.staged].filter(([path]) => !isLeftOut(path, ask))),
    files,
    git: tree === null ? {} : await settingsIn(tree.commonDir),
    unseen: ignored.unseen,
  }
  return { top, look }
}

/** What changed since that look, with the words for it. */
export async function changedSince(
  root: string,
  before: TreeLook,
  ask: TreeAsk,
): Promise<readonly TreeChange[]> {
  const { top, look: now } = await lookFromTop(root, ask)
  return [
    ...(await movesBetween(root, before, now, ask)),
    ...compared(before.refs, now.refs).flatMap(([ref, how]) =>
      ref === headRef(before) ? [] : [named(ref, how)],
    ),
    ...(await filesBetween(top, before, now)),
    ...compared(before.staged, now.staged).flatMap(([path, how]) =>
      before.files[path] === now.files[path]
        ? [change(path, how, `${path} (what you have staged is ${how})`)]
        : [],
    ),
    ...compared(before.git, now.git).map(([name, how]) =>
      change(`.git/${name}`, how, `.git/${name} (${how})`),
    ),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

type How = TreeChange['how']

function change(path: string, how: How, text: string, kept = false): TreeChange {
  return { path, how, text, kept }
}

function named(ref: string, how: How): TreeChange {
  const plain =
    ref === 'refs/stash'
      ? 'the stash'
      : ref.replace(/^refs\/heads\//, 'the branch ').replace(/^refs\/tags\//, 'the tag ')
  return change(ref, how, `${plain} (${how})`)
}

const headRef = ({ branch }: TreeLook) => `refs/heads/${branch}`

/** The person's branch may move on by commits to folders that are left out: parley keeps its records there. */
async function movesBetween(
  root: string,
  before: TreeLook,
  now: TreeLook,
  ask: TreeAsk,
): Promise<TreeChange[]> {
  const was = before.branch ?? `${before.head?.slice(0, 10)}`
  const is = now.branch ?? `${now.head?.slice(0, 10)}`
  if (before.branch !== now.branch) return [change('HEAD', 'changed', `HEAD (switched from ${was} to ${is})`)]
  if (before.head === now.head || (await isOwnStep(root, before.head, now.head, ask))) return []
  const [from, to] = [before.head, now.head].map((head) => head?.slice(0, 10) ?? 'nothing')
  return [change('HEAD', 'changed', `${before.branch ?? 'HEAD'} (moved from ${from} to ${to})`)]
}

async function isOwnStep(
  root: string,
  from: string | null,
  to: string | null,
  ask: TreeAsk,
): Promise<boolean> {
  if (from === null || to === null) return false
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to]
  const paths = fields(await askGit(args, { cwd: root }).catch(() => '/'))
  return paths.every((path) => isLeftOut(path, ask))
}

async function filesBetween(top: string, before: TreeLook, now: TreeLook): Promise<TreeChange[]> {
  const found: TreeChange[] = []
  for (const [path, how] of compared(before.files, now.files)) {
    const [was, is] = [before.files[path], now.files[path]]
    // Where ignored files were too many to be looked at, a new one may have been there before.
    if (was === undefined && is!.startsWith('!') && before.unseen > 0) continue
    if (was?.startsWith('!') && is === undefined && (await markOf(join(top, path))) === was.slice(2)) continue
    if (was !== undefined && is !== undefined && (await onlyGrew(join(top, path), was))) continue
    const isTracked = was === undefined && !/^[?!=]/.test(is ?? '')
    const word = isTracked ? 'changed' : wordFor(was, how)
    const kept = isTracked || (was !== undefined && !was.startsWith('!') && !path.includes('.parley/'))
    found.push(change(path, isTracked ? 'changed' : how, `${path} (${word})`, kept))
  }
  return found
}

/** A tracked path that no longer differs has lost what the person had changed in it. */
function wordFor(was: string | undefined, how: How): string {
  if (how !== 'gone') return how
  return /^[?!=]/.test(was ?? '') ? 'deleted' : 'your change is gone'
}

function compared(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): [string, How][] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return paths
    .filter((path) => before[path] !== now[path])
    .map((path) => [path, before[path] === undefined ? 'new' : now[path] === undefined ? 'gone' : 'changed'])
}

interface Status {
  readonly head: string | null
  readonly branch: string | null
  /** By path, how it differs. */
  readonly differing: ReadonlyMap<string, string>
  readonly staged: ReadonlyMap<string, string>
  readonly ignored: readonly string[]
}

async function statusOf(cwd: string): Promise<Status> {
  const options = ['--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all']
  const args = ['status', ...options, '--ignored=matching', '--ignore-submodules=dirty']
  const records = fields(await askGit(args, { cwd }))
  const differing = new Map<string, string>()
  const staged = new Map<string, string>()
  const ignored: string[] = []
  for (const record of records) {
    const [kind, xy = '', ...rest] = record.split(' ')
    if (kind === '?') differing.set(record.slice(2), '?')
    else if (kind === '!') ignored.push(record.slice(2))
    else if (kind === '1' || kind === 'u') {
      const path = rest.slice(kind === '1' ? 6 : 8).join(' ')
      differing.set(path, xy)
      if (xy[0] !== '.') staged.set(path, kind === '1' ? `${rest[2]} ${rest[5]}` : rest.slice(1, 8).join(' '))
    }
  }
  const header = (name: string) =>
    records.find((record) => record.startsWith(`# ${name} `))?.slice(name.length + 3)
  const [head, branch] = [header('branch.oid'), header('branch.head')]
  return {
    head: head === undefined || head === '(initial)' ? null : head,
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    differing,
    staged,
    ignored,
  }
}

/** Branches, tags and the stash. Those that are checked out elsewhere are another place's work; what a fetch moves comes back by a fetch. */
async function refsOf(cwd: string): Promise<Record<string, string>> {
  const format = ['refname', 'objectname', 'HEAD', 'worktreepath'].map((name) => `%(${name})`).join('%00')
  const lines = (
    await askGit(['for-each-ref', `--format=${format}`, 'refs/heads', 'refs/tags', 'refs/stash'], { cwd })
  ).split('\n')
  const refs: Record<string, string> = {}
  for (const line of lines.filter((text) => text !== '')) {
    const [ref = '', hash = '', head = '', worktree = ''] = line.split('\0')
    if (worktree === '' || head === '*') refs[ref] = hash
  }
  return Object.fromEntries(Object.entries(refs).filter(([ref]) => !ref.startsWith('refs/heads/council/')))
}

/** Settings and hooks of the repository: what would run later in the person's name. */
async function settingsIn(common: string): Promise<Record<string, string>> {
  const hooks = await readdir(join(common, 'hooks')).catch(() => [])
  const names = ['config', 'info/attributes', 'info/exclude', ...hooks.map((name) => `hooks/${name}`)]
  const marks: Record<string, string> = {}
  for (const name of names) {
    const mark = await markOf(join(common, name))
    if (mark !== 'gone') marks[name] = mark
  }
  return marks
}

const mostIgnored = 2_000

/** Ignored files that a person may have written; folders that tools fill are not looked into. */
async function ignoredFiles(
  top: string,
  entries: readonly string[],
  ask: TreeAsk,
): Promise<{ paths: string[]; unseen: number }> {
  const paths: string[] = []
  const waiting = entries.toSorted().reverse()
  let unseen = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (isLeftOut(path, ask) || canBeMadeAgain(path)) continue
    if (!path.endsWith('/')) {
      if (paths.length < mostIgnored) paths.push(path)
      else unseen++
    } else if (paths.length + waiting.length > mostIgnored) unseen++
    else waiting.push(...(await within(top, path)))
  }
  return { paths, unseen }
}

async function within(top: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => [])
  const isRepository = entries.some(({ name }) => name === '.git')
  return isRepository
    ? []
    : entries
        .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
        .toSorted()
        .reverse()
}

async function watched(top: string, { watch }: TreeAsk): Promise<string[]> {
  const found: string[] = []
  for (const path of watch) {
    if (!path.endsWith('/')) found.push(path)
    else found.push(...(await readdir(join(top, path)).catch(() => [])).map((name) => path + name))
  }
  const there = await Promise.all(
    found.map(async (path) => (await lstat(join(top, path)).catch(() => null)) !== null),
  )
  return found.filter((_, at) => there[at])
}

function isLeftOut(path: string, { leaveOut }: TreeAsk): boolean {
  return leaveOut.some((folder) => path === folder || `${path}/`.startsWith(`${folder}/`))
}

const mostRead = 16_000_000
const known = new Map<string, string>()
const mostKnown = 20_000

/** Size and digest of what is there; a file that is too large to be read is known by its times. */
async function markOf(path: string): Promise<string> {
  const stat = await lstat(path, { bigint: true }).catch(() => null)
  if (stat === null) return 'gone'
  if (stat.isSymbolicLink()) return `link ${digest(await readlink(path).catch(() => ''))}`
  if (!stat.isFile()) return 'folder'
  if (stat.size > mostRead) return `${stat.size} at ${stat.mtimeNs}`
  const key = [path, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')
  const mark =
    known.get(key) ??
    `${stat.size} ${digest(await readFile(path).catch(() => ''))} ${(stat.mode & 0o111n) === 0n ? '-' : 'x'}`
  if (known.size >= mostKnown) known.clear()
  known.set(key, mark)
  return mark
}

/** Whether what was there is still the beginning of the file (LOOK3). */
async function onlyGrew(path: string, was: string): Promise<boolean> {
  const [kind, size, sha, mode] = was.split(' ')
  if ((kind !== '?' && kind !== '!') || mode === undefined || size === 'at') return false
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  )
  if (file === null) return false
  try {
    const bytes = Buffer.alloc(Number(size))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytesRead === bytes.length && digest(bytes) === sha
  } finally {
    await file.close()
  }
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
