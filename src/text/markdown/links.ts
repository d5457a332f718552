// Links: which links a text may have: http, https, mailto and paths in the project; all others become plain text.

export type Target =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'mail'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string }

// Browsers drop control characters and blanks from an address before they read its scheme.
const dropped = /[\u0000-\u0020\u007f-\u00a0\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const hidden = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

/** Null for an address that may not be followed. */
export function targetOf(url: string): Target | null {
  const plain = url.replace(dropped, '')
  if (/^https?:\/\/[^/]/i.test(plain)) return { kind: 'web', href: plain }
  if (/^mailto:[^/?#]/i.test(plain)) return { kind: 'mail', href: plain }
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain) || /^[/\\]{2}/.test(plain) || plain.startsWith('#')) return null
  const path = decoded(plain.split(/[?#]/, 1)[0] ?? '').replace(/^\.?\//, '')
  if (path === '' || hidden.test(path)) return null
  return path.split(/[/\\]/).includes('..') ? null : { kind: 'file', path }
}

/** The text itself where it is not valid URL encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
