// What docs/mcp.md says of the tools is what they take.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inputs } from './tools.js'

/** Written once for all tools that take them. */
const shared = ['agents', 'seats', 'ceiling', 'request_id', 'workspace']

test('docs/mcp.md lists every tool with what it takes, and no other', () => {
  const docs = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
  const listed = [...docs.matchAll(/^\| `(parley_\w+)` \| (.*?) \|/gm)].map(([, tool, takes = '']) => [
    tool,
    new Set([...takes.matchAll(/`(\w+)\??`/g)].map(([, name]) => name)),
  ])
  const taken = Object.entries(inputs).map(([tool, { shape }]) => [
    tool,
    new Set(Object.keys(shape).filter((name) => !shared.includes(name))),
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taken))
})
