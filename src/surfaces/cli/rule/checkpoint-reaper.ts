// CLI `parley rule checkpoint-reaper`: deletes session and checkpoint files past their age, and nothing beyond a link.
import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { countOf } from '../../../rules/counts.js'
import { DEFAULT_AGE_DAYS, isPastAge, REAPED_FOLDERS } from '../../../rules/reaping.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFolder } from './files.js'
import { complain, readFlags, refuse } from './flags.js'

const HELPER = 'checkpoint-reaper'

export const command: RuleCommand = {
  summary: 'Deletes session and checkpoint files past their age.',
  help: `Usage: parley rule checkpoint-reaper --root DIR [--age-days N] [--dry-run | --apply]

Looks at ${REAPED_FOLDERS.join(' and ')}, at any depth. A file older than N whole days
(${DEFAULT_AGE_DAYS} without the flag) is listed as REAP, or with --apply deleted and listed as DELETED.
Links are neither followed nor deleted.

Exit codes: 0 done; 1 a file could not be deleted; 2 wrong arguments.

Example: parley rule checkpoint-reaper --root . --age-days 7 --apply
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['root', 'age-days'], switches: ['dry-run', 'apply'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const root = flags.value('root')
    if (!root) return refuse(io, HELPER, 2, '--root is required')
    if (!isFolder(at(io, root))) return refuse(io, HELPER, 2, `no such folder: ${root}`)
    const days = flags.has('age-days') ? countOf(flags.value('age-days')) : DEFAULT_AGE_DAYS
    if (days === undefined) {
      return refuse(
        io,
        HELPER,
        2,
        `--age-days must be a non-negative integer (got: '${flags.value('age-days')}')`,
      )
    }
    const last = flags.order.findLast((given) => given.name === 'dry-run' || given.name === 'apply')
    return reap(root, days, last?.name === 'apply', io)
  },
}

function reap(root: string, days: number, apply: boolean, io: RuleIo): number {
  const now = io.now().getTime()
  let failures = 0
  for (const path of REAPED_FOLDERS.flatMap((folder) => filesIn(root, folder, io))) {
    const file = join(at(io, root), path)
    const shown = root.endsWith('/') ? root + path : `${root}/${path}`
    const changed = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (changed === undefined || !isPastAge(changed, now, days)) continue
    if (apply && !deleted(file, shown, io)) failures++
    else io.out(`${apply ? 'DELETED' : 'REAP'} ${shown}\n`)
  }
  return failures === 0 ? 0 : 1
}

/** Paths from the root, sorted. A folder that is reached through a link has none: what is there belongs to someone else. */
function filesIn(root: string, folder: string, io: RuleIo): string[] {
  const base = join(at(io, root), folder)
  if (!isFolder(base)) return []
  if (realpathSync(base) !== join(realpathSync(at(io, root)), folder)) {
    complain(io, HELPER, `skipped ${folder}: a link leads it elsewhere`)
    return []
  }
  const entries = readdirSync(base, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => relative(at(io, root), join(entry.parentPath, entry.name))).sort()
}

function deleted(path: string, shown: string, io: RuleIo): boolean {
  try {
    rmSync(path)
    return true
  } catch (error) {
    complain(
      io,
      HELPER,
      `could not delete ${shown}: ${error instanceof Error ? error.message : String(error)}`,
    )
    return false
  }
}
