// Parts: what was said, cut where a reader looks for something. Together they hold every word of it, in its order.

export type Part =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'position'; readonly text: string }
  | { readonly kind: 'challenge' | 'decision'; readonly text: string }
  /** What is put on the table, and who stands where on it; `of` names the proposals. */
  | {
      readonly kind: 'proposal' | 'support' | 'objection' | 'withdrawal'
      readonly of: string
      readonly text: string
    }
  | { readonly kind: 'dissent'; readonly qualifier: string; readonly text: string }
  | ({ readonly kind: 'pin' } & PinPart)
  | { readonly kind: 'request'; readonly request: Request }

/** Something put on the table for all to see. */
export interface PinPart {
  /** The pin that it replaces, if it names one. */
  readonly target: string | null
  readonly intent: string
  readonly content: string
  /** As it was given; null leaves it to detection. */
  readonly type: string | null
}

/** What a seat asks for with its turn. */
export type Request =
  | { readonly kind: 'pass' }
  | { readonly kind: 'respond'; readonly who: string }
  | { readonly kind: 'look-up'; readonly question: string }

export function prose(text: string): readonly Part[] {
  return [{ kind: 'prose', text }]
}

/** The words alone, without what marks them: for one quiet line about a turn. */
export function bareWords(parts: readonly Part[]): string {
  const texts = parts.flatMap((part) => wordsOf(part).map((text) => ({ text, part })))
  return texts
    .map(({ text, part }, at) => (part.kind === 'position' && at < texts.length - 1 ? ended(text) : text))
    .join('\n\n')
    .trim()
}

/** A position stands on a line of its own, often without a full stop; in one line with the rest it needs one. */
function ended(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text.trim()) ? `${text.trim()}.` : text
}

function wordsOf(part: Part): string[] {
  if (part.kind === 'pin') return [part.intent]
  return part.kind === 'request' ? [] : [part.text]
}
