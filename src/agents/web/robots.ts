// robots.txt: whether a site lets a reader like us have a page. Pure.

/** Whether this path may be read by `parley`. A group that names us wins over the one for everybody; the longest rule wins, and `Allow` a tie. */
export function robotsAllow(text: string, path: string): boolean {
  const groups = groupsIn(text.slice(0, mostRead))
  const own = groups.filter(({ agents }) => agents.includes('parley'))
  const used = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  let best = { length: -1, allow: true }
  for (const { allow, pattern } of used.flatMap(({ rules }) => rules)) {
    if (!matches(pattern, path)) continue
    if (pattern.length > best.length || (pattern.length === best.length && allow))
      best = { length: pattern.length, allow }
  }
  return best.allow
}

const mostRead = 500_000

interface Group {
  readonly agents: string[]
  readonly rules: { readonly allow: boolean; readonly pattern: string }[]
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = []
  let naming = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const name = field.toLowerCase()
    if (name === 'user-agent') {
      if (!naming) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(value.trim().toLowerCase())
      naming = true
    } else if (name === 'allow' || name === 'disallow') {
      naming = false
      const pattern = value.trim()
      // An empty `Disallow` forbids nothing.
      if (pattern !== '') groups.at(-1)?.rules.push({ allow: name === 'allow', pattern })
    }
  }
  return groups
}

/** `*` is any text, `$` the end. Goes through the path once for each part, whatever the pattern: a site chooses it. */
function matches(pattern: string, path: string): boolean {
  const ends = pattern.endsWith('$')
  const [first = '', ...rest] = (ends ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [nth, part] of rest.entries()) {
    if (ends && nth === rest.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !ends || at === path.length
}
