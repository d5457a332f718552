// Kinds of documents: what a file is, by where it lies.

import type { DocumentKind } from './api.js'

const places: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^\.lore\//, 'artifact'],
  [/^\.council\/records\/[^/]+\.scratch\.md$/, 'pad'],
  [/^\.council\/records\//, 'record'],
  [/^\.council\/scratch\//, 'pad'],
  [/^\.council\/memory\//, 'memory'],
  [/^\.gaia\/state\/action-items\.yaml$/, 'action-items'],
  [/^\.gaia\/memory\/meeting-sessions\//, 'session'],
  [/^\.gaia\/memory\//, 'memory'],
  [/^\.gaia\/artifacts\/.*meeting-scratchpad\//, 'pad'],
  [/^\.gaia\/artifacts\/.*meeting-/, 'notes'],
]

export function kindOf(path: string): DocumentKind {
  return places.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}
