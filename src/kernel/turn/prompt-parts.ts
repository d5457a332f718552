// Parts of a prompt, each with what it is there for. The text that is sent is the parts, joined.

export interface PromptPart {
  /** What it is, in a word or two: "task", "persona", "scratchpad". */
  readonly name: string
  readonly text: string
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
} {
  return {
    system: joinedParts(of.system),
    get full() {
      return joinedParts(of.full())
    },
    get since() {
      return joinedParts(of.since())
    },
  }
}
