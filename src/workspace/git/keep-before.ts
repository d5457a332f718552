// A copy of the person's uncommitted work, kept before seats act: a commit that only a ref of parley's names. Their index and files are not touched.
//
//   BEFORE1  The commit's tree is the person's tree as it lay there, untracked files included; its second parent has what was staged.
//   BEFORE2  Run again it is found, not made again: the first copy is the one from before the work.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptCopy } from '../../kernel/world.js'
import { askGit, askLine, fields } from './ask.js'
import { realIndex } from './commit.js'
import { exceptNested } from './nested.js'
import { findTree, headOf, type Tree } from './repository.js'
import { copyIndex, type SideIndex, withSideIndexes } from './side-index.js'

const folder = 'refs/parley/before'
/** Beyond these the oldest copies go. */
const mostCopies = 20
const mostFile = 10_000_000
const mostBytes = 100_000_000

export async function keepBefore(root: string, id: string): Promise<KeptCopy | null> {
  const found = await findTree(root)
  const head = found && (await headOf(root))
  if (!found || !head) return null
  const top = { ...found, cwd: join(root, found.prefix.replace(/[^/]+\//g, '../')), prefix: '' }
  const ref = `${folder}/${id}`
  const { small, large } = await untracked(top.cwd)
  if ((await askLine(['rev-parse', '--quiet', '--verify', ref], { cwd: root })) === null)
    await make(top, { ref, head, small, id })
  return { ref, left: large }
}

interface Making {
  readonly ref: string
  readonly head: string
  readonly small: readonly string[]
  readonly id: string
}

async function make(tree: Tree, { ref, head, small, id }: Making): Promise<void> {
  const { cwd } = tree
  const commit = await withSideIndexes(tree.gitDir, async (fresh) => {
    const index = await indexCopy(tree, fresh())
    const staged = await askLine(['write-tree'], { cwd, env: index.env })
    await askGit(['add', '--update', '--ignore-errors', ...(await exceptNested(cwd, []))], {
      cwd,
      env: index.env,
    })
    await askGit(['update-index', '--add', '-z', '--stdin'], {
      cwd,
      env: index.env,
      stdin: small.map((path) => `${path}\0`).join(''),
    })
    const whole = (await askGit(['write-tree'], { cwd, env: index.env })).trim()
    const parent =
      staged === null
        ? []
        : ['-p', await committed(cwd, staged, ['-p', head], `What was staged before ${id}`)]
    return committed(cwd, whole, ['-p', head, ...parent], `What lay in the tree before ${id}`)
  })
  await askGit(['update-ref', ref, commit, ''], { cwd })
  await forgetOldest(cwd)
}

async function indexCopy(tree: Tree, index: SideIndex): Promise<SideIndex> {
  const real = realIndex(tree)
  if (real !== null) await copyIndex(real, index)
  else await askGit(['read-tree', 'HEAD'], { cwd: tree.cwd, env: index.env })
  return index
}

async function committed(
  cwd: string,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const who = { NAME: 'parley', EMAIL: 'parley@localhost' }
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  )
  return (
    await askGit(['-c', 'commit.gpgSign=false', 'commit-tree', tree, ...parents, '-m', message], { cwd, env })
  ).trim()
}

/** Files that git does not know, by whether the copy has room for them. A repository among them is not looked into. */
async function untracked(cwd: string): Promise<{ small: string[]; large: string[] }> {
  const paths = fields(await askGit(['ls-files', '-z', '--others', '--exclude-standard'], { cwd }))
  const [small, large]: [string[], string[]] = [[], []]
  let bytes = 0
  for (const path of paths) {
    const size = path.endsWith('/') ? Number.POSITIVE_INFINITY : await sizeOf(join(cwd, path))
    if (size > mostFile || bytes + size > mostBytes) large.push(path)
    else {
      bytes += size
      small.push(path)
    }
  }
  return { small, large }
}

async function sizeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => null)
  return stat === null || !(stat.isFile() || stat.isSymbolicLink()) ? Number.POSITIVE_INFINITY : stat.size
}

async function forgetOldest(cwd: string): Promise<void> {
  const refs = (await askGit(['for-each-ref', '--sort=-creatordate', '--format=%(refname)', folder], { cwd }))
    .trim()
    .split('\n')
  const old = refs.slice(mostCopies).map((ref) => `delete ${ref}\n`)
  if (old.length > 0) await askGit(['update-ref', '--stdin'], { cwd, stdin: old.join('') })
}
