// A hostile agent: what it sends is bounded before it is recorded, and what it asks for is answered by what it is.

import { describe, expect, test, vi } from 'vitest'
import type { SayOptions } from '../../kernel/agents.js'
import { ownAgent } from './catalog.js'
import { AcpReply } from './listen.js'
import { mayUse } from './permission.js'
import type { AcpProcess } from './process.js'
import { openSession } from './session.js'
import { Stage } from './stage.js'

function listening() {
  const told = { onText: vi.fn(), onTool: vi.fn(), onNotice: vi.fn() }
  const options = { ...told, maxOutput: 1000, signal: new AbortController().signal } as unknown as SayOptions
  const about = { agent: 'tester', mode: 'plan', namesNone: false, isOurs: () => false }
  return { reply: new AcpReply(options, about), ...told }
}
const chunk = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const

describe('an agent that floods', () => {
  test('with words that name no message is stopped, and nothing after the stop is kept', () => {
    const { reply } = listening()
    for (let at = 0; at < 100_000 && reply.stop === undefined; at++) reply.take(chunk('word '.repeat(200)))
    expect(reply.stop).toBe('long')
    reply.take(chunk('after the stop'))
    reply.end()
    expect(reply.heard.length).toBeLessThan(20_000)
    expect(reply.heard).not.toContain('after the stop')
  })
  test('with warnings has a few of them recorded, none long', () => {
    const { reply, onNotice } = listening()
    for (let at = 0; at < 500; at++)
      reply.take({ sessionUpdate: 'notice', title: `n${at}`, description: 'd'.repeat(9000) } as never)
    expect(onNotice).toHaveBeenCalledTimes(20)
    expect(onNotice.mock.calls.every(([text]) => text.length <= 2000)).toBe(true)
  })
  test('with the name and the input of a tool has their beginnings recorded', () => {
    const { reply } = listening()
    const call = { toolCallId: 't', name: 'n'.repeat(100_000), rawInput: { a: 'z'.repeat(3_000_000) } }
    reply.take({
      sessionUpdate: 'tool_call',
      title: 't',
      kind: 'read',
      status: 'completed',
      ...call,
    } as never)
    expect(JSON.stringify(reply.uses).length).toBeLessThan(25_000)
    expect(reply.uses).toHaveLength(1)
  })
})

test.each<[string, object]>([
  ['an id that is no text', { sessionId: 7 }],
  ['modes that are none', { sessionId: 's', modes: 5 }],
  ['modes without a list', { sessionId: 's', modes: {} }],
  ['options that are no list', { sessionId: 's', configOptions: 'x' }],
  ['an option that is nothing', { sessionId: 's', configOptions: [null] }],
  ['a choice without values', { sessionId: 's', configOptions: [{ category: 'mode', type: 'select' }] }],
])('a session with %s fails in words', async (_, given) => {
  const agent = ownAgent('tester', { argv: ['tester'], readMode: 'plan' })
  const process = { agent, about: {}, request: async () => given } as unknown as AcpProcess
  await expect(openSession({ process, footing: 'read', cwd: '/x', servers: [] })).rejects.toThrow(
    /opened a session that cannot be read/,
  )
})

test('an agent that asks to read a file with secrets is told no, unless the person allowed that file', () => {
  const stage = (secretFiles: string[]) =>
    new Stage({
      agent: ownAgent('tester', { argv: ['tester'] }),
      env: {},
      home: '/h',
      sandbox: false,
      secretFiles,
    })
  const may = (path: string, allowed: string[] = []) =>
    mayUse(
      { toolCallId: 'a', kind: 'read', locations: [{ path }] },
      {
        footing: 'read',
        root: '/work',
        sandboxed: false,
        web: false,
        isOurs: () => false,
        isSecret: (asked) => stage(allowed).isSecret(asked, '/work'),
      },
    )
  expect([may('/work/src/a.ts'), may('src/a.ts')]).toEqual([true, true])
  expect([may('/work/.env'), may('.env'), may('/home/u/.ssh/id_rsa'), may('/work/deep/key.pem')]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(may('/work/.env', ['.env'])).toBe(true)
})
