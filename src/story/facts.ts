// Facts: what a question puts before the person, to be read at a glance: named facts, lists under a heading, or a sentence.

import type { Fact, Question } from '../kernel/question.js'

/** Undefined when the body is prose: it is then shown as Markdown. */
export function factsOf({ facts, body }: Pick<Question, 'facts' | 'body'>): readonly Fact[] | undefined {
  return facts ?? firstFacts(body)
}

/** The first journals of chartered meetings hold the facts of a question as lines above the letters to answer by. */
function firstFacts(body: string): readonly Fact[] | undefined {
  if (!PROMPT.test(body)) return undefined
  const facts: Fact[] = []
  for (const line of body.split('\n')) if (line.trim() !== '' && !PROMPT.test(line)) addFact(facts, line)
  return facts
}

function addFact(facts: Fact[], line: string): void {
  const last = facts.at(-1)
  if (INDENTED.test(line) && last?.name !== undefined) {
    facts[facts.length - 1] = { ...last, items: [...(last.items ?? []), line.trim()] }
    return
  }
  const [, name, value = ''] = NAMED.exec(line) ?? []
  facts.push(name === undefined ? { value: line.trim() } : { name, value })
}

const PROMPT = /^\[c\]ontinue \/ /m
const NAMED = /^([\p{L}][^:\n]{0,34}):(?:\s+(.*))?$/u
const INDENTED = /^\s{2,}\S/
