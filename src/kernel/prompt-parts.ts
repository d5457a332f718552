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

/** The texts of a prompt, made of parts when they are asked for: what they say may still change until then. */
export function madeOfParts(of: {
  readonly system: readonly PromptPart[]
  full(): readonly PromptPart[]
  since(): readonly PromptPart[]
}): {
  readonly system: string
  readonly full: string
  readonly since: string
  readonly parts: Required<PromptParts>
} {
  return {
    system: joinedParts(of.system),
    get full() {
      return joinedParts(of.full())
    },
    get since() {
      return joinedParts(of.since())
    },
    parts: {
      system: of.system,
      get full() {
        return of.full()
      },
      get since() {
        return of.since()
      },
    },
  }
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
