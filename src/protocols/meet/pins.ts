// Pins: what a turn puts on the meeting's scratchpad. Numbers rise and are never used again.

import { detectType, isContentType } from '../../rules/content-type.js'
import { placePin, renderPins } from '../../rules/scratchpad.js'
import type { Pin as TurnPin } from './documents/turn-text.js'
import type { MeetState } from './state.js'

/** True when at least one pin is new; replacing one is no progress. */
export async function applyPins(state: MeetState, pins: readonly TurnPin[], by: string): Promise<boolean> {
  let fresh = false
  for (const pin of pins) fresh = (await place(state, pin, by)) || fresh
  if (pins.length > 0) state.news.said('The scratchpad now:', 'scratchpad', renderPins(state.pins))
  return fresh
}

async function place(state: MeetState, pin: TurnPin, by: string): Promise<boolean> {
  const contentType = pin.type !== null && isContentType(pin.type) ? pin.type : detectType(pin.content)
  const content = await state.meeting.scrub(pin.content)
  const known = pin.target !== null && state.pins.some(({ id }) => id === pin.target)
  if (pin.target !== null && !known)
    await state.notice(`${by} replaced ${pin.target}, which is no pin: taken as a new one`)
  const target = known && pin.target !== null ? { target: pin.target } : {}
  const placed = placePin(state.pins, { content, contentType, agent: by, intent: pin.intent, ...target })
  if (placed.kind === 'placed') state.pins = placed.pins
  return !known
}
