// Routes: every address that is made can be parsed.

import { describe, expect, test } from 'vitest'
import { readRoute, to } from './route.js'

describe('routes', () => {
  test('every address that is made is parsed back to the same route', () => {
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

  test('an unknown address is not found', () => {
    expect(readRoute('#/m/only-one')).toEqual({ page: 'unknown', address: '/m/only-one' })
    expect(readRoute('#/%E0%A4%A')).toMatchObject({ page: 'unknown' })
  })

  test('an empty address is the hall', () => {
    expect(readRoute('')).toEqual({ page: 'hall', query: {} })
  })
})
