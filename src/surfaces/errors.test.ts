// Errors on the surfaces: one message for all of them; exit code and HTTP status follow from the kind of fault.

import { describe, expect, test } from 'vitest'
import { CannotGoOn, Held, OutsideBoundary, Refused, WrongUsage } from '../kernel/errors.js'
import { exitOn } from './cli/exit.js'
import { refusalOverHttp } from './refusal-over-http.js'
import { problemOf } from './server/problems.js'
import { tellError } from './told-error.js'

const system = Object.assign(new Error('EACCES: permission denied, open /x'), { code: 'EACCES' })

describe('an error', () => {
  test.each([
    [new WrongUsage('No.'), 2, 400],
    [new Refused('bad-request', 'No.'), 2, 400],
    [new Refused('unknown-meeting', 'No.'), 2, 404],
    [new Refused('no-token', 'No.'), 1, 401],
    [new Refused('forbidden', 'No.'), 1, 403],
    [new Refused('too-long', 'No.'), 1, 413],
    [new Refused('cap-reached', 'No.'), 1, 429],
    [new Refused('busy', 'No.'), 1, 409],
    [new CannotGoOn('DISK', 'No.'), 1, 409],
    [new Held('held-one', { pid: 1, since: 'noon' }), 1, 409],
    [new OutsideBoundary('x', 'is outside'), 4, 409],
    [system, 1, 500],
    [new TypeError('x is undefined'), 1, 500],
    ['thrown words', 1, 500],
  ])('%s has the exit code and the HTTP status of its kind of fault', (error, exit, status) => {
    expect(exitOn(error)).toBe(exit)
    expect(problemOf(error).status).toBe(status)
  })

  test('is shown with its code, its message and what to do', () => {
    expect(tellError(new CannotGoOn('GIT', 'It failed.', 'Try again.'))).toEqual({
      code: 'GIT',
      message: 'It failed.',
      hint: 'Try again.',
      fault: 'state',
    })
    expect(tellError(system)).toMatchObject({
      code: 'EACCES',
      hint: expect.stringContaining('PARLEY_HOME=DIR'),
    })
    expect(tellError(new TypeError('x'))).toMatchObject({
      code: 'UNFORESEEN',
      hint: expect.stringContaining('PARLEY_DEBUG'),
    })
  })

  test('that is unexpected is not sent over HTTP: its message may contain paths or secrets', () => {
    expect(JSON.stringify(problemOf(system))).not.toContain('/x')
  })
})

describe('a refusal over HTTP', () => {
  test('becomes the same error at the client', () => {
    const error = new Refused('cap-reached', 'Full.', 'Close one.')
    const { status, body } = problemOf(error)
    const { code, message, hint, fault } = refusalOverHttp(status, JSON.stringify(body))
    expect({ code, message, hint, fault }).toEqual(tellError(error))
  })

  test.each([
    [502, '<html>Bad gateway</html>', 'NO_ANSWER'],
    [401, '', 'no-token'],
    [403, 'null', 'forbidden'],
    [409, '{"error":{"code":"from-the-future","message":"No."}}', 'NO_ANSWER'],
    [500, '{"error":"no"}', 'NO_ANSWER'],
  ])('with status %i and the body %s has the code %s', (status, text, code) => {
    expect(refusalOverHttp(status, text)).toMatchObject({ code })
  })
})
