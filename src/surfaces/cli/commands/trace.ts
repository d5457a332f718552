// CLI `parley trace`: follows every requirement of an analysis to its criteria, story, files and commits. Reads only.

import { basename, join, relative, resolve } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import { type TracedRequirement, traceOf } from '../../../protocols/analyze/documents/trace.js'
import { greatest } from '../../../rules/lists.js'
import { workspaceFiles } from '../../../workspace/files.js'
import { runGit } from '../../../workspace/git/exec.js'
import { findRoot } from '../../../workspace/root.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emitDone } from '../screen/emit.js'

export const command: Command = {
  about:
    'Follows every requirement of an analysis to its acceptance criteria, its story, the files that it changes, and the commits whose\n' +
    'message names both it and the item. Exit 1 when a Must Have, or a requirement without a priority, has a gap.',
  operands: [{ name: 'FOLDER', about: 'the folder of the item, such as docs/requirements/retry-queue' }],
  flags: { commits: { about: 'a requirement that no commit names is a gap, too' } },
  examples: [
    ['parley trace docs/requirements/retry-queue', 'what is still without a criterion, a story or a file?'],
    ['parley trace docs/requirements/retry-queue --commits', 'and what has not been built?'],
  ],
  async run(args, io) {
    const folder = resolve(folderOf(args, io), args.operand('FOLDER') ?? '')
    const rows = await tracedIn(folder, args, io)
    const missing = rows.filter(({ required, gaps }) => required && gaps.length > 0)
    if (args.has('json'))
      for (const row of rows) emitDone(io, { event: { type: 'requirement', ...row }, text: '' })
    else io.out(`${tableText(rows)}\n${verdict(rows, missing)}\n`)
    return missing.length > 0 ? exits.other : exits.fine
  },
}

type Row = TracedRequirement & { readonly commits: readonly string[] }

async function tracedIn(folder: string, args: Args, io: Io): Promise<Row[]> {
  const root = (await findRoot(folder)) ?? folderOf(args, io)
  const files = workspaceFiles(root)
  const read = (name: string) => files.read(join(relative(root, folder), name))
  const spec = await read('requirements-spec.md')
  if (spec === null)
    throw new WrongUsage(
      `There is no requirements-spec.md in ${folder}.`,
      'Name the folder of an item; `parley analyze --list` lists them.',
    )
  const [stories, matrix, impact] = await Promise.all(
    ['user-stories.json', 'traceability-matrix.csv', 'impact-analysis.md'].map(read),
  )
  const traced = traceOf({ spec, stories: stories ?? null, matrix: matrix ?? null, impact: impact ?? null })
  if (traced.length === 0)
    throw new WrongUsage(
      `requirements-spec.md in ${folder} has no requirement yet.`,
      'Go on with its analysis: parley analyze SLUG.',
    )
  const named = await commitsNaming(root, basename(folder))
  return traced.map((row) => {
    const commits = named(row.id)
    const unbuilt = args.has('commits') && commits.length === 0 && row.priority !== "Won't Have"
    return { ...row, commits, gaps: unbuilt ? [...row.gaps, 'a commit'] : row.gaps }
  })
}

/** The numbers of requirements begin anew in each item, so a message has to name the item, too. */
async function commitsNaming(root: string, slug: string): Promise<(id: string) => string[]> {
  const log = await runGit(['log', '-n', '5000', '--format=%h%x00%B%x1e'], { cwd: root })
  const commits = log.code === 0 ? log.stdout.split('\x1e').map((text) => text.trim().split('\0')) : []
  const ours = commits.filter(([, message = '']) => message.toLowerCase().includes(slug.toLowerCase()))
  const by = new Map<string, Set<string>>()
  for (const [hash = '', message = ''] of ours)
    for (const [id] of message.matchAll(/\bFR-\d{3}\b/g)) by.set(id, (by.get(id) ?? new Set()).add(hash))
  return (id) => [...(by.get(id) ?? [])]
}

function tableText(rows: readonly Row[]): string {
  const cells = rows.map(({ id, title, priority, criteria, stories, files, commits, gaps }) => [
    id,
    oneLine(title, 40),
    oneLine(priority ?? '—', 20),
    criteria.length === 0 ? '—' : String(criteria.length),
    listed(stories),
    listed(files),
    listed(commits),
    gaps.length === 0 ? '' : `missing: ${gaps.join(', ')}`,
  ])
  const all = [['FR', 'TITLE', 'PRIORITY', 'CRITERIA', 'STORIES', 'FILES', 'COMMITS', ''], ...cells]
  const widths = all[0]!.map((_, at) => greatest(all.map((row) => row[at]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function listed(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => oneLine(name, 40))
  if (first === undefined) return '—'
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function verdict(rows: readonly Row[], missing: readonly Row[]): string {
  const gaps = rows.filter((row) => row.gaps.length > 0).length
  if (gaps === 0) return `Every requirement can be followed (${rows.length}).`
  return `${gaps} of ${rows.length} requirements have gaps, ${missing.length} of them required.`
}
