// Rehearsals of a talk: what its calls say when no model speaks. Real lines from the worker's checkout, and no judgment.

import type { Rehearse } from '../../kernel/agents.js'

const quoted = 4

export function rehearseTurn(words: string): Rehearse {
  return (desk) => {
    const found = desk.find(words, quoted)
    const lines = found.map(({ path, line, text }) => `- \`${path}:${line}\` — "${text}"`)
    const said =
      lines.length > 0
        ? `These lines of the checkout speak to it:\n\n${lines.join('\n')}`
        : `None of the ${desk.files} text files in the checkout speaks to it.`
    return `(Rehearsal) ${said}\n\nWhat ${desk.seat.name} would make of it is a judgment, and no model was asked for one.`
  }
}

export function rehearseNotes(turns: number): Rehearse {
  return () =>
    `(Rehearsal) The talk had ${turns} ${turns === 1 ? 'turn' : 'turns'}; no model was asked to sum it up.`
}
