// Pins: what turns put on the meeting's scratchpad. A pin that names another replaces it where it stands.

import { detectType, isContentType } from '../rules/content-type.js'
import { placePin } from '../rules/scratchpad.js'
import type { PinPart } from './parts.js'
import type { Draft, Pin } from './story.js'

/** By the same rule as the meeting's own scratchpad, so that both have the same ids. */
export function pinUp(draft: Draft, pins: readonly PinPart[], by: string, from: string): void {
  for (const { target, intent, content, type } of pins) {
    const contentType = type !== null && isContentType(type) ? type : detectType(content)
    const known = target !== null && draft.pins.some(({ id }) => id === target)
    const aim = known && target !== null ? { target } : {}
    const placed = placePin(draft.pins.map(asRule), { content, contentType, agent: by, intent, ...aim })
    if (placed.kind !== 'placed') continue
    const before = new Map(draft.pins.map((pin) => [pin.id, pin]))
    draft.pins = placed.pins.map(
      ({ id, history }): Pin =>
        (id === placed.id ? undefined : before.get(id)) ?? {
          id,
          intent,
          content,
          type: type ?? '',
          by,
          from,
          revisions: history,
        },
    )
  }
}

function asRule({ id, intent, content, type, by, revisions }: Pin) {
  return { id, intent, content, contentType: type, agent: by, history: revisions }
}
