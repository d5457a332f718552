// Machine-local state of an open talk, `<home>/state/meetings/<id>.json`: pointers only, never content.

import { isRecord } from '../../../rules/values.js'
import { type MeetingId, type SessionId, safeId, sessionId } from './ids.js'
import { type TalkStatus, talkStatuses } from './parse-artifact.js'

export interface TalkState {
  readonly meetingId: MeetingId
  readonly projectName: string
  /** The worker's identity name. */
  readonly workerName: string
  readonly packageName: string
  readonly sdkSessionId: SessionId | null
  /** Seen from the home; a state of an older parley has it absolute. */
  readonly worktreeDir: string
  /** Empty for project scope. */
  readonly branchName: string
  readonly status: TalkStatus
  /** Absent means activity. */
  readonly scope?: 'activity' | 'project'
}

export interface Unreadable {
  readonly kind: 'unreadable'
  readonly why: string
}

export function renderState(state: TalkState): string {
  return `${JSON.stringify(state, null, 2)}\n`
}

export function parseState(text: string): TalkState | Unreadable {
  const fields = jsonOf(text)
  if (!isRecord(fields)) return unreadable('it is not a JSON object')
  const missing = TEXTS.filter((name) => typeof fields[name] !== 'string')
  if (missing.length > 0) return unreadable(`${missing.join(', ')} must be text`)
  const [id, projectName, workerName, packageName, worktreeDir, branchName] = TEXTS.map(
    (name) => fields[name] as string,
  )
  const meetingId = safeId(id!)
  if (meetingId === null) return unreadable(`meetingId ${JSON.stringify(id)} is no safe id`)
  const status = talkStatuses.find((one) => one === fields['status'])
  if (status === undefined) return unreadable(`status must be one of ${talkStatuses.join(', ')}`)
  const session = fields['sdkSessionId']
  return {
    meetingId,
    projectName: projectName!,
    workerName: workerName!,
    packageName: packageName!,
    sdkSessionId: typeof session === 'string' && session !== '' ? sessionId(session) : null,
    worktreeDir: worktreeDir!,
    branchName: branchName!,
    status,
    ...(fields['scope'] === 'project' ? { scope: 'project' as const } : {}),
  }
}

const TEXTS = ['meetingId', 'projectName', 'workerName', 'packageName', 'worktreeDir', 'branchName'] as const

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unreadable(why: string): Unreadable {
  return { kind: 'unreadable', why }
}
