// Failure: how the ways in which the program can end are told apart.

import type { SDKResultError, SDKResultMessage, SDKResultSuccess } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, test } from 'vitest'
import { type Broken, failure, isAnswer, refusesSchema } from './failure.js'

const success = (more: Partial<SDKResultSuccess> = {}): SDKResultMessage =>
  ({ type: 'result', subtype: 'success', is_error: false, result: 'Yes.', ...more }) as SDKResultMessage
const error = (errors: string[], subtype: SDKResultError['subtype'] = 'error_during_execution') =>
  ({ type: 'result', subtype, is_error: true, errors }) as SDKResultMessage
const broken = (more: Partial<Broken> = {}): Broken => ({
  end: undefined,
  thrown: undefined,
  printed: '',
  error: undefined,
  ...more,
})
const gone = 'No conversation found with session ID: 00000000-0000-4000-8000-000000000000'

describe('a reply', () => {
  test.each([
    ['a success', success(), true],
    ['a success that is an error', success({ is_error: true, api_error_status: 500 }), false],
    ['an error', error(['no']), false],
    ['too many turns', error(['Reached maximum number of turns (24)'], 'error_max_turns'), false],
    ['a shape that never fitted', error(['no'], 'error_max_structured_output_retries'), true],
    ['nothing', undefined, false],
  ])('%s: %s', (_, end, answer) => expect(isAnswer(end)).toBe(answer))
})

describe('a failure', () => {
  test.each<[string, Partial<Broken>, string]>([
    ['an expired session as a result', { end: error([gone]) }, 'expired'],
    ['an expired session as one error of several', { end: error(['Something else.', gone]) }, 'expired'],
    [
      'an expired session as a thrown error',
      { thrown: new Error(`Claude Code returned an error result: ${gone}`) },
      'expired',
    ],
    ['a place that is gone', { end: error(['No message found with message.uuid of: 1']) }, 'expired'],
    [
      'an id that is none of Claude’s',
      { printed: 'Error: --resume requires a valid session ID or session title' },
      'expired',
    ],
    ['429', { end: success({ is_error: true, api_error_status: 429 }) }, 'rate-limited'],
    ['529', { end: success({ is_error: true, api_error_status: 529 }) }, 'rate-limited'],
    [
      'an overload without a status',
      { end: success({ is_error: true }), error: 'overloaded' },
      'rate-limited',
    ],
    ['504', { end: success({ is_error: true, api_error_status: 504 }) }, 'broken'],
    [
      'a request that timed out',
      { end: success({ is_error: true, result: 'API Error: Request timed out.' }) },
      'broken',
    ],
    [
      'a server that failed',
      { end: success({ is_error: true, api_error_status: 500, result: 'API Error: 500 fire' }) },
      'broken',
    ],
    [
      'a prompt that is too long',
      { end: success({ is_error: true, api_error_status: 400, result: 'Prompt is too long' }) },
      'overlong',
    ],
    ['any other', { end: success({ is_error: true, api_error_status: 400, result: 'No.' }) }, 'failed'],
    ['none that was told', {}, 'failed'],
  ])('%s', (_, more, kind) => expect(failure(broken(more), {}, undefined).kind).toBe(kind))

  test('says in one line what was said, and of several reasons the one that counts', () => {
    expect(
      failure(broken({ end: success({ is_error: true, result: 'API Error: 500\n fire' }) }), {}, undefined)
        .message,
    ).toBe('Claude: 500 fire')
    expect(failure(broken({ end: error(['Something else.', gone]) }), {}, undefined).message).toBe(
      `The session of Claude is gone: ${gone}`,
    )
  })

  test('keeps what was said so far, and never the key', () => {
    const secret = ['sk', 'fake', 'key'].join('-')
    const failed = failure(broken({ thrown: new Error(`refused ${secret}`) }), { partial: 'Ship it' }, secret)
    expect(failed).toMatchObject({ partial: 'Ship it', message: 'Claude: refused [key]' })
  })

  test('of a schema is known by what the program prints or the SDK throws', () => {
    const refused = 'Error: --json-schema is not a valid JSON Schema: unknown keyword'
    expect(refusesSchema(broken({ printed: refused }))).toBe(true)
    expect(refusesSchema(broken({ thrown: new Error(refused) }))).toBe(true)
    expect(refusesSchema(broken({ end: error(['no']) }))).toBe(false)
  })
})
