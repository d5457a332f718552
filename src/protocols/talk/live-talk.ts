// A talk under way: what is known between two steps. All of it comes from recorded steps, so that a replay has the same.

import type { Seat } from '../../kernel/agents.js'
import type { Meeting } from '../../kernel/protocol.js'
import { artifactPaths, linkArtifacts } from './documents/artifact.js'
import type { MeetingId } from './documents/ids.js'
import { type Memory, type MemoryScope, noMemory } from './documents/memory.js'
import type { SessionContext } from './documents/prompt.js'
import { renderHead, renderSection, type Section } from './documents/transcript.js'
import { truncate } from './documents/truncate.js'
import type { Activation, Change, Ground } from './ground.js'
import type { TalkInput } from './input.js'
import { transcriptPath } from './paths.js'

export interface LiveTalk {
  readonly meeting: Meeting
  readonly input: TalkInput
  readonly ground: Ground
  readonly seat: Seat
  readonly activation: Activation
  readonly memory: { mark: string; scopes: Readonly<Record<MemoryScope, Memory>> }
  /** The transcript so far. */
  text: string
  readonly sections: Section[]
  session: string | null
  /** The session expired in a turn that failed: the next successful turn records the renewal. */
  expired: boolean
  /** What the worker has not answered yet, and why not: told with the next message. */
  unanswered: string[]
  turns: number
  changes: readonly Change[]
  /** Scopes of memory that the worker has read in this session. */
  memoryRead: string[]
}

export function seatOf({ worker }: TalkInput): Seat {
  const { packageName, name, displayTitle, description } = worker
  return { id: packageName, name, role: displayTitle, persona: description }
}

export function enter(meeting: Meeting, input: TalkInput, ground: Ground, activation: Activation): LiveTalk {
  const head = {
    meetingId: meeting.id,
    worker: input.worker.name,
    project: input.project,
    started: input.started,
  }
  return {
    meeting,
    input,
    ground,
    seat: seatOf(input),
    activation,
    memory: { mark: '', scopes: { global: noMemory, project: noMemory, worker: noMemory } },
    text: renderHead(head),
    sections: [],
    session: null,
    expired: false,
    unanswered: [],
    turns: 0,
    changes: [],
    memoryRead: [],
  }
}

/** Appends sections to the transcript; on disk when this returns. */
export async function tell(live: LiveTalk, ...sections: readonly Section[]): Promise<void> {
  live.sections.push(...sections)
  live.text += sections.map(renderSection).join('')
  await live.meeting.write(transcriptPath(live.meeting.id), live.text)
}

/** What a session is told at its beginning. */
export function contextOf({ meeting, input, activation, memory }: LiveTalk): SessionContext {
  const { memoryLimit, digest } = activation
  return {
    meetingId: meeting.id,
    project: input.project,
    agenda: input.agenda,
    referenced: input.referenced,
    memory: memory.scopes,
    ...(memoryLimit === null ? {} : { memoryLimit }),
    ...(digest === null ? {} : { digest }),
  }
}

/** As much of the talk so far as a fresh session is given. */
export function digestOf({ sections }: LiveTalk): string {
  return truncate(sections)
}

export async function keepChanges(live: LiveTalk, message: string): Promise<void> {
  live.changes = await live.meeting.act('keep', () => live.ground.keep(message))
}

/** Artifacts that the talk has made or changed, relative to `.lore/`; its own is none of them. */
export function artifactsIn(changes: readonly Change[], id: string): readonly Change[] {
  const own = artifactPaths(id as MeetingId)
  return changes
    .filter(({ path }) => path.startsWith('.lore/') && !own.includes(path))
    .map((change) => ({ ...change, path: change.path.slice('.lore/'.length) }))
}

/** Links every artifact that exists; deleted ones are not linked. */
export function linked(text: string, changes: readonly Change[], id: string): string {
  const there = artifactsIn(changes, id).filter(({ change }) => change !== 'deleted')
  return linkArtifacts(
    text,
    there.map(({ path }) => path),
  ).text
}
