// Whether git can be used for a folder, asked before a meeting begins there: in its middle the same words would come too late.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotGoOn } from '../../kernel/errors.js'
import { runGit } from './exec.js'

/** Refuses a folder whose path git cannot tell in one line, and a repository where git cannot be started. */
export async function mustBeUsable(folder: string): Promise<void> {
  if (/[\n\r]/.test(folder))
    throw new CannotGoOn(
      'GIT',
      'The path of this folder has a line break in it, so what git says about it cannot be told apart.',
      'Rename the folder, then start again: nothing was written.',
    )
  if (!isInRepository(folder)) return
  const { code, stderr } = await runGit(['--version'], { cwd: folder })
  if (code === 0) return
  throw new CannotGoOn(
    'GIT',
    `This folder is in a git repository, but ${stderr.trim()}.`,
    'Install git, or put it on the PATH; `parley doctor` shows whether it is found. Nothing was written.',
  )
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  return dirname(folder) !== folder && isInRepository(dirname(folder))
}
