// Scratchpad state: the pins of a meeting as text, one line each with fields separated by `|`. Reads and writes it.

import { isPinId, type Pin, type PinDisposition } from '../rules/scratchpad.js'
import { fenced, oneLine } from './embedded.js'

export type ScratchpadState = { kind: 'pins'; pins: readonly Pin[] } | { kind: 'damaged'; line: number }

export function parsePins(text: string): ScratchpadState {
  const pins: Pin[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const pin = parsePin(line)
    if (!pin) return { kind: 'damaged', line: index + 1 }
    pins.push(pin)
  }
  return { kind: 'pins', pins }
}

export function formatPins(pins: readonly Pin[]): string {
  return pins.map((pin) => `${formatPin(pin)}\n`).join('')
}

/** How the notes show the pins that stay: a line about each, then its content in a fence. */
export function renderFinalPins(pins: readonly (Pin & { disposition: PinDisposition })[]): string {
  const shown = pins.filter((pin) => pin.disposition !== 'drop')
  return shown.map((pin) => `${caption(pin)}\n\n${fenced(pin.content, infoOf(pin))}`).join('\n\n')
}

function parsePin(line: string): Pin | undefined {
  const [id, content, contentType, agent, intent, history] = line.split('|').map(decoded)
  if (id === undefined || !isPinId(id) || history === undefined || !/^[0-9]+$/.test(history)) return undefined
  return {
    id,
    content: content!,
    contentType: contentType!,
    agent: agent!,
    intent: intent!,
    history: Number(history),
  }
}

function formatPin({ id, content, contentType, agent, intent, history }: Pin): string {
  return [id, content, contentType, agent, intent, String(history)].map(encoded).join('|')
}

function encoded(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C').replaceAll('\n', '%0A')
}

function decoded(text: string): string {
  return text.replaceAll('%0A', '\n').replaceAll('%7C', '|').replaceAll('%25', '%')
}

function caption(pin: Pin & { disposition: PinDisposition }): string {
  return `- ${pin.id} (${pin.disposition}) — ${oneLine(pin.intent)} — ${oneLine(pin.agent)}`
}

function infoOf(pin: Pin): string {
  return /^[a-z]+$/.test(pin.contentType) ? pin.contentType : ''
}
