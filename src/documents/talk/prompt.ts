// What a worker is told: a system half that is the same in every session of that worker, and a session half that is not.
import type { Memory, MemoryScope } from './memory.js'
export interface WorkerVoice {
  readonly name: string
  readonly displayTitle: string
  readonly description: string
  readonly soul: string | null
  readonly posture: string
}
export interface SessionContext {
  readonly meetingId: string
  readonly project: string
  readonly agenda: string
  readonly referenced: readonly string[]
  readonly memory: Readonly<Record<MemoryScope, Memory>>
  readonly memoryLimit?: number
  /** For the manager: how things stand. */
  readonly digest?: string
}
export declare function systemPrompt(worker: WorkerVoice): string
export declare function sessionContext(context: SessionContext): string
export declare function firstMessage(context: SessionContext, message: string): string
/** For an accepted request: the worker speaks first. */
export declare function acceptedMessage(context: SessionContext, message?: string): string
/** For a fresh session after the old one expired; the person's last message is in the transcript already. */
export declare function renewedMessage(context: SessionContext, transcript: string): string
