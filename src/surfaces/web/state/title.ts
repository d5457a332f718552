// The title of the window: what waits, where one is.

import { useEffect } from 'react'
import { store, useStore } from './store.js'

/** How many meetings and requests want the person's hand. */
export const waiting = store(0)

export function useTitle(title: string): void {
  const count = useStore(waiting)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} — parley`
  }, [title, count])
}
