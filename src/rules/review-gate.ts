// Review gate: whether a draft is written, by the person's answer. There are three answers and no others.

export const DISPOSITIONS = ['accept', 'edit', 'drop'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** An edited draft is written too, with the person's own text. */
export function shouldWrite(disposition: Disposition): boolean {
  return disposition !== 'drop'
}
