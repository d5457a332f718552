// Packages that users install themselves: loaded when a seat first needs one, and missed in words that say how to get it.

import { BackendFailed } from '../kernel/errors.js'

/** Loads it, or fails with `missing`: what is not installed, and the command that installs it. */
export async function loadOptional<T>(load: () => Promise<T>, missing: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new BackendFailed('failed', missing)
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(code)
}
