// What a deliberation is opened with. Everything that it will need from outside was read before and is recorded here, so that a
// replay needs neither the theme's file nor the project's.

import { z } from 'zod'
import { modes } from './modes.js'

const offered = z.object({
  skill: z.string(),
  triggers: z.array(z.string()),
  layer: z.enum(['workspace', 'home', 'library']),
  /** The whole file. */
  text: z.string(),
})

const context = z.object({
  claudeMd: z.string().nullable(),
  techStack: z.array(z.string()),
  keyDirs: z.array(z.string()),
  workspaceConfig: z.string().nullable(),
  /** With `--from`: the text of an analysis. */
  analysis: z.string().nullable(),
  branch: z.string().nullable(),
  /** The subjects of the last commits, newest first. */
  commits: z.array(z.string()),
})

export const deliberateInput = z.object({
  mode: z.enum(modes),
  /** Masked of secrets, on one line. */
  idea: z.string().min(1),
  /** The session that it makes. A fork makes one of its own, called as the fork is. */
  session: z.string(),
  slug: z.string(),
  started: z.object({ ms: z.number(), offset: z.number() }),
  dryRun: z.boolean(),
  /** What the project calls itself. */
  project: z.string(),
  /** The files that say how it is built and tested, and where its tests are. */
  files: z.array(z.string()),
  manifests: z.record(z.string(), z.string()),
  theme: z.object({ id: z.string(), text: z.string() }),
  /** The personas that the theme names, by file name without `.md`. */
  personas: z.record(z.string(), z.string()),
  /** What each member's department offers, in the order of its table. */
  skills: z.record(z.string(), z.array(offered)),
  context,
  /** Everybody who may be called on, for those who tell the session without reading its theme. */
  seats: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
})

export type DeliberateInput = z.infer<typeof deliberateInput>
export type OfferedSkill = z.infer<typeof offered>
