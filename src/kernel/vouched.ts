// Vouched: what a journal vouches for, and the words for it. The same on every surface; runs in the browser too.

/**
 * `sealed`: every line has the person's seal, or they adopted what came before it. `intact`: the chain of hashes is consistent in
 * itself; who wrote it is unknown, since anybody can make such a chain. `damaged`: it is not even that.
 */
export type Vouched = 'sealed' | 'intact' | 'damaged'

export const vouchedWords: Readonly<Record<Vouched, string>> = {
  sealed: 'Sealed by you: nobody without your key has changed it.',
  intact:
    'Chain intact: it is consistent in itself. Who wrote it is unknown, since it does not have your seal.',
  damaged: 'Damaged: its journal is not as it was written.',
}
