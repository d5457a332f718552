// Drafts: what the person is writing. Saved at every keystroke, shared with other tabs, deleted when sent.

import { useCallback, useMemo, useSyncExternalStore } from 'react'

const prefix = 'parley.draft.'
const watchers = new Set<() => void>()
addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(prefix)) for (const watcher of watchers) watcher()
})

/** A text that survives a reload, stored under a name; how it is written; and what forgets it when it was received as it was sent. */
export function useDraft(place: string): [string, (text: string) => void, (sent: string) => void] {
  const text = useSyncExternalStore(watch, () => kept(place))
  const set = useCallback((next: string) => keep(place, next), [place])
  const received = useCallback((sent: string) => forget(place, sent), [place])
  return [text, set, received]
}

/** Several at once. */
export function useDrafts(places: readonly string[]): readonly string[] {
  const all = useSyncExternalStore(watch, () => JSON.stringify(places.map(kept)))
  return useMemo(() => JSON.parse(all) as readonly string[], [all])
}

export function kept(place: string): string {
  return localStorage.getItem(prefix + place) ?? ''
}

export function keep(place: string, text: string): void {
  if (text === '') localStorage.removeItem(prefix + place)
  else localStorage.setItem(prefix + place, text)
  for (const watcher of watchers) watcher()
}

/** The receipt may come late, when the person writes again already: that is no longer what was sent. */
function forget(place: string, sent: string): void {
  if (kept(place) === sent) keep(place, '')
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
