// Repositories inside a worktree, as scaffolders make them. git would commit such a folder as a link without content, and would run programs
// that the inner repository's settings name; so they are left out of what parley adds, and named where the work is handed over.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuoted } from '../../rules/shell-word.js'
import { askGit, fields } from './ask.js'
import { runGit } from './exec.js'

/** Folders below the top of a worktree that are repositories of their own and no submodules of the commit. */
export async function nestedIn(top: string): Promise<readonly string[]> {
  return (await nestedAndOthers(top)).nested
}

/** The same with all paths that git does not know, from one listing. */
export async function nestedAndOthers(top: string): Promise<Record<'nested' | 'others', readonly string[]>> {
  const args = ['ls-files', '-t', '-z', '--stage', '--others', '--exclude-standard']
  const tagged = fields(await askGit(args, { cwd: top }))
  const others = tagged.flatMap((entry) => (entry.startsWith('? ') ? [entry.slice(2)] : []))
  const links = tagged.flatMap((entry) => (entry.startsWith('? ') ? [] : linkIn(entry.slice(2))))
  return { others, nested: await nestedOf(top, others, links) }
}

async function nestedOf(
  top: string,
  others: readonly string[],
  links: readonly string[],
): Promise<readonly string[]> {
  if (links.length === 0) return nestedAmong(others)
  const args = ['ls-tree', '-r', '-z', '--full-tree', 'HEAD']
  const committed = new Set(fields(await askGit(args, { cwd: top }).catch(() => '')).flatMap(linkIn))
  return [...nestedAmong(others), ...links.filter((path) => !committed.has(path))].toSorted()
}

/** Of untracked paths, git names a repository with a slash at its end. */
export function nestedAmong(untracked: readonly string[]): readonly string[] {
  return untracked.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
}

/** The pathspec of everything but these folders and submodules that are checked out. */
export async function exceptNested(top: string, nested: readonly string[]): Promise<readonly string[]> {
  const there = (await linksIn(top)).filter((path) => existsSync(join(top, path, '.git')))
  const out = [...nested, ...there]
  return out.length === 0 ? [] : ['--', ':/', ...out.map((path) => `:(top,exclude,literal)${path}`)]
}

/** Why work that holds these is not handed over, and the way out. */
export function nestedWhy(nested: readonly string[], top: string): string {
  return `${nestedFault(nested)}. ${nestedHint(nested, top)}`
}

export function nestedFault(nested: readonly string[]): string {
  const names = nested.slice(0, 5).join(', ') + (nested.length > 5 ? ` and ${nested.length - 5} more` : '')
  const are = nested.length === 1 ? 'is a repository' : 'are repositories'
  return `${names} ${are} inside the worktree, which git would commit without content`
}

export function nestedHint([first = '']: readonly string[], top: string): string {
  return `To add its files: rm -rf ${shellQuoted(join(top, first, '.git'))}. To leave it out: move it elsewhere, or name it in .gitignore`
}

/** Repositories that the second tree has and the first has not, and that are no submodules: links without content. */
export async function emptyLinks(cwd: string, before: string, after: string): Promise<readonly string[]> {
  const parts = fields(
    await askGit(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--end-of-options', before, after], {
      cwd,
    }),
  )
  const fresh = parts.filter((_, at) => /^:(?!160000)\d+ 160000 /.test(parts[at - 1] ?? ''))
  if (fresh.length === 0) return []
  const { stdout } = await runGit(['cat-file', 'blob', `${after}:.gitmodules`], { cwd })
  const declared = new Set([...stdout.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(([, path]) => path))
  return fresh.filter((path) => !declared.has(path))
}

async function linksIn(top: string): Promise<string[]> {
  return fields(await askGit(['ls-files', '--stage', '-z'], { cwd: top })).flatMap(linkIn)
}

function linkIn(entry: string): string[] {
  return entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : []
}
