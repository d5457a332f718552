// What must not leave this machine through a result: secrets and folders.

import { homedir } from 'node:os'
import { foldersOf, withoutFolders } from '../../workspace/machine-folders.js'
import type { Tidy } from './results.js'

/** Secrets are masked here too: a document may have been edited by hand since it was written. */
export function tidyFor(root: string, home: string): Tidy {
  const nameless = withoutFolders([...foldersOf(root, home), { folder: homedir(), as: '~' }])
  return async (text) => {
    if (text === '') return text
    const { scrub } = await import('../../workspace/secrets.js')
    return (await scrub(nameless(text))).text
  }
}
