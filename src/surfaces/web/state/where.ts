// Where: the route, as the address has it. Going somewhere is changing the address.

import { useSyncExternalStore } from 'react'
import { type Route, readRoute } from '../route.js'

let known = ''
let route: Route = readRoute('')

export function useRoute(): Route {
  return useSyncExternalStore(watch, current)
}

export function go(address: string): void {
  location.hash = address.replace(/^#/, '')
}

/** Changes the address without a step in the history: for filters that change while one types. */
export function replace(address: string): void {
  history.replaceState(null, '', address)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

function current(): Route {
  if (location.hash !== known) {
    known = location.hash
    route = readRoute(known)
  }
  return route
}

function watch(watcher: () => void): () => void {
  addEventListener('hashchange', watcher)
  return () => removeEventListener('hashchange', watcher)
}
