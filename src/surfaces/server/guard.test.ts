// Unit tests of the guard: what passes each of its laws, and what is refused.

import { describe, expect, test } from 'vitest'
import { type Ask, judge } from './guard.js'

const token = 'let-me-in'
const port = 4000
const ours: Ask = {
  path: '/api/projects',
  method: 'GET',
  host: '127.0.0.1:4000',
  origin: undefined,
  site: undefined,
  authorization: `Bearer ${token}`,
  local: false,
}

function answer(more: Partial<Ask>): string {
  const verdict = judge({ ...ours, ...more }, token, port)
  return verdict.kind === 'welcome' ? 'welcome' : verdict.code
}

describe('the guard', () => {
  test.each([
    ['no token', { authorization: undefined }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another of the same length', { authorization: 'Bearer let-me-ni' }],
    ['a longer one', { authorization: `Bearer ${token}${token}` }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('AUTH1: %s is refused under /api, and only there', (_, more) => {
    expect(answer(more)).toBe('no-token')
    expect(answer({ ...more, path: '/' })).toBe('welcome')
    expect(answer({ ...more, local: true })).toBe('no-token')
  })

  test.each([
    undefined,
    '',
    'evil.example',
    'evil.example:4000',
    '127.0.0.1',
    '127.0.0.1:40000',
    'localhost:4000.evil.example',
  ])('AUTH2: the name %s is not served, not even the page', (host) => {
    expect(answer({ host })).toBe('forbidden')
    expect(answer({ host, path: '/' })).toBe('forbidden')
  })

  test.each(['127.0.0.1:4000', 'localhost:4000', '[::1]:4000'])('AUTH2: the name %s is served', (host) => {
    expect(answer({ host })).toBe('welcome')
  })

  test('AUTH2: on the socket any name will do, since no browser comes that way', () => {
    expect(answer({ host: 'localhost', local: true })).toBe('welcome')
  })

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:4001',
    'https://127.0.0.1:4000',
    'http://localhost',
  ])('AUTH3: a page of %s is refused, whatever it knows', (origin) => {
    expect(answer({ origin })).toBe('forbidden')
    expect(answer({ origin, local: true })).toBe('forbidden')
  })

  test.each(['cross-site', 'same-site'])('AUTH3: what a browser calls %s is refused', (site) => {
    expect(answer({ site })).toBe('forbidden')
  })

  test('AUTH3: our own page and a typed address are not', () => {
    expect(answer({ site: 'same-origin', origin: 'http://127.0.0.1:4000' })).toBe('welcome')
    expect(answer({ site: 'none', path: '/' })).toBe('welcome')
  })
})
