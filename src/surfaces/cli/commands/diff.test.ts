// Two meetings side by side: what each protocol has of positions, proposals and settled points.

import { expect, test } from 'vitest'
import type { Line } from '../../../kernel/line.js'
import { golden, told } from '../../../story/journals.suite.js'
import { fakeIo } from '../fake-io.suite.js'
import { diffText } from './diff.js'

function shown(lines: readonly Line[], others: readonly Line[]): string {
  const side = (id: string, of: readonly Line[]) => ({ id, lines: of, story: told([...of]) })
  return diffText(side('a', lines), side('b', others), null, fakeIo())
}

test('what had to be settled, and what was proposed, stand side by side as positions do; a list that neither has is left out', () => {
  const deliberation = golden('deliberate', 'v5')
  const early = deliberation.slice(
    0,
    deliberation.findIndex(({ kind }) => kind === 'asked'),
  )
  expect(shown(deliberation, early)).toMatch(
    /\nTensions\n {2}A {2}P1 Alder and Birch: .* → Shade — Trees first\.\n[\s\S]*\n {2}B {2}none\n/,
  )
  expect(shown(deliberation, early)).not.toMatch(/Who stands where|Proposals/)
  const meet = golden('meet', 'v7')
  expect(shown(meet, meet)).toMatch(/\nProposals\n {2}= {2}P1 \(/)
})
