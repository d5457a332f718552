// Secrets: what is redacted, and law MASK1. Secrets are put together here so that no scanner takes them for real.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scrubSecrets } from './secret-patterns.js'

const a = (count: number) => 'Ab3'.repeat(count).slice(0, count)
const aws = `AK${'IA'}${'Q7'.repeat(8)}`
const github = (kind: string, length = 36) => `gh${kind}_${a(length)}`
const marker = (which: string, words = 'RSA ') => `-----${which} ${words}PRIVATE ${'KEY'}-----`
const name = (text: string) => text

const scrub = (text: string) => scrubSecrets(text).text

describe('secrets', () => {
  test.each([
    ['a cloud key', `id ${aws} end`, 'id REDACTED-AWS-KEY end'],
    ['a key that goes on', `${aws}ZZ`, 'REDACTED-AWS-KEYZZ'],
    ['several on one line', `${aws},${aws}`, 'REDACTED-AWS-KEY,REDACTED-AWS-KEY'],
    ['a personal token', `x ${github('p')}`, 'x REDACTED-GITHUB-TOKEN'],
    ['a server token', github('s', 30), 'REDACTED-GITHUB-TOKEN'],
    ['an OAuth token', github('o', 80), 'REDACTED-GITHUB-TOKEN'],
    ['a user token', `${github('u')}.`, 'REDACTED-GITHUB-TOKEN.'],
    ['a key header', `> ${marker('BEGIN')}`, '> REDACTED-PRIVATE-KEY-HEADER'],
    ['a key footer', marker('END', 'OPENSSH '), 'REDACTED-PRIVATE-KEY-FOOTER'],
    ['a key header of several words', marker('BEGIN', 'BIG NEW EC '), 'REDACTED-PRIVATE-KEY-HEADER'],
    ['a plain key header', marker('BEGIN', ''), 'REDACTED-PRIVATE-KEY-HEADER'],
    ['a named value', `${name('password')}=${a(20)}`, 'password=REDACTED-OPAQUE-SECRET'],
    ['a quoted value', `api_key : "${a(24)}" x`, 'api_key=REDACTED-OPAQUE-SECRET x'],
    ['a name in capitals', `MY_API-KEY=${a(30)};`, 'MY_API-KEY=REDACTED-OPAQUE-SECRET;'],
    ['a name in one word', `apikey:${a(21)}`, 'apikey=REDACTED-OPAQUE-SECRET'],
    ['a value of odd characters', `Secret: _+/=.-${a(14)}`, 'Secret=REDACTED-OPAQUE-SECRET'],
    ['a known token beside a name', `token: ${github('p')}`, 'token=REDACTED-OPAQUE-SECRET'],
    ['a cloud key beside a name', `token: ${aws}`, 'token: REDACTED-AWS-KEY'],
    ['a value in JSON', `{"token": "${a(25)}"}`, '{"token": "REDACTED-OPAQUE-SECRET"}'],
    ['a fine-grained token', `github${'_pat_'}${a(40)}`, 'REDACTED-GITHUB-TOKEN'],
    ['a model key', `sk-${'ant-'}${a(40)}`, 'REDACTED-MODEL-KEY'],
  ])('%s is redacted', (_what, text, expected) => {
    expect(scrub(text)).toBe(expected)
    expect(scrubSecrets(text).found.length).toBeGreaterThan(0)
  })

  test.each([
    ['a cloud key cut short', aws.slice(0, 19)],
    ['a cloud key in lower case', aws.toLowerCase()],
    ['a token cut short', github('p', 29)],
    ['an unknown kind of token', github('x')],
    ['a named value of 19 characters', `password=${a(19)}`],
    ['a name without a value', 'the token is secret, the password: none'],
    ['a public key', '-----BEGIN PUBLIC KEY-----'],
    ['a mark left by an earlier scrub', 'token=REDACTED-OPAQUE-SECRET and more'],
  ])('%s is left alone', (_what, text) => {
    expect(scrubSecrets(text)).toEqual({ text, found: [] })
  })

  test('the material between the lines of a key goes too, and the text around it stays', () => {
    const body = [a(64), a(64), 'Zz9']
    const text = ['before', marker('BEGIN'), ...body, marker('END'), 'after', a(64)].join('\n')
    expect(scrub(text).split('\n')).toEqual([
      'before',
      'REDACTED-PRIVATE-KEY-HEADER',
      'REDACTED-PRIVATE-KEY-MATERIAL',
      'REDACTED-PRIVATE-KEY-MATERIAL',
      'REDACTED-PRIVATE-KEY-MATERIAL',
      'REDACTED-PRIVATE-KEY-FOOTER',
      'after',
      a(64),
    ])
  })
  test('a key whose lines were numbered or marked loses its material, and keeps the marks', () => {
    const text = [`1. ${marker('BEGIN')}`, `2. ${a(64)} [inference]`, `3. ${marker('END')}`].join('\n')
    expect(scrub(text).split('\n')[1]).toBe('2. REDACTED-PRIVATE-KEY-MATERIAL [inference]')
  })
  test('a key written on one line loses its material', () => {
    const text = `key = '${marker('BEGIN', '')}\\n${a(64)}\\n${marker('END', '')}'`
    expect(scrub(text)).toBe(
      "key = 'REDACTED-PRIVATE-KEY-HEADERREDACTED-PRIVATE-KEY-MATERIALREDACTED-PRIVATE-KEY-FOOTER'",
    )
  })
  test('a key without an end swallows no ordinary text', () => {
    const text = [marker('BEGIN'), a(64), 'Then we talked.', 'internationalization', 'end'].join('\n')
    expect(scrub(text).split('\n').slice(1)).toEqual([
      'REDACTED-PRIVATE-KEY-MATERIAL',
      'Then we talked.',
      'internationalization',
      'end',
    ])
  })
  test('two markers mentioned in a sentence keep the sentence', () => {
    expect(scrub(`from ${marker('BEGIN')} down to ${marker('END')} is a key`)).toBe(
      'from REDACTED-PRIVATE-KEY-HEADER down to REDACTED-PRIVATE-KEY-FOOTER is a key',
    )
  })
  test('each find names its line and its mark, never the secret', () => {
    const { found } = scrubSecrets(`one\n${aws}\n\n${github('p')} ${aws}`)
    expect(found).toEqual([
      { line: 2, mark: 'REDACTED-AWS-KEY' },
      { line: 4, mark: 'REDACTED-AWS-KEY' },
      { line: 4, mark: 'REDACTED-GITHUB-TOKEN' },
    ])
  })
  test('MASK1: text without a match is unchanged, with any line ends and none at the end', () => {
    const near = fc.constantFrom(
      'AKIA',
      'ghp_',
      'token: ',
      'password',
      '-----BEGIN ',
      'é',
      '\r\n',
      '\n',
      ' ',
      a(19),
    )
    const text = fc.array(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 9 })
    fc.assert(
      fc.property(text, (pieces) => {
        const given = pieces.join('|')
        expect(scrubSecrets(given)).toEqual({ text: given, found: [] })
      }),
    )
    for (const text of ['a\r\nb\r\n', 'no end', '\n\n', '', 'é — →\r']) expect(scrub(text)).toBe(text)
  })
  test('MASK1: the lines without a match stay as they are beside lines with one', () => {
    const text = `first\r\n  ${aws}\r\n\tlast`
    expect(scrub(text)).toBe('first\r\n  REDACTED-AWS-KEY\r\n\tlast')
  })
  test('a scrubbed text is scrubbed: nothing is found in it again', () => {
    const piece = fc.constantFrom(
      'x',
      ' ',
      '\n',
      '"',
      aws,
      github('p'),
      `${name('token')}: `,
      'password=',
      a(24),
    )
    const lines = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))
    fc.assert(
      fc.property(lines, (text) => {
        expect(scrubSecrets(scrub(text))).toEqual({ text: scrub(text), found: [] })
      }),
    )
  })
  test.each([
    ['letters', 'a'],
    ['blanks', ' '],
    ['dashes', '-'],
    ['names', 'token'],
    ['names and signs', 'token: '],
    ['names in JSON', '"token": "'],
    ['openings of keys', '-----BEGIN '],
    ['words of a key', 'A '],
    ['tokens cut short', 'ghp_abc'],
    ['signs', 'secret=='],
  ])('a megabyte of %s on one line is done at once', (_what, piece) => {
    const text = `${marker('BEGIN')}\n-----BEGIN ${piece.repeat(Math.ceil(1_000_000 / piece.length))}`
    expect(scrub(text)).toContain('REDACTED-PRIVATE-KEY-HEADER')
  })
})
