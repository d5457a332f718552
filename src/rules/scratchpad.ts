// Scratchpad: the pins of one meeting. Their numbers rise and are never used twice.

export interface Pin {
  /** `SP-1`, `SP-2`, … */
  id: string
  content: string
  contentType: string
  agent: string
  intent: string
  /** How often it was replaced. Earlier contents are not kept here. */
  history: number
}

export type PinRequest = Omit<Pin, 'id' | 'history'> & { target?: string | undefined }

export type Placed =
  | { kind: 'placed'; id: string; pins: readonly Pin[] }
  | { kind: 'unknown-target'; target: string }

/** A request with a target replaces that pin in place; one without adds a new pin at the end. */
export function placePin(pins: readonly Pin[], { target, ...given }: PinRequest): Placed {
  if (target === undefined) {
    const id = `SP-${highest(pins) + 1}`
    return { kind: 'placed', id, pins: [...pins, { id, ...given, history: 0 }] }
  }
  const at = pins.findIndex((pin) => pin.id === target)
  if (at < 0) return { kind: 'unknown-target', target }
  const history = pins[at]!.history + 1
  return { kind: 'placed', id: target, pins: pins.with(at, { id: target, ...given, history }) }
}

/** The block that every seat sees. */
export function renderPins(pins: readonly Pin[]): string {
  return pins.map((pin) => `${pin.id}: ${pin.content}\n`).join('')
}

export function isPinId(text: string): boolean {
  return /^SP-[1-9][0-9]*$/.test(text)
}

export const PIN_DISPOSITIONS = ['extract', 'keep', 'drop'] as const
export type PinDisposition = (typeof PIN_DISPOSITIONS)[number]

/** In any case, with blanks at the end ignored; undefined when it is no disposition. */
export function pinDisposition(text: string): PinDisposition | undefined {
  const word = text.trimEnd().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return word === 'keep in notes only' ? 'keep' : PIN_DISPOSITIONS.find((known) => known === word)
}

export const PIN_PROMPT = [
  'What should become of this pin?',
  '1) Extract — write it to a file of its own',
  '2) Keep in notes only — show it in the meeting notes, no file',
  '3) Drop — leave it out of the notes',
].join('\n')

function highest(pins: readonly Pin[]): number {
  return pins.reduce((most, pin) => Math.max(most, Number(pin.id.slice('SP-'.length)) || 0), 0)
}
