// Notices: lines about the meeting that are shown to whoever watches and are not part of its transcript.

export interface Notice {
  readonly degree: 'INFO' | 'WARNING' | 'CRITICAL'
  readonly text: string
}

const label = '[gaia-meeting]'

export function warning(text: string): Notice {
  return { degree: 'WARNING', text: labelled('WARNING', text) }
}

/** A secret was masked: where and of what kind, never the secret. */
export function maskedNotice(place: string, kinds: readonly string[]): Notice {
  return { degree: 'CRITICAL', text: labelled('CRITICAL', `secret masked in ${place} (${kinds.join(', ')})`) }
}

/** The line with the label that other tools of these projects print; a line that has one already stays as it is. */
export function labelled(degree: Notice['degree'], text: string): string {
  return text.startsWith(`${label} `) ? text : `${label} ${degree}: ${text}`
}

/** The words without that label. */
export function withoutLabel(text: string): string {
  return text.replace(/^\[gaia-meeting\] (?:INFO|WARNING|CRITICAL): /, '')
}
