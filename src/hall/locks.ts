// Locks of the hall: one holder per name at a time, in the order of asking; also against another process on the same home.
//
// An error under a lock does not block those who wait. Nobody holds a lock while a model talks: a turn takes minutes, and everybody
// else would wait. Whoever needs both takes the project's lock before the meeting's, since the other order could deadlock.

import { exclusively } from '../workspace/locks-folder.js'

export interface Locks {
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>
}

export function createLocks(home: string): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    exclusively(name, work) {
      const before = tails.get(name) ?? Promise.resolve()
      const mine = before.then(() => exclusively(home, name, work))
      const tail = mine.catch(() => {})
      tails.set(name, tail)
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
      return mine
    },
  }
}
