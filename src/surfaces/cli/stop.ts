// Stop: what the first Ctrl-C does in a run that can end in order by itself. Other runs end where they stand.

import { dirname, join } from 'node:path'
import type { Parley } from '../../parley.js'

/** Work of a council ends at the next turn boundary once its stop file is there; a second Ctrl-C aborts the run. */
export function stopFor(parley: Parley, id: string): (() => Promise<string>) | undefined {
  if (parley.summary(id)?.protocol !== 'council.work') return undefined
  return async () => {
    const { stopPath } = await import('../../protocols/council/index.js')
    const { mkdir, writeFile } = await import('node:fs/promises')
    const file = join(parley.root, stopPath(id))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
    return 'Stopping after this turn; the chair will conclude. Press again to abort.'
  }
}
