// Reservations: who waits for a tool that is out.

import { addDays, nextOpen } from './calendar.js'

export function reserve(shop, { tool, member, on }) {
  shop.reservations.push({ tool, member, on, heldUntil: null })
}

export function isWaitedFor(shop, tool) {
  return shop.reservations.some((one) => one.tool === tool && one.heldUntil === null)
}

/** The tool came back: it is held for whoever has waited longest. */
export function hold(shop, tool, on) {
  const first = shop.reservations.find((one) => one.tool === tool && one.heldUntil === null)
  if (first) first.heldUntil = nextOpen(addDays(on, 7))
  return first
}
