// Boundary: which paths a meeting may write. `*` stands for one name, `**` for any depth; nothing else is special.

export function inside(path: string, patterns: readonly string[]): boolean {
  if (!plain(path)) return false
  return patterns.some((pattern) => matches(path.split('/'), pattern.split('/')))
}

/** A relative path of ordinary names: not absolute, no `..`, no empty part, no backslash, no control character. */
export function plain(path: string): boolean {
  if (path === '' || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function matches(names: readonly string[], parts: readonly string[]): boolean {
  const [part, ...rest] = parts
  if (part === undefined) return names.length === 0
  if (part === '**') return names.some((_, at) => matches(names.slice(at + 1), rest))
  const [name, ...others] = names
  return name !== undefined && fits(name, part) && matches(others, rest)
}

function fits(name: string, part: string): boolean {
  const pieces = part.split('*')
  if (pieces.length === 1) return name === part
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= name.length - last.length
}
