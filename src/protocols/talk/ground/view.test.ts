// What is shown of a talk: the state of its merge while the artifact and the journal say different things for a moment.

import { describe, expect, test } from 'vitest'
import type { Line } from '../../../kernel/line/line.js'
import {
  clearMerge,
  markMerged,
  parseArtifact,
  renderArtifact,
  setMergePending,
} from '../documents/artifact.js'
import type { MeetingId } from '../documents/ids.js'
import type { Copy } from './copies.js'
import type { TalkProject } from './git/types.js'
import { talkView } from './view.js'

const at = '2026-03-01T10:00:00.000Z'
const id = 'talk-1' as MeetingId
const project = { name: 'harbour', home: '/h', path: '/p' } as unknown as TalkProject
const branch = 'claude/meeting/talk-1'
const closed = renderArtifact({
  title: 'Prices',
  at,
  worker: 'verity',
  workerDisplayTitle: 'Developer',
  agenda: '',
  referenced: [],
  status: 'open',
  reason: 'begun',
}).replace('status: open', 'status: closed')

function mergeOf(text: string, recorded?: 'pending' | 'done' | 'none') {
  const copy: Copy = {
    id,
    worktree: 'integration',
    file: '',
    folder: '.lore/meetings' as const,
    text,
    artifact: parseArtifact(text),
  }
  const outcome = { merge: { state: recorded, files: [], branch }, notes: {} }
  const line = { n: 9, kind: 'noted', data: { kind: 'closed', data: outcome } } as unknown as Line
  return talkView(copy, recorded ? [line] : [], project, branch).merge.state
}

describe('the merge of a closed talk', () => {
  test('is done from the commit that settles it on, also before the journal has the line about it', () => {
    const waiting = setMergePending(closed, { branch, files: ['a.ts'] })
    expect(mergeOf(markMerged(waiting, at), 'pending')).toBe('done')
    expect(mergeOf(markMerged(waiting, at), 'done')).toBe('done')
  })

  test('is none where there was nothing to merge, or nothing says that it was', () => {
    expect(mergeOf(closed, 'none')).toBe('none')
    expect(mergeOf(clearMerge(setMergePending(closed, { branch, files: [] })), 'pending')).toBe('none')
    expect(mergeOf(closed)).toBe('none')
  })
})
