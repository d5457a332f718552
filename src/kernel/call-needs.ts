// What one call needs: how much it may write, what its conversation costs to read, and the folder where its voice works.

import type { Grant, Seat } from './agents.js'
import type { TurnOptions } from './asked.js'
import { exchangesOf } from './conversation.js'
import type { Session } from './session.js'

const defaultOutput = 4_000

/** Each exchange is counted once, however long the conversation grows. */
export async function historyTokens(session: Session, seat: Seat): Promise<number> {
  const conversation = session.conversations.of(seat)
  for (const { prompt, reply } of exchangesOf(conversation.history).slice(conversation.counted.exchanges)) {
    const tokens = await session.deps.countTokens(`${prompt}\n${reply}\n`)
    conversation.counted.tokens += tokens
    conversation.counted.exchanges++
  }
  return conversation.counted.tokens
}

export function outputLimit(options: TurnOptions): number {
  return options.maxOutput ?? defaultOutput
}

/** The working folder of the voice. A grant names it relative to the workspace; an old journal may hold an absolute path. */
export function folderOf(grant: Grant | undefined, cwd: string): string {
  const root = grant?.root
  if (root === undefined || root === '.') return cwd
  return /^(?:[/\\]|[A-Za-z]:)/.test(root) ? root : `${cwd}/${root}`
}
