// Token: what lets this page speak to its server. It comes once in the address, is kept, and leaves the address at once.

const name = 'parley.token'

/** Takes the token out of `#token=…`; what follows `&to=` is where to go. */
export function takeToken(): boolean {
  const [, token, to] = /^#token=([^&]+)(?:&to=(.*))?$/.exec(location.hash) ?? []
  if (token === undefined) return false
  const value = decodeURIComponent(token)
  sessionStorage.setItem(name, value)
  localStorage.setItem(name, value)
  history.replaceState(null, '', `${location.pathname}#${to ? decodeURIComponent(to) : '/'}`)
  return true
}

export function token(): string {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? ''
}
