// What a talk is opened with: everything that was found and settled before it, so that a replay asks nobody again.

import { z } from 'zod'
import { MEETING_FOLDERS } from './documents/artifact.js'

export const TalkInput = z.strictObject({
  project: z.string(),
  title: z.string(),
  worker: z.strictObject({
    packageName: z.string(),
    name: z.string(),
    displayTitle: z.string(),
    description: z.string(),
  }),
  agenda: z.string(),
  /** Relative to `.lore/`. */
  referenced: z.array(z.string()),
  /** The person began it, or accepted a request. */
  origin: z.enum(['created', 'accepted']),
  /** The person's first words, given to the first question. Null when the worker speaks first. */
  message: z.string().nullable(),
  /** The host whose model handed those words over; left out where the person gave them. */
  relayedBy: z.string().optional(),
  checkout: z.enum(['sparse', 'full']),
  branch: z.string(),
  into: z.string(),
  /** The seat that writes the notes: the worker's, or `notes` where the settings name a voice for that. */
  notesSeat: z.string(),
  started: z.string(),
  /** The artifact as it was when its request was accepted, to be put back if the talk cannot be opened. */
  request: z.string().nullable(),
  /** Where its artifact lies; left out, in the first of these folders. */
  artifactFolder: z.enum(MEETING_FOLDERS).optional(),
})

export type TalkInput = z.infer<typeof TalkInput>
