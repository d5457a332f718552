// Routes: the current page, as the part of the address after the hash. Pure; the server does not see it.

export type Route =
  | { readonly page: 'hall'; readonly query: Query }
  | { readonly page: 'meeting'; readonly project: string; readonly id: string; readonly query: Query }
  | { readonly page: 'requests' | 'decisions' | 'projects'; readonly query: Query }
  | { readonly page: 'document'; readonly project: string; readonly path: string }
  | { readonly page: 'new'; readonly protocol: string; readonly query: Query }
  | { readonly page: 'unknown'; readonly address: string }

export type Query = Readonly<Record<string, string>>

export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const [head = '', ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  switch (head) {
    case '':
      return { page: 'hall', query }
    case 'm':
      if (rest.length === 2) return { page: 'meeting', project: rest[0]!, id: rest[1]!, query }
      break
    case 'd':
      if (rest.length === 1 && query['path'])
        return { page: 'document', project: rest[0]!, path: query['path'] }
      break
    case 'new':
      return { page: 'new', protocol: rest[0] ?? '', query }
    case 'requests':
    case 'decisions':
    case 'projects':
      return { page: head, query }
  }
  return { page: 'unknown', address: path }
}

export const to = {
  hall: (query: Query = {}) => `#/${search(query)}`,
  meeting: (project: string, id: string, query: Query = {}) =>
    `#/m/${encodeURIComponent(project)}/${encodeURIComponent(id)}${search(query)}`,
  document: (project: string, path: string) => `#/d/${encodeURIComponent(project)}${search({ path })}`,
  /** Without a protocol, the kind of meeting that was opened last. */
  start: (protocol = '', query: Query = {}) => `#/new/${encodeURIComponent(protocol)}${search(query)}`,
  page: (page: 'requests' | 'decisions' | 'projects', query: Query = {}) => `#/${page}${search(query)}`,
}

/** Empty values are left out, so that one filter has one address. */
function search(query: Query): string {
  const set = Object.entries(query).filter(([, value]) => value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** The text itself where it is not valid URL encoding. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
