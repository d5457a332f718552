// Review gate: what the person's word on a draft means for the disk. Only three words are words; anything else is none.

export const DISPOSITIONS = ['accept', 'edit', 'drop'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

export function isDisposition(text: string): text is Disposition {
  return (DISPOSITIONS as readonly string[]).includes(text)
}

/** An edited draft is written too: the edit is the person's own text. */
export function shouldWrite(disposition: Disposition): boolean {
  return disposition !== 'drop'
}
