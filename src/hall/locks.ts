// Locks of the hall: one name, one at a time, first come first served; also against another process on the same home.
//
//   L1  An error inside jams nobody: the next in line goes on.
//   L2  Nobody has a lock while a model talks: what is done under one is files and git only.
//   L3  Where both are needed, the project's lock is taken before the meeting's.

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
