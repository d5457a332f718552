// The meeting toolbox: what a worker can do to the talk it is in. Every talk has it, and nothing but a talk.

import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { define, ToolRefused, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { placeToWrite } from '../../../../workspace/inside.js'
import { replaceBelow } from '../../../../workspace/plain-files.js'
import { addLog, artifactPath, linkArtifacts } from '../../documents/artifact.js'
import { followupId } from '../../documents/ids.js'
import { artifactFolderIn } from '../copies.js'
import { meetingLock } from '../ports.js'
import type { TalkTools } from './context.js'
import { existingArtifact, existingArtifacts } from './lore.js'
import { fileRequest } from './requests.js'

export function meetingToolbox(context: TalkTools): readonly Tool[] {
  return [linkArtifact(context), proposeFollowup(context), summarizeProgress(context)]
}

const References = z
  .array(z.string().min(1).max(500))
  .max(50)
  .optional()
  .describe('Artifacts it is about, relative to .lore/.')

function linkArtifact(context: TalkTools): Tool {
  return define({
    name: 'link_artifact',
    description:
      'Links an artifact to this meeting, as one that was discussed. What you write in the talk is linked by itself.',
    writes: true,
    input: z.strictObject({
      artifactPath: z.string().min(1).max(500).describe('Relative to .lore/, as in "research/survey.md".'),
    }),
    async run({ artifactPath }) {
      const { path } = await existingArtifact(context.activity, artifactPath)
      const isNew = await editMeeting(context, (text) => linkArtifacts(text, [path]).text)
      if (!isNew) return yes(`${path} is already linked.`)
      context.changed()
      return yes(`Linked ${path}.`)
    },
  })
}

function proposeFollowup(context: TalkTools): Tool {
  return define({
    name: 'propose_followup',
    description:
      'Asks for another talk with you, later. The person sees the request and accepts, defers or declines it.',
    writes: true,
    input: z.strictObject({
      reason: z.string().trim().min(1).max(10_000).describe('Why, and what is to be talked about.'),
      referencedArtifacts: References,
    }),
    async run({ reason, referencedArtifacts }) {
      const referenced = await existingArtifacts(context.activity, referencedArtifacts ?? [])
      const { identity } = context.worker
      const at = context.now()
      const idFor = (n: number) => followupId(identity.name, at, n)
      return yes(
        `Asked for another talk: ${await fileRequest(context, { idFor, at, worker: identity, reason, referenced })}.`,
      )
    },
  })
}

function summarizeProgress(context: TalkTools): Tool {
  return define({
    name: 'summarize_progress',
    description:
      'Notes in the record of this meeting where the talk stands. The notes at its close draw on it.',
    writes: true,
    input: z.strictObject({ summary: z.string().trim().min(1).max(10_000) }),
    async run({ summary }) {
      const reason = await context.scrub(summary)
      const entry = { timestamp: context.now(), event: 'progress_summary', reason }
      await editMeeting(context, (text) => addLog(text, entry))
      context.changed()
      return yes('Noted.')
    },
  })
}

/** Changes the meeting's own file in the talk's worktree, whole, one at a time, and through no link. `change` returns the new text, or null for no change. Returns whether anything was written. */
function editMeeting(context: TalkTools, change: (text: string) => string | null): Promise<boolean> {
  return context.locks.exclusively(meetingLock(context.meetingId), async () => {
    const { activity, meetingId } = context
    const path = artifactPath(meetingId, artifactFolderIn(activity, meetingId))
    const file = await placeToWrite(activity, path)
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) throw new ToolRefused('The file of this meeting is missing; nothing was changed.')
    const next = change(text)
    if (next === null || next === text) return false
    replaceBelow(activity, file, { text: next })
    return true
  })
}
