// What one call needs: how much it may write, what its conversation costs to read, and the folder where its voice works.

import { tokensIn } from '../../rules/tokens.js'
import type { Grant, Seat } from '../agents.js'
import type { TurnOptions } from '../run/asked.js'
import type { Session } from '../run/session.js'
import { exchangesOf } from './conversation.js'

const defaultOutput = 4_000

/** What a voice reads again of its conversation. */
export function historyTokens(session: Session, seat: Seat): number {
  const exchanges = exchangesOf(session.conversations.of(seat).history)
  return exchanges.reduce((sum, { prompt, reply }) => sum + tokensIn(`${prompt}\n${reply}\n`), 0)
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
