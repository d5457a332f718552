// A value that several components watch.

import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  watch(watcher: () => void): () => void
}

export function store<T>(first: T): Store<T> {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of watchers) watcher()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

export function useStore<T>({ get, watch }: Store<T>): T {
  return useSyncExternalStore(watch, get)
}
