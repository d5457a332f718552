// Glob: which paths a pattern means. Matched without regular expressions, so that no pattern can take for ever.

/** `*` and `?` within one name, `**` for any depth, `{a,b}` for either. Without a slash it means a file's name. */
export function globMatcher(glob: string): (path: string) => boolean {
  const patterns = expandBraces(glob.replace(/^\.?\/+/, '')).map((pattern) =>
    (pattern.includes('/') ? pattern : `**/${pattern}`).replace(/\/$/, '/**').split('/'),
  )
  return (path) => patterns.some((pattern) => matchNames(pattern, path.split('/')))
}

const MOST_ALTERNATIVES = 64

function expandBraces(glob: string): string[] {
  const done: string[] = []
  const open = [glob]
  while (open.length > 0 && done.length + open.length <= MOST_ALTERNATIVES) {
    const next = open.pop()!
    const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(next)
    if (!braces) done.push(next)
    else open.push(...braces[2]!.split(',').map((choice) => braces[1]! + choice + braces[3]!))
  }
  return [...done, ...open]
}

/** Which prefixes of the path the pattern so far can mean, one row a pattern name: cost is names times names. */
function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  let reach = [true, ...names.map(() => false)]
  for (const part of pattern) reach = part === '**' ? spread(reach) : advance(reach, part, names)
  return reach[names.length] ?? false
}

function spread(reach: readonly boolean[]): boolean[] {
  const first = reach.indexOf(true)
  return reach.map((_, at) => first >= 0 && at >= first)
}

function advance(reach: readonly boolean[], part: string, names: readonly string[]): boolean[] {
  return [false, ...names.map((name, at) => reach[at] === true && matchName(part, name))]
}

/** Two pointers and one step back to the last star: linear in practice, never worse than pattern times name. */
function matchName(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let afterStar = 0
  let i = 0
  while (i < name.length) {
    if (pattern[at] === '*') {
      star = at++
      afterStar = i
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i])) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++afterStar
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
