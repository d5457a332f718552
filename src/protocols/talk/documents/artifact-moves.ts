// The moves a talk can make, and what the log calls each.

import type { TalkStatus } from './parse-artifact.js'

export type Moved = { readonly kind: 'moved'; readonly text: string } | Refusal
export type Refusal = { readonly kind: 'refused'; readonly message: string }

export const moves: Readonly<Partial<Record<`${TalkStatus} ${TalkStatus}`, string>>> = {
  'requested open': 'opened',
  'requested declined': 'declined',
  'open closed': 'closed',
}

export function refused(message: string): Refusal {
  return { kind: 'refused', message }
}
