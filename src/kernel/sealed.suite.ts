// For tests: a journal from before seals, or made by hand, as if the person's own parley had written it.

import { lineSeal, type Seals } from './origin.js'

/** The text of a journal, with the seal of this person on every line. Seals that it has are replaced. */
export function withSeals(text: string, id: string, seals: Seals): string {
  return text
    .split('\n')
    .map((line) => {
      const bare = line.replace(/,"mac":"[0-9a-f]{64}"\}$/, '}')
      const hash = /,"hash":"([0-9a-f]{64})"\}$/.exec(bare)?.[1]
      return hash === undefined ? line : `${bare.slice(0, -1)},"mac":"${seals.make(lineSeal(id, hash))}"}`
    })
    .join('\n')
}

/** The text of a journal as somebody else's parley, or one from before seals, would have left it. */
export function withoutSeals(text: string): string {
  return text.replace(/,"mac":"[0-9a-f]{64}"\}$/gm, '}')
}
