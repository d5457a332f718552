// Extra mechanics: which of a theme's hooks run at a point, by mode.

import type { HookPoint, Mechanic } from '../documents/theme-shape.js'
import type { Mode } from '../modes.js'

export function hooksAt(point: HookPoint, mode: Mode, mechanics: readonly Mechanic[]): readonly Mechanic[] {
  const here = mechanics.filter(({ at }) => at === point)
  switch (mode) {
    case 'brainstorm':
    case 'quick':
    case 'audit':
      return []
    case 'auto':
      return here.filter((hook) => !hook.logs_relationships)
    case 'meeting':
      return point === 'challenge' ? here : []
    case 'standard':
    case 'deep':
    case 'guided':
      return here
  }
}
