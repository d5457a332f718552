// Before: what an earlier parley kept in a workspace and this one does not read.

import { meetingsOfBefore } from '../../workspace/left-behind.js'
import { plural } from './screen/words.js'

/** Empty where there is nothing of the kind. */
export function beforeText(root: string): string {
  const count = meetingsOfBefore(root)
  return count === 0
    ? ''
    : `${plural(count, 'meeting')} of an earlier parley ${count === 1 ? 'lies' : 'lie'} in .parley/meetings: this version does not read them.`
}
