// The meeting's own file in the talk's worktree: changed by one at a time, whole, and through no link.

import { readFile } from 'node:fs/promises'
import { ToolRefused } from '../../../../agents/tools/define.js'
import { placeToWrite } from '../../../../workspace/inside.js'
import { replaceBelow } from '../../../../workspace/plain-files.js'
import { artifactPath } from '../../documents/artifact.js'
import { artifactFolderIn } from '../copies.js'
import { meetingLock } from '../ports.js'
import type { TalkTools } from './context.js'

/** `change` returns the new text, or null for no change. Returns whether anything was written. */
export function editMeeting(context: TalkTools, change: (text: string) => string | null): Promise<boolean> {
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
