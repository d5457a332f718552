// The telling of every protocol, found by file name, so that a new protocol needs only its folder.

import type { Telling } from '../../../view/telling.js'
import { Tellings } from '../../../view/tellings.js'

const modules = import.meta.glob<{ readonly telling: Telling }>('../../../protocols/*/telling.ts', {
  eager: true,
})

export const tellings = new Tellings(Object.values(modules).map(({ telling }) => telling))
