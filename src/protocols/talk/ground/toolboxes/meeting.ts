// The meeting toolbox: what a worker can do to the talk it is in. Every talk has it, and nothing but a talk.

import { z } from 'zod'
import { define, ToolRefused, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { addLog, linkArtifacts, rename } from '../../documents/artifact.js'
import { followupId } from '../../documents/ids.js'
import type { TalkTools } from './context.js'
import { existingArtifact, existingArtifacts } from './lore.js'
import { editMeeting } from './meeting-file.js'
import { fileRequest } from './requests.js'

export function meetingToolbox(context: TalkTools): readonly Tool[] {
  return [linkArtifact(context), proposeFollowup(context), summarizeProgress(context), renameMeeting(context)]
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
      context.onEvent({ kind: 'linked', path })
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
      context.onEvent({ kind: 'progress', summary: reason })
      return yes('Noted.')
    },
  })
}

function renameMeeting(context: TalkTools): Tool {
  return define({
    name: 'rename_meeting',
    description: 'Gives this meeting another title: one line, 1 to 200 characters. Its id and branch stay.',
    writes: true,
    input: z.strictObject({ title: z.string() }),
    async run({ title }) {
      const clean = (await context.scrub(title)).trim()
      const isNew = await editMeeting(context, (text) => {
        const renamed = rename(text, clean, context.now())
        if (renamed.kind === 'refused') throw new ToolRefused(renamed.message)
        return renamed.kind === 'same' ? null : renamed.text
      })
      if (!isNew) return yes('It has that title already.')
      context.onEvent({ kind: 'renamed', title: clean })
      return yes(`The meeting is now called "${clean}".`)
    },
  })
}
