// Pins: what turns put on the meeting's scratchpad. A pin that names another replaces it where it stands.

import { placePin } from '../../../rules/scratchpad.js'
import type { Desk } from './desk.js'
import type { Pin } from './items.js'
import { blocksOf } from './marks.js'

export function withPins(desk: Desk, text: string, by: string, from: string): void {
  if (!text.includes('[pin')) return
  for (const block of blocksOf(text)) {
    if (block.kind !== 'pin') continue
    const { target, intent, content, type } = block.pin
    const known = target !== null && desk.pins.some(({ id }) => id === target)
    const placed = placePin(desk.pins.map(asRule), {
      content,
      contentType: type ?? '',
      agent: by,
      intent,
      ...(known && target !== null ? { target } : {}),
    })
    if (placed.kind !== 'placed') continue
    desk.pins = placed.pins.map((pin) =>
      pin.id === placed.id
        ? { id: pin.id, intent, content, type: type ?? '', by, from, revisions: pin.history }
        : (desk.pins.find(({ id }) => id === pin.id) as Pin),
    )
  }
}

function asRule({ id, intent, content, type, by, revisions }: Pin) {
  return { id, intent, content, contentType: type, agent: by, history: revisions }
}
