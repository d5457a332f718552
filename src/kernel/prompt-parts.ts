// Parts of a prompt: what each piece of what a seat is sent is there for. Names only: the text that is sent is the parts, joined.

export interface PromptPart {
  /** What it is, in a word or two: "task", "persona", "scratchpad". */
  readonly name: string
  readonly text: string
}

/** The parts of each text of a prompt, in its order. */
export interface PromptParts {
  readonly system?: readonly PromptPart[]
  readonly full?: readonly PromptPart[]
  readonly since?: readonly PromptPart[]
}

export function part(name: string, text: string): PromptPart {
  return { name, text }
}

/** What is sent: the parts with a blank line between them; an empty one is left out. */
export function joinedParts(parts: readonly PromptPart[]): string {
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text }) => text)
    .join('\n\n')
}

/** A text by its parts; whole under `otherwise` where they do not make it up. */
export function partsOf(
  text: string,
  parts: readonly PromptPart[] | undefined,
  otherwise: string,
): readonly PromptPart[] {
  if (parts && joinedParts(parts) === text) return parts.filter((one) => one.text !== '')
  return text === '' ? [] : [part(otherwise, text)]
}
