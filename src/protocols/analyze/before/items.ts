// Items: the folders below the root, with what their meta.json says. Reads only.

import type { World } from '../../../kernel/world.js'
import { type MetaReading, readMeta } from '../documents/meta.js'
import { isSlug } from '../rules/slug.js'

export interface FoundItem {
  readonly slug: string
  readonly folder: string
  /** As it stands on disk; null where there is none. */
  readonly metaText: string | null
  /** Null: there is none, or it is no JSON object. */
  readonly meta: MetaReading | null
  /** Why it was not read, where it is there: whoever would write it says so first. */
  readonly trouble: unknown
}

const mostOfMeta = 4_000_000

export async function itemsBelow(world: World, root: string): Promise<FoundItem[]> {
  const names = await world.files.list(root).catch(() => [])
  const slugs = names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1))
  return Promise.all(slugs.filter(isSlug).map((slug) => itemAt(world, root, slug)))
}

export async function itemAt(world: World, root: string, slug: string): Promise<FoundItem> {
  const folder = `${root}/${slug}`
  try {
    const metaText = await world.files.read(`${folder}/meta.json`, mostOfMeta)
    return { slug, folder, metaText, meta: metaText === null ? null : readMeta(metaText), trouble: null }
  } catch (error) {
    return { slug, folder, metaText: null, meta: null, trouble: error }
  }
}
