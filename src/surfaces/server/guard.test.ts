// Unit tests of the guard: what passes each of its laws, and what is refused.

import { describe, expect, test } from 'vitest'
import { Access, codeFor } from './access.js'
import { type Ask, judge } from './guard.js'

const token = 'let-me-in-'.repeat(5)
const port = 4000
const access = new Access(token, () => port)
const ours: Ask = {
  path: '/api/projects',
  method: 'GET',
  host: '127.0.0.1:4000',
  origin: undefined,
  site: undefined,
  authorization: `Bearer ${token}`,
  cookie: undefined,
  local: false,
}

function answer(more: Partial<Ask>): string {
  const verdict = judge({ ...ours, ...more }, access, port)
  return verdict.kind === 'welcome' ? 'welcome' : verdict.code
}

describe('the guard', () => {
  test.each([
    ['no token', { authorization: undefined }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another of the same length', { authorization: `Bearer ${token.slice(0, -1)}x` }],
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

describe('the cookie of a page', () => {
  const cookie = () => access.exchange(codeFor(token))!.split(';')[0]!
  const bare = { authorization: undefined }

  test('ACC2: a code is exchanged once, for a cookie that no script reads and no other site sends', () => {
    const code = codeFor(token)
    expect(access.exchange(code)).toMatch(/^parley-4000=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
    expect(access.exchange(code)).toBeUndefined()
    for (const forged of ['', '.', 'x.', `x.${'y'.repeat(43)}`, token, codeFor(`${token}!`)])
      expect(access.exchange(forged)).toBeUndefined()
  })
  test('ACC1: a cookie or a code of another run is worth nothing', () => {
    const next = new Access('another-token-'.repeat(4), () => port)
    expect(next.exchange(codeFor(token))).toBeUndefined()
    expect(next.isCookie(cookie())).toBe(false)
  })
  test('ACC3: an empty or short token is never held, and no server starts with one', () => {
    expect(() => new Access('', () => port)).toThrow('too short')
    expect(() => new Access('short', () => port)).toThrow('too short')
    expect(access.isCookie('parley-4000=')).toBe(false)
    expect(access.isToken('Bearer ')).toBe(false)
  })
  test('AUTH4: it reads; it changes something only for a request that says it comes from our own page', () => {
    expect(answer({ ...bare, cookie: `a=b; ${cookie()}` })).toBe('welcome')
    const deed = { ...bare, cookie: cookie(), method: 'POST' }
    expect(answer(deed)).toBe('forbidden')
    expect(answer({ ...deed, site: 'same-origin' })).toBe('welcome')
    expect(answer({ ...deed, origin: 'http://127.0.0.1:4000' })).toBe('welcome')
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(answer({ ...deed, site })).toBe('forbidden')
    for (const origin of ['null', 'http://127.0.0.1:4001', 'http://evil.example'])
      expect(answer({ ...deed, site: 'same-origin', origin })).toBe('forbidden')
  })
  test('the exchange itself needs no token, but comes from no other page', () => {
    const entry = { ...bare, path: '/api/session', method: 'POST' }
    expect(answer(entry)).toBe('welcome')
    expect(answer({ ...entry, site: 'cross-site' })).toBe('forbidden')
    expect(answer({ ...entry, method: 'GET' })).toBe('no-token')
  })
})
