// The title of the window: how much waits, and the current page.

import { useEffect } from 'react'
import { store, useStore } from './store.js'

/** How many meetings and requests wait for the person. */
export const waiting = store(0)

export function useTitle(title: string): void {
  const count = useStore(waiting)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} — parley`
  }, [title, count])
}
