// What a deliberation is opened with. Everything that it will need from outside was read before and is recorded here, so that a
// replay needs neither the theme's file nor the project's.

import { z } from 'zod'
import { isMeetingId } from '../../rules/meeting-id.js'
import { modes } from './modes.js'
import { places } from './rules/onward.js'

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

/** A session whose folder was there before this meeting: its papers, so that no replay needs its files. */
const earlier = z.object({
  place: z.enum(places),
  /** Who sat there, in roster order. */
  members: z.array(z.string()),
  /** As `session.md` has them. */
  date: z.string(),
  approvals: z.array(
    z.object({
      touchpoint: z.string(),
      at: z.string(),
      choose: z.string(),
      text: z.string(),
      by: z.enum(['person', 'answers', 'default', 'relayed']),
    }),
  ),
  skills: z.array(z.object({ agent: z.string(), skills: z.array(z.string()) })),
  export: z.string().nullable(),
  contractIssue: z.string().nullable(),
  marks: z.string(),
  otherLines: z.array(z.string()),
  otherSections: z.array(z.object({ title: z.string(), body: z.string() })),
  /** Texts by their path below the session's folder. */
  files: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
  /** What the person wants done with it: the export, whatever was chosen before. */
  wanted: z.literal('github').nullable(),
})

/** Part of paths, of a branch and of commands that a person copies. A journal that somebody else wrote could name anything. */
const named = z.string().refine(isMeetingId, 'must be the name of a session')

export const deliberateInput = z.object({
  mode: z.enum(modes),
  /** Masked of secrets, on one line. */
  idea: z.string().min(1),
  /** The session that it makes. A fork makes one of its own, called as the fork is. */
  session: named,
  slug: named,
  started: z.object({ ms: z.number(), offset: z.number() }),
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
  earlier: earlier.optional(),
})

export type DeliberateInput = z.infer<typeof deliberateInput>
export type EarlierInput = z.infer<typeof earlier>
export type OfferedSkill = z.infer<typeof offered>
