// What an analysis is opened with. Everything that it needs from outside was read before and is recorded here, so that a replay needs
// neither the library nor the workspace's own personas and topics.

import { z } from 'zod'
import { itemSources, roles, tiers } from './names.js'

const criterion = z.object({ id: z.string(), text: z.string(), counts: z.string().nullable() })

const topic = z.object({
  id: z.string(),
  name: z.string(),
  primary: z.enum(roles),
  contributing: z.array(z.enum(roles)),
  criteria: z.array(criterion),
  sections: z.array(z.object({ artifact: z.string(), sections: z.array(z.string()) })),
  guidance: z.object({
    brief: z.string().optional(),
    standard: z.string().optional(),
    deep: z.string().optional(),
  }),
  steps: z.array(z.string()),
  body: z.string(),
  from: z.string(),
})

const seat = z.object({
  id: z.enum(roles),
  name: z.string(),
  role: z.string(),
  persona: z.string(),
  /** The file, or `library`. */
  from: z.string(),
  /** No persona was found where it was to be: the lead speaks for it, and nobody waits for its voice. */
  missing: z.boolean(),
})

export const analyzeInput = z.object({
  /** The meeting that it was prepared for: a fork has another id, and a folder of its own. */
  meeting: z.string(),
  slug: z.string().regex(/^[A-Za-z0-9-]+$/),
  folder: z.string(),
  root: z.string(),
  source: z.enum(itemSources),
  sourceId: z.string(),
  draft: z.object({ text: z.string(), from: z.string() }).nullable(),
  discovery: z.string().nullable(),
  seats: z.array(seat),
  topics: z.array(topic),
  /** How many files of topics could not be used. */
  skippedTopics: z.number().int(),
  /** Null: it is proposed, and the person is asked. */
  tier: z.enum(tiers).nullable(),
  light: z.boolean(),
  team: z.boolean(),
  maxExchanges: z.number().int().min(3).max(100),
  /** The first seven of HEAD, or `none`. */
  head: z.string(),
  /** meta.json as it was; null where there was none that could be read. */
  meta: z.string().nullable(),
  again: z.boolean(),
  /** The person gave its seats the web. */
  web: z.boolean().optional(),
  notices: z.array(z.string()),
})

export type AnalyzeInput = z.infer<typeof analyzeInput>

/** Where a meeting writes: a fork beside the item that it was forked from. */
export function folderOf({ meeting, folder, root }: AnalyzeInput, id: string): string {
  return id === meeting ? folder : `${root}/${id}`
}
