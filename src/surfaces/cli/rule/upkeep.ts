// Rules of upkeep: what is scrubbed of secrets, and what is deleted when it is old.
import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import { DEFAULT_AGE_DAYS, isPastAge, REAPED_FOLDERS } from '../../../rules/reaping.js'
import { scrubSecrets } from '../../../rules/secret-patterns.js'
import { exit, type Handlers } from './call.js'
import { at, complain, isFile, isFolder, type RuleIo, save, wrong } from './io.js'

export const handlers: Handlers = {
  'secret-scrubber'(call) {
    const [from, to] = [call.needed('in'), call.needed('out')]
    if (!isFile(at(call.io, from))) wrong(`no such file: ${from}`)
    // Read as bytes, one per character, so that data that is not text is kept.
    const { text } = scrubSecrets(readFileSync(at(call.io, from), 'latin1'))
    return save(call.io, '', to, Buffer.from(text, 'latin1'), 2)
  },

  /** Every file is reported at once, so that a later failure does not hide what was deleted before. */
  'checkpoint-reaper'(call) {
    const { io } = call
    const root = call.needed('root')
    if (!isFolder(at(io, root))) wrong(`no such folder: ${root}`)
    const days = call.count('age-days', DEFAULT_AGE_DAYS)
    const apply = call.last('dry-run', 'apply')?.flag === 'apply'
    let failures = 0
    for (const path of REAPED_FOLDERS.flatMap((below) => filesIn(root, below, io))) {
      const file = join(at(io, root), path)
      const shown = root.endsWith('/') ? root + path : `${root}/${path}`
      const changed = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
      if (changed === undefined || !isPastAge(changed, io.now().getTime(), days)) continue
      if (!apply) io.out(`REAP ${shown}\n`)
      else if (deleted(file, shown, io)) io.out(`DELETED ${shown}\n`)
      else failures++
    }
    return exit(failures === 0 ? 0 : 1)
  },
}

/** Paths from the root, sorted. A folder reached through a link is skipped: its files are outside the project. */
function filesIn(root: string, below: string, io: RuleIo): string[] {
  const base = join(at(io, root), below)
  if (!isFolder(base)) return []
  if (realpathSync(base) !== join(realpathSync(at(io, root)), below)) {
    complain(io, 'checkpoint-reaper', `skipped ${below}: a link leads it elsewhere`)
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
    complain(io, 'checkpoint-reaper', `could not delete ${shown}: ${messageOf(error)}`)
    return false
  }
}
