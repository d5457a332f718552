// Facts: the body of a question, cut so that it can be read at a glance: named facts, lists under a heading, or prose.

export type Fact =
  | {
      readonly kind: 'named'
      readonly name: string
      readonly value: string
      readonly more: readonly string[]
    }
  | { readonly kind: 'plain'; readonly text: string }

/** Undefined when the body is prose: it is then shown as Markdown. */
export function factsIn(body: string): readonly Fact[] | undefined {
  const lines = body.split('\n').filter((line) => line.trim() !== '' && !PROMPT.test(line))
  const named = lines.filter((line) => NAMED.test(line) || INDENTED.test(line)).length
  if (!PROMPT_ANYWHERE.test(body) && (named < lines.length || named < 2)) return undefined
  const facts: Fact[] = []
  for (const line of lines) addFact(facts, line)
  return facts
}

function addFact(facts: Fact[], line: string): void {
  const last = facts.at(-1)
  if (INDENTED.test(line) && last?.kind === 'named') {
    facts[facts.length - 1] = { ...last, more: [...last.more, line.trim()] }
    return
  }
  const [, name, value = ''] = NAMED.exec(line) ?? []
  facts.push(
    name === undefined ? { kind: 'plain', text: line.trim() } : { kind: 'named', name, value, more: [] },
  )
}

// Buttons say what a terminal's prompt line says.
const PROMPT = /^\[c\]ontinue \/ /
const PROMPT_ANYWHERE = /^\[c\]ontinue \/ /m
const NAMED = /^([\p{L}][^:\n]{0,34}):(?:\s+(.*))?$/u
const INDENTED = /^\s{2,}\S/
