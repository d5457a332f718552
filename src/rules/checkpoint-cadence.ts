// Checkpoint cadence: how many DISCUSS turns lie between two yields. Always 1 to 10, whatever the settings hold.

export const DEFAULT_CADENCE = 4

export interface Cadence {
  every: number
  /** A warning about a setting that could not be used as it was. */
  warning?: string
}

/** From the text of a settings file; without one, or with one that cannot be read, the default. */
export function cadenceFromSettings(text: string | undefined): Cadence {
  return cadenceFrom(settingIn(text))
}

/** From the value of `meeting.checkpoint_every_n_turns` itself. */
export function cadenceFrom(value: unknown): Cadence {
  if (value === undefined || value === null) return { every: DEFAULT_CADENCE }
  const number = integerOf(value)
  if (number === undefined) {
    return {
      every: DEFAULT_CADENCE,
      warning: `${WARNING} is not an integer (got "${shown(value)}") — using default 4`,
    }
  }
  const every = Math.min(Math.max(number, 1), 10)
  if (every === number) return { every }
  return { every, warning: `${WARNING}=${shown(value)} is out of range [1, 10] — clamping to ${every}` }
}

const WARNING = '[gaia-meeting] WARNING: meeting.checkpoint_every_n_turns'

function settingIn(text: string | undefined): unknown {
  try {
    const settings: unknown = JSON.parse(text ?? 'null')
    return member(member(settings, 'meeting'), 'checkpoint_every_n_turns')
  } catch {
    return undefined
  }
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}

function integerOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return value
  if (typeof value === 'string' && /^-?[0-9]+$/.test(value)) return Number(value)
  return undefined
}

/** On one line, since a setting may hold line breaks and the warning must not. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ')
}
