// Where: the current route, taken from the address. To navigate is to change the address.

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

/** Changes the address without a new entry in the history: for filters that change while the person types. */
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
