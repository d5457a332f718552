// The thread of a chat, as a list.

import { expect, test } from 'vitest'
import { placesInTurn, type ThreadItem } from './thread.js'

test('voices of one turn have places one after another; the next turn begins anew, and nothing else has one', () => {
  const item = (kind: string, key: string, n: number) => ({ kind, key, n }) as ThreadItem
  const items = [
    item('turn', 'n4', 4),
    item('turn', 'n4s1', 4),
    item('notice', 'n5', 5),
    item('turn', 'n4s2', 4),
    item('turn', 'n9', 9),
  ]
  expect([...placesInTurn(items)]).toEqual([
    ['n4', 0],
    ['n4s1', 1],
    ['n4s2', 2],
    ['n9', 0],
  ])
})
