// The items between the turns, as they are drawn.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Answered } from '../../../view/items.js'
import { ItemView } from './item.js'

const answer = { kind: 'answered', key: 'n4', n: 4, title: 'Who speaks?', chosen: 'Everybody', name: null }
const drawn = (more: Pick<Answered, 'by' | 'settled'>) =>
  renderToStaticMarkup(
    <ItemView item={{ ...answer, ...more } as unknown as Answered} of={{ project: 'outbox', id: 'm-1' }} />,
  )

test('an answer says how it came about: settled at the opening, prepared, by default, or nothing where the person gave it', () => {
  expect(drawn({ by: 'answers', settled: true })).toContain(
    '<strong>Everybody</strong><small> as settled at the opening</small>',
  )
  expect(drawn({ by: 'answers', settled: false })).toContain('<small> by a prepared answer</small>')
  expect(drawn({ by: 'default', settled: false })).toContain('<small> by default</small>')
  expect(drawn({ by: 'person', settled: false })).toContain('<small></small>')
})
