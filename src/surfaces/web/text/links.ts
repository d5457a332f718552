// Links: where a text may lead. Only http, https and places within the project; everything else stays words.

import { decoded } from '../route.js'

export type Target =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'none' }

// Browsers drop control characters and blanks from an address before they read its scheme.
const dropped = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g

export function targetOf(url: string): Target {
  const plain = url.replace(dropped, '')
  if (/^https?:\/\//i.test(plain)) return { kind: 'web', href: plain }
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain) || /^[/\\]{2}/.test(plain) || plain === '' || plain.startsWith('#'))
    return { kind: 'none' }
  const path = decoded(plain.split(/[?#]/)[0] ?? '').replace(/^\.?\//, '')
  return path === '' || path.split(/[/\\]/).includes('..') ? { kind: 'none' } : { kind: 'file', path }
}

/** Cuts bare addresses out of words; full stops and closing brackets after one are the sentence's. */
export function withAddresses(
  text: string,
): readonly { readonly text: string; readonly href: string | null }[] {
  const parts: { text: string; href: string | null }[] = []
  let at = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null })
    parts.push({ text: match[0], href: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}
