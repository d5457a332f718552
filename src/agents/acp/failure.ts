// Failure: turns what went wrong with an agent into an error that the kernel understands.

import { BackendFailed, type FailureKind, messageOf } from '../../kernel/errors.js'
import { fieldsOf } from '../../rules/values.js'
import { plain } from '../../workspace/programs/printed.js'
import type { AcpAgent } from './catalog.js'

const LONGEST = 400

/** What an agent answered to a request that it did not fulfil. */
export function refusal(agent: AcpAgent, error: unknown, partial?: string): BackendFailed {
  if (error instanceof BackendFailed) return error
  const { code, data } = fieldsOf(error)
  const details = fieldsOf(data)['details']
  const said = [messageOf(error), ...(typeof details === 'string' ? [details] : [])].join(': ')
  const more = partial ? { partial } : {}
  if (code === -32000) return new BackendFailed('failed', wantsLogin(agent), more)
  return new BackendFailed(kindOf(code, said), `${agent.title}: ${short(said)}`, more)
}

export function wantsLogin({ title, login }: AcpAgent, methods: readonly string[] = []): string {
  const way = login ?? methods.join(', ')
  return `${title} wants a login.${way === '' ? '' : ` Log in with: ${way}`}`
}

function kindOf(code: unknown, said: string): FailureKind {
  const isUnknown = /no rollout found|session identifier|not found/i.test(said)
  if (code === -32002 || (code === -32603 && isUnknown)) return 'expired'
  return /\b429\b|rate.?limit|overloaded/i.test(said) ? 'rate-limited' : 'failed'
}

/** One line of bounded length, without what could act on a terminal. */
export function short(text: string): string {
  const line = plain(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `… ${line.slice(-LONGEST)}` : line
}
