// For tests: the ground of a talk in memory, so that its procedure can be held without git, and what it was asked for.

import { markMerged, parseArtifact, renderArtifact, setMergePending } from './documents/artifact.js'
import { noMemory } from './documents/memory.js'
import type { Change, Ground } from './ground.js'
import type { TalkInput } from './input.js'

export const input: TalkInput = {
  project: 'demo',
  title: 'Pick a cache',
  worker: {
    packageName: 'verity',
    name: 'Verity',
    displayTitle: 'Pathfinder',
    description: 'Finds the way.',
  },
  agenda: 'Pick a cache',
  referenced: ['research/survey.md'],
  origin: 'created',
  message: 'Pick a cache',
  checkout: 'sparse',
  branch: 'claude/meeting/m-1',
  into: 'claude/main',
  notesSeat: 'verity',
  started: '2026-01-02T03:04:05.678Z',
  request: null,
}

export interface FakeGround extends Ground {
  readonly did: string[]
  artifact: string
}

export function fakeGround(more: Partial<Ground> = {}, files?: Map<string, string>): FakeGround {
  const did: string[] = []
  const changes: Change[] = [{ path: '.lore/specs/cache.md', change: 'added' }]
  const lasting = 'projects/demo/.lore/meetings/m-1.md'
  const own: FakeGround = {
    did,
    artifact: '',
    async announce(at) {
      did.push('announce')
      const fresh = {
        title: 'Pick a cache',
        at,
        worker: 'Verity',
        workerDisplayTitle: 'Pathfinder',
        agenda: 'Pick a cache',
      }
      own.artifact = renderArtifact({
        ...fresh,
        status: 'open',
        referenced: input.referenced,
        reason: 'User started the meeting',
      })
    },
    branch: async () => void did.push('branch'),
    async activate() {
      did.push('activate')
      return {
        system: 'Look first.',
        tools: ['read_artifact'],
        maxOutput: 8000,
        timeoutMs: null,
        memoryLimit: null,
        digest: null,
      }
    },
    undo: async () => void did.push('undo'),
    async look(known) {
      const memory = { global: noMemory, project: noMemory, worker: noMemory }
      return {
        session: parseArtifact(own.artifact).sessionId,
        mark: 'one',
        memory: known === 'one' ? null : memory,
      }
    },
    ownTree: async () => ({ changes: [], bringBack: null }),
    async keep() {
      did.push('keep')
      return changes
    },
    async edit(change) {
      own.artifact = change(own.artifact)
    },
    decisions: async () => [
      { timestamp: input.started, question: 'Which?', decision: 'LRU.', reasoning: 'No clock.' },
    ],
    async lasts() {
      files?.set(lasting, own.artifact)
      return true
    },
    async merge() {
      did.push('merge')
      return { kind: 'merged', commit: 'c0ffee', settled: [], tip: 'f00d' }
    },
    async remove(tip) {
      did.push(`remove ${tip}`)
      return []
    },
    read: async () => own.artifact,
    async mergeAgain(_, at, kept) {
      did.push('mergeAgain')
      own.artifact = markMerged(kept, at)
      return { kind: 'merged', commit: 'c0ffee', settled: [], tip: 'f00d' }
    },
    async settled(at, kept) {
      did.push('settled')
      own.artifact = markMerged(kept, at)
      return { kind: 'merged', commit: 'c0ffee', settled: [], tip: 'f00d' }
    },
    async pend({ files }) {
      did.push('pend')
      own.artifact = setMergePending(own.artifact, { branch: input.branch, files })
      return { id: 'meeting-request-1' }
    },
    async request({ agenda }) {
      did.push(`request ${agenda}`)
      return { id: 'followup-1' }
    },
    tidy: async () => void did.push('tidy'),
    ...more,
  }
  return own
}
