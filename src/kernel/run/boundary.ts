// Boundary: which paths a meeting may write. `*` stands for any part of one name, `**` for one name or more.

import { permits } from '../../rules/glob.js'

export function inside(path: string, patterns: readonly string[]): boolean {
  return plain(path) && patterns.some((pattern) => permits(pattern, path))
}

/** A relative path of ordinary names: not absolute, no `..`, no empty part, no backslash, no control character. */
export function plain(path: string): boolean {
  if (path === '' || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}
