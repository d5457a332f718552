// Resources: data from the server, kept while it is shown. Changed data is read again; the old data stays visible until then.

import { useCallback, useEffect, useSyncExternalStore } from 'react'

export interface Resource<T> {
  readonly value: T | undefined
  readonly error: Error | undefined
  readonly loading: boolean
}

interface Entry {
  state: Resource<unknown>
  read: () => Promise<unknown>
  readonly watchers: Set<() => void>
  turn: number
}

const entries = new Map<string, Entry>()
const nothing: Resource<never> = { value: undefined, error: undefined, loading: true }

/** `key` names it for `refresh`; an empty key reads nothing. */
export function useResource<T>(key: string, read: () => Promise<T>): Resource<T> {
  const subscribe = useCallback(
    (watcher: () => void) => {
      const entry = entryFor(key)
      entry.watchers.add(watcher)
      return () => entry.watchers.delete(watcher)
    },
    [key],
  )
  const state = useSyncExternalStore(subscribe, () => entries.get(key)?.state ?? nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is read
  useEffect(() => {
    if (key === '') return
    const entry = entryFor(key)
    entry.read = read
    void load(entry)
  }, [key])
  return state as Resource<T>
}

/** Reads again everything that is shown and whose key begins with this prefix. */
export function refresh(prefix = ''): void {
  void readAgain(prefix)
}

/** Settles when everything has been read. */
async function readAgain(prefix: string): Promise<void> {
  const all = [...entries].filter(([key]) => key.startsWith(prefix))
  for (const [key, { watchers }] of all) if (watchers.size === 0) entries.delete(key)
  await Promise.all(all.flatMap(([, entry]) => (entry.watchers.size > 0 ? [load(entry)] : [])))
}

const others = new BroadcastChannel('parley')
others.addEventListener('message', ({ data }) => refresh(String(data)))

/** The same in every tab: for what the server's feed does not tell of, such as files. */
export async function refreshEverywhere(prefix: string): Promise<void> {
  others.postMessage(prefix)
  await readAgain(prefix)
}

/** Files may have changed while the person was elsewhere. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') refresh('afterwards')
})

function entryFor(key: string): Entry {
  const known = entries.get(key)
  if (known) return known
  const made: Entry = {
    state: nothing,
    read: () => Promise.reject(new Error()),
    watchers: new Set(),
    turn: 0,
  }
  entries.set(key, made)
  return made
}

/** Only the last of several reads counts. A failure keeps the earlier data. */
async function load(entry: Entry): Promise<void> {
  const turn = ++entry.turn
  const done = (state: Resource<unknown>) => {
    if (turn !== entry.turn) return
    entry.state = state
    for (const watcher of entry.watchers) watcher()
  }
  try {
    done({ value: await entry.read(), error: undefined, loading: false })
  } catch (error) {
    done({ value: entry.state.value, error: error as Error, loading: false })
  }
}
