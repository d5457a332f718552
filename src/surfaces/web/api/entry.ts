// Entry: how this page is let in. The printed address has a code that is good once; the server gives a cookie for it that no script reads.

import { ask } from './client.js'

/** Takes the code out of `#code=…`, at once; what follows `&to=` is where to go. False when the address has none. */
export async function enter(): Promise<boolean> {
  // Pages of before kept the token here, where whoever listens at this port later can read it.
  localStorage.removeItem('parley.token')
  const [, code, to] = /^#code=([^&]+)(?:&to=(.*))?$/.exec(location.hash) ?? []
  if (code === undefined) return false
  history.replaceState(null, '', `${location.pathname}#${to ? decodeURIComponent(to) : '/'}`)
  // A code that was used already is no fault where this browser has its cookie; where it has none, the page says so.
  await ask('POST', '/api/session', { code: decodeURIComponent(code) }).catch(() => {})
  return true
}
