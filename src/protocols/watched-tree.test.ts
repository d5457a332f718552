// The person's tree as a record tells it: what stands in a command that they copy is a name of parley's own.

import { expect, test } from 'vitest'
import type { Meeting } from '../kernel/protocol.js'
import type { KeptCopy } from '../kernel/world.js'
import { bringBack, keptCopyText, watchOwnTree } from './watched-tree.js'

const look = { files: {} }
const gone = [{ path: 'a.txt', kept: true, text: 'a.txt is gone' }] as never

function recorded(copy: KeptCopy | null): Meeting {
  return { id: 'm-1', act: async (name: string) => (name === 'keep a copy' ? copy : look) } as never
}

test('OWN2: the command names the copy that parley kept, of this meeting or of the one that it was forked from', async () => {
  for (const ref of ['refs/parley/before/m-1', 'refs/parley/before/20260316-101500-split']) {
    const tree = await watchOwnTree(recorded({ ref, left: [] }), {} as never)
    expect(bringBack(tree, gone)).toBe(`git restore --source=${ref} --worktree -- ':/a.txt'`)
  }
})

test.each([
  'main',
  'refs/heads/evil',
  'x;touch${IFS}y',
  'refs/parley/before/$(id)',
  'refs/parley/before/a/../../heads/b',
])('R30: a record that somebody else wrote puts %s into no command', async (ref) => {
  const tree = await watchOwnTree(recorded({ ref, left: [] }), {} as never)
  expect([bringBack(tree, gone), keptCopyText(tree)]).toEqual([null, ''])
})
