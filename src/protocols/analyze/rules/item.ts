// Item: which folder an analysis is of, from what was given and what is there. Links and files in the way are looked at by whoever opens it.

import { closeNames } from '../../../rules/close-names.js'
import { type Wrong, wrong } from '../wrong.js'
import { slugFrom } from './slug.js'

export interface Known {
  readonly slug: string
  readonly sourceId: string | null
}

export interface Given {
  readonly slug: string | null
  readonly sourceId: string | null
  /** Null or blank: there is none. */
  readonly draft: string | null
  readonly terminal: boolean
  /** Items below the root. */
  readonly known: readonly Known[]
}

export type Settled =
  | {
      readonly kind: 'item'
      readonly slug: string
      readonly isNew: boolean
      readonly notices: readonly string[]
    }
  /** Nothing was given, and there is somebody to ask: what should we analyse? */
  | { readonly kind: 'ask' }
  | Wrong

export function itemOf(given: Given): Settled {
  const { slug, sourceId, known } = given
  const draft = given.draft?.trim() ? given.draft : null
  const blank = given.draft !== null && draft === null ? ['The draft is empty, so there is none.'] : []
  if (slug !== null) return named(slug, known, blank)
  if (draft !== null) return fromDraft(draft, known)
  if (sourceId !== null) return bySource(sourceId, known, blank)
  if (given.terminal) return { kind: 'ask' }
  return wrong(
    'There is nothing to analyse: no item, no draft and no terminal to ask at.',
    'Give an item (`parley analyze SLUG`) or a draft (`parley analyze - < ticket.md`).',
  )
}

function named(slug: string, known: readonly Known[], notices: readonly string[]): Settled {
  const slugs = known.map((item) => item.slug)
  if (slugs.includes(slug)) return { kind: 'item', slug, isNew: false, notices }
  const near = closeNames(slug, slugs)
  const close = near.length === 0 ? [] : [`${slug} is a new item. There are also: ${near.join(', ')}.`]
  return { kind: 'item', slug, isNew: true, notices: [...notices, ...close] }
}

/** Two drafts with one heading are not known to be the same item, so the person says so. */
function fromDraft(draft: string, known: readonly Known[]): Settled {
  const slug = slugFrom(draft)
  if (known.some((item) => item.slug === slug))
    return wrong(
      `The draft would be called ${slug}, and an item of that name is there.`,
      `Go on with it (\`parley analyze ${slug}\`), or give this one another name: parley analyze SLUG --draft FILE.`,
    )
  return { kind: 'item', slug, isNew: true, notices: [] }
}

function bySource(sourceId: string, known: readonly Known[], notices: readonly string[]): Settled {
  const found = known.filter((item) => item.sourceId === sourceId).map((item) => item.slug)
  if (found.length === 1) return { kind: 'item', slug: found[0]!, isNew: false, notices }
  return found.length === 0
    ? wrong(`No item has the source id ${sourceId}.`, 'Give the item, or a draft for a new one.')
    : wrong(
        `Several items have the source id ${sourceId}: ${found.join(', ')}.`,
        'Name the one you mean: parley analyze SLUG.',
      )
}

/** A root that leaves the workspace. */
export function rootFault(root: string): Wrong | null {
  const parts = partsOf(root)
  return parts === null || parts.length === 0
    ? wrong(
        `The root ${root} is not a folder inside the workspace.`,
        'Give a path relative to the workspace, such as docs/requirements.',
      )
    : null
}

/** Null: absolute, or it leads out of where it starts, or to where git or parley keep what is theirs. */
function partsOf(path: string): string[] | null {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(path) || path.includes('\0') || path.includes('\\')) return null
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.some((part) => /^(?:\.\.|\.git|\.parley)$/i.test(part)) ? null : parts
}
