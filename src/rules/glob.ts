// Glob: which paths a pattern means. Compares names without regular expressions, so that no pattern can take exponential time.

import { addAll } from './lists.js'

/** For searches: `*` and `?` within a name, `**` for any depth, `{a,b}` for either. Without a slash it means a file's name. */
export function globMatcher(glob: string): (path: string) => boolean {
  const patterns = expandBraces(glob.replace(/^\.?\/+/, '')).map((pattern) =>
    (pattern.includes('/') ? pattern : `**/${pattern}`).replace(/\/$/, '/**').split('/'),
  )
  return (path) => patterns.some((pattern) => matchNames(pattern, path.split('/'), '?'))
}

/**
 * For permissions: `*` within a name, and `**` for one name or more, so that `docs/**` is not `docs` itself. Nothing else is
 * special: a pattern is made from names that may hold `?` or braces, and these must not widen it.
 */
export function permits(pattern: string, path: string): boolean {
  const parts = pattern.split('/').flatMap((part) => (part === '**' ? ['*', '**'] : [part]))
  return matchNames(parts, path.split('/'))
}

const MOST_ALTERNATIVES = 64

function expandBraces(glob: string): string[] {
  const done: string[] = []
  const open = [glob]
  while (open.length > 0 && done.length + open.length <= MOST_ALTERNATIVES) {
    const next = open.pop()!
    const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(next)
    if (!braces) done.push(next)
    else
      addAll(
        open,
        braces[2]!.split(',').map((choice) => braces[1]! + choice + braces[3]!),
      )
  }
  return [...done, ...open]
}

/**
 * Goes through the pattern part by part and keeps which beginnings of the path it can mean so far: cost is parts times names.
 * `single` is the character that stands for any one character, where there is one.
 */
function matchNames(pattern: readonly string[], names: readonly string[], single?: string): boolean {
  let reach = [true, ...names.map(() => false)]
  for (const part of pattern) reach = part === '**' ? spread(reach) : advance(reach, part, names, single)
  return reach[names.length] ?? false
}

function spread(reach: readonly boolean[]): boolean[] {
  const first = reach.indexOf(true)
  return reach.map((_, at) => first >= 0 && at >= first)
}

function advance(
  reach: readonly boolean[],
  part: string,
  names: readonly string[],
  single: string | undefined,
): boolean[] {
  return [false, ...names.map((name, at) => reach[at] === true && matchName(part, name, single))]
}

/** Two positions and one step back to the last star: linear in practice, never worse than pattern times name. */
function matchName(pattern: string, name: string, single: string | undefined): boolean {
  let at = 0
  let star = -1
  let afterStar = 0
  let i = 0
  while (i < name.length) {
    if (pattern[at] === '*') {
      star = at++
      afterStar = i
    } else if (at < pattern.length && (pattern[at] === single || pattern[at] === name[i])) {
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
