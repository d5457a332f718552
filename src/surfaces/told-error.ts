// The message for any thrown error, for every surface: what happened, what to do, and a code.

import { type Fault, messageOf, ParleyError } from '../kernel/errors.js'

export interface ToldError {
  /** Our own code, or that of the system error. */
  readonly code: string
  readonly message: string
  readonly hint: string
  /** The field of a request that is meant, where one is. */
  readonly field?: string
  readonly fault: Fault
}

export function tellError(error: unknown): ToldError {
  if (error instanceof ParleyError) {
    const { code, message, hint, fault, field } = error
    return { code, message, hint, fault, ...(field === undefined ? {} : { field }) }
  }
  const system = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const hint = system === undefined ? ourFault(error) : (ways[system] ?? '')
  const message = `${causes[system ?? ''] ?? ''}${messageOf(error)}`
  return { code: system ?? 'UNFORESEEN', message, hint, fault: 'unforeseen' }
}

/** What the words of the system mean, where they say it in its own. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: ',
  EDQUOT: 'Your disk quota is used up: ',
  EFBIG: 'A file would be larger than the system allows: ',
  EROFS: 'The file system is read-only: ',
}

function ourFault(error: unknown): string {
  return error instanceof Error ? 'This looks like a bug in parley. `PARLEY_DEBUG=1` shows where.' : ''
}

/** What to do about common file system errors. */
const ways: Readonly<Record<string, string>> = {
  EACCES:
    'Change the permissions of that path, or work elsewhere: --cwd DIR for the project, PARLEY_HOME=DIR for your own files.',
  EPERM:
    'Change the permissions of that path, or work elsewhere: --cwd DIR for the project, PARLEY_HOME=DIR for your own files.',
  EROFS:
    'That file system can only be read. Work elsewhere: --cwd DIR for the project, PARLEY_HOME=DIR for your own files.',
  ENOSPC: 'Free some space on that disk, then run the command again: nothing was lost.',
  EDQUOT: 'Free some space on that disk, then run the command again: nothing was lost.',
  EFBIG: 'Raise the limit on the size of files (`ulimit -f`), then run the command again: nothing was lost.',
  ENOENT: 'Check the path.',
}
