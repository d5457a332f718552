// Routes: what is made is read back.

import { describe, expect, test } from 'vitest'
import { readRoute, to } from './route.js'

describe('routes', () => {
  test('every address that is made is read back', () => {
    expect(readRoute(to.hall({ text: 'a b', project: '' }))).toEqual({ page: 'hall', query: { text: 'a b' } })
    expect(readRoute(to.meeting('my project', 'a/b', { at: 'n3' }))).toEqual({
      page: 'meeting',
      project: 'my project',
      id: 'a/b',
      query: { at: 'n3' },
    })
    expect(readRoute(to.document('p', '.lore/a b.md'))).toEqual({
      page: 'document',
      project: 'p',
      path: '.lore/a b.md',
    })
    expect(readRoute(to.start('meet', { project: 'p' }))).toEqual({
      page: 'new',
      protocol: 'meet',
      query: { project: 'p' },
    })
    expect(readRoute(to.page('decisions'))).toEqual({ page: 'decisions', query: {} })
  })

  test('what is no place is said to be none', () => {
    expect(readRoute('#/m/only-one')).toEqual({ page: 'unknown', address: '/m/only-one' })
    expect(readRoute('#/%E0%A4%A')).toMatchObject({ page: 'unknown' })
  })

  test('no address is the hall', () => {
    expect(readRoute('')).toEqual({ page: 'hall', query: {} })
  })
})
