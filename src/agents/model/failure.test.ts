// Failure: what errors mean, in all the forms in which providers and networks send them.

import { describe, expect, test } from 'vitest'
import { failure } from './failure.js'

const key = ['sk', 'quoted', 'everywhere'].join('-')
const options = {
  provider: 'google',
  model: 'm',
  apiKey: key,
  baseUrl: `https://me:${'hunter'}22@host.example/x`,
} as const
const api = (more: object) => Object.assign(new Error('said so'), more)
const of = (error: unknown, partial = '') => failure(error, options, { partial })

describe('failure', () => {
  const waits: [string, object, number | undefined][] = [
    ['seconds', { responseHeaders: { 'retry-after': '1.5' } }, 1500],
    ['milliseconds', { responseHeaders: { 'retry-after-ms': '250', 'retry-after': '9' } }, 250],
    ['a date that has passed', { responseHeaders: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }, 0],
    ['a detail in the body', { responseBody: '{"error":{"details":[{"retryDelay":"31s"}]}}' }, 31_000],
    ['nothing', {}, undefined],
    ['nonsense', { responseHeaders: { 'retry-after': 'soon' } }, undefined],
  ]
  test.each(waits)('the time to wait is read from %s', (_, more, ms) => {
    expect(of(api({ statusCode: 429, ...more }))).toMatchObject({ kind: 'rate-limited', retryAfterMs: ms })
  })

  const kinds: [string, unknown, string][] = [
    ['a wrapped error', { lastError: api({ statusCode: 529 }) }, 'rate-limited'],
    [
      'an event in a stream',
      { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } },
      'rate-limited',
    ],
    ['a string', 'overloaded', 'rate-limited'],
    [
      'a network that is too slow',
      api({ cause: Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' }) }),
      'broken',
    ],
    ['a gateway that is too slow', api({ statusCode: 504 }), 'broken'],
    ['a server that fails', api({ statusCode: 500 }), 'broken'],
    [
      'a connection that was cut',
      api({ cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
      'broken',
    ],
    [
      'a name that does not exist',
      api({ cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      'failed',
    ],
    ['a page in place of a reply', api({ statusCode: 200, responseBody: '<html>' }), 'broken'],
    ['a key that is wrong', api({ statusCode: 401 }), 'failed'],
    ['a fault told in a stream', { type: 'api_error', message: 'Internal server error' }, 'broken'],
    ['a request that is wrong, told in a stream', { type: 'invalid_request_error', message: 'No' }, 'failed'],
    [
      'a prompt that is too long for OpenAI',
      api({ statusCode: 400, message: "This model's maximum context length is 8192 tokens." }),
      'overlong',
    ],
    [
      'a prompt that is too long for Anthropic',
      api({ statusCode: 400, message: 'prompt is too long: 205000 tokens > 200000 maximum' }),
      'overlong',
    ],
    [
      'a prompt that is too long for Google',
      api({
        statusCode: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed',
      }),
      'overlong',
    ],
    [
      'a prompt that is too long for llama.cpp',
      api({ statusCode: 400, message: 'the request exceeds the available context size, try increasing it' }),
      'overlong',
    ],
    ['a slip of our own', new TypeError('x is not a function'), 'failed'],
    [
      'a request that mentions overloaded words',
      api({ statusCode: 400, responseBody: 'overloaded' }),
      'failed',
    ],
    ['nothing at all', undefined, 'failed'],
  ]
  test.each(kinds)('%s is understood', (_, error, kind) => expect(of(error).kind).toBe(kind))

  test('neither the key nor the credentials of an address are told, however they are spelled', () => {
    const { message } = of(new Error(`GET https://me:${'hunter'}22@host.example/x?key=${key} failed`))
    expect(message).not.toContain(key)
    expect(message).not.toContain('hunter22')
    expect(message).toContain('[key]')
  })

  test('a message is one line of bounded length without control characters', () => {
    const { message } = of(api({ statusCode: 500, message: `a\n\x1b[31mb\x07${'c'.repeat(5000)}` }))
    expect(message).not.toMatch(/[\x00-\x1f]/)
    expect(message.length).toBeLessThan(500)
  })

  test('what the SDK says of its own parsing is not told; what came is', () => {
    const page = {
      statusCode: 200,
      message: 'Failed to process successful response',
      responseBody: '<html>Hi',
    }
    expect(of(api(page)).message).toBe('google (m) sent what is no reply; it begins: <html>Hi')
  })

  test('a server without a name of its own is told by its model', () => {
    const { message } = failure(api({ statusCode: 429 }), { provider: 'compatible', model: 'by-hand' })
    expect(message).toBe('the server of by-hand answered 429: said so')
  })

  test('what was said before is kept', () => expect(of(new Error('x'), 'Ship').partial).toBe('Ship'))
})
