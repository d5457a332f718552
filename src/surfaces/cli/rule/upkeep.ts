// Rules of upkeep: secret-scrubber and checkpoint-reaper.

import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import { DEFAULT_AGE_DAYS, isPastAge, REAPED_FOLDERS } from '../../../rules/reaping.js'
import { scrubSecrets } from '../../../rules/secret-patterns.js'
import { exit, rule } from './command.js'
import type { Given } from './declare.js'
import { at, isFile, isFolder, save } from './files.js'
import { complain, type RuleIo } from './io.js'
import { say, wrong } from './refusal.js'
import { count, needed, position } from './values.js'

export const secretScrubber = rule({
  name: 'secret-scrubber',
  about: `Redacts cloud keys, access tokens, private keys and named opaque values.
A file without any is copied byte for byte.`,
  flags: { in: needed('file'), out: needed('file') },
  exits: { 0: 'copied', 2: 'no such input, or an output that cannot be written', wrong: 2 },
  example: 'parley rule secret-scrubber --in transcript.md --out clean.md',
  run({ in: from, out: to }, io) {
    if (!isFile(at(io, from))) wrong(say.noFile(from))
    // Read as bytes, one per character, so that data that is not text is kept.
    const { text } = scrubSecrets(readFileSync(at(io, from), 'latin1'))
    return save(io, '', to, Buffer.from(text, 'latin1'), 2)
  },
})

const REAPER = 'checkpoint-reaper'

export const checkpointReaper = rule({
  name: REAPER,
  about: `Looks at ${REAPED_FOLDERS.join(' and ')}, at any depth.
Links are neither followed nor deleted.`,
  flags: {
    root: { ...needed('dir'), as: folder },
    'age-days': { takes: 'n', about: 'the last whole day to keep', as: count, or: DEFAULT_AGE_DAYS },
    'dry-run': { about: 'list as REAP what is older; done unless --apply comes later', as: position, or: -1 },
    apply: { about: 'delete what is older, and list it as DELETED', as: position, or: -1 },
  },
  exits: { 0: 'done', 1: 'a file could not be deleted', wrong: 2 },
  example: 'parley rule checkpoint-reaper --root . --age-days 7 --apply',
  /** Every file is reported at once, so that a later failure does not hide what was deleted before. */
  run({ root, ageDays, dryRun, apply }, io) {
    const now = io.now().getTime()
    let failures = 0
    for (const path of REAPED_FOLDERS.flatMap((below) => filesIn(root, below, io))) {
      const file = join(at(io, root), path)
      const shown = root.endsWith('/') ? root + path : `${root}/${path}`
      const changed = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
      if (changed === undefined || !isPastAge(changed, now, ageDays)) continue
      if (apply <= dryRun) io.out(`REAP ${shown}\n`)
      else if (deleted(file, shown, io)) io.out(`DELETED ${shown}\n`)
      else failures++
    }
    return exit(failures === 0 ? 0 : 1)
  },
})

function folder(path: string, { io }: Given): string {
  return isFolder(at(io, path)) ? path : wrong(say.noFolder(path))
}

/** Paths from the root, sorted. A folder reached through a link is skipped: its files are outside the project. */
function filesIn(root: string, below: string, io: RuleIo): string[] {
  const base = join(at(io, root), below)
  if (!isFolder(base)) return []
  if (realpathSync(base) !== join(realpathSync(at(io, root)), below)) {
    complain(io, REAPER, `skipped ${below}: a link leads it elsewhere`)
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
    complain(io, REAPER, `could not delete ${shown}: ${messageOf(error)}`)
    return false
  }
}
