// Paint: sixteen colours at most, only where the output is a terminal or the person asks for them.

import type { Io } from '../io.js'

export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly green: (text: string) => string
  readonly cyan: (text: string) => string
  /** A colour for each name, in the order in which they come: a seat keeps its own. */
  readonly seat: (name: string, text: string) => string
}

export function paint(io: Io, stream: 'output' | 'error'): Paint {
  const on = hasColour(io, stream)
  const code = (open: number, close: number) => (text: string) =>
    on && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text
  const seen: string[] = []
  const hue = (name: string) => {
    if (!seen.includes(name)) seen.push(name)
    return hues[seen.indexOf(name) % hues.length] ?? 36
  }
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    yellow: code(33, 39),
    green: code(32, 39),
    cyan: code(36, 39),
    seat: (name, text) => code(hue(name), 39)(text),
  }
}

/** `NO_COLOR` wins over `FORCE_COLOR`, which paints where there is no terminal too; `FORCE_COLOR=0` paints nowhere. */
export function hasColour(io: Io, stream: 'output' | 'error'): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false
  return FORCE_COLOR ? true : io.terminal[stream] && TERM !== 'dumb'
}

const hues = [36, 35, 34, 32, 33, 96, 95, 94]
