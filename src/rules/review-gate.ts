// Review gate: what the person's word on a draft means for the disk. There are three such words and no others.

export const DISPOSITIONS = ['accept', 'edit', 'drop'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** An edited draft is written too: the edit is the person's own text. */
export function shouldWrite(disposition: Disposition): boolean {
  return disposition !== 'drop'
}
