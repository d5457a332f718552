// The tree of a Markdown text: what terminal, export and page can draw. It holds no HTML, and every link in it is safe to follow.

import type { Target } from './links.js'

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'heading'; readonly rank: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly lang: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | List
  | Table
  | { readonly kind: 'rule' }
  /** Text that was not parsed, shown as written, line by line. */
  | { readonly kind: 'plain'; readonly text: string }

export interface List {
  readonly kind: 'list'
  /** The first number; null for a list with bullets. */
  readonly start: number | null
  /** Whether there are no blank lines between its items. */
  readonly tight: boolean
  readonly items: readonly ListItem[]
}

export interface ListItem {
  /** Null for an item that is not a task. */
  readonly task: 'open' | 'done' | null
  readonly blocks: readonly Block[]
}

export interface Table {
  readonly kind: 'table'
  readonly columns: readonly Align[]
  readonly head: readonly Cell[]
  /** Each row has as many cells as there are columns. */
  readonly rows: readonly (readonly Cell[])[]
}

export type Align = 'left' | 'center' | 'right'
export type Cell = readonly Inline[]

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: Target; readonly inlines: readonly Inline[] }
  | { readonly kind: 'break' }
