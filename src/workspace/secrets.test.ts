// What is masked, what is not, and that masking twice changes nothing. Secrets here are built from parts, so that no scanner finds them.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { maskMore } from './secret-extras.js'
import { scrub } from './secrets.js'

const base64 = (length: number) =>
  'Ab3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(Math.ceil(length / 32)).slice(0, length)
const hex = (length: number) => '0a1b2c3d4e5f6789'.repeat(Math.ceil(length / 16)).slice(0, length)
const pem = (kind: string) =>
  [
    `-----BEGIN ${kind}PRIVATE`,
    ` KEY-----\n${base64(64)}\n${base64(64)}\n-----END ${kind}PRIVATE`,
    ' KEY-----',
  ].join('')

const SECRETS: Readonly<Record<string, string>> = {
  'an AWS key id': `AKIA${base64(16).toUpperCase()}`,
  'a GitHub token': `ghp_${base64(36)}`,
  'a fine-grained GitHub token': `github_pat_${base64(82)}`,
  'an Anthropic key': `sk-ant-api03-${base64(92)}AA`,
  'a Slack token': ['xoxb', '123456789012', '123456789012', base64(24)].join('-'),
  'a short Slack token': ['xoxb', '1', 'abcd'].join('-'),
  'an npm token': `npm_${base64(36)}`,
  'a GitLab token': `glpat-${base64(20)}`,
  'a Hugging Face token': `hf_${'aBcDeFgHiJ'.repeat(4).slice(0, 34)}`,
  'a Databricks token': `dapi${hex(32)}`,
  'a Docker token': `dckr_pat_${base64(27)}`,
  'a JSON web token': [`eyJ${base64(20)}`, `eyJ${base64(40)}`, base64(43)].join('.'),
  'a Stripe key': ['sk', 'live', base64(24)].join('_'),
  'a restricted Stripe key': ['rk', 'test', base64(24)].join('_'),
  'a classic model key': `sk-${base64(48)}`,
  'an OpenRouter key': ['sk', 'or', 'v1', hex(64)].join('-'),
  'a PyPI token': `pypi-AgEIcHlwaS5vcmc${base64(80)}`,
  'a DigitalOcean token': ['dop', 'v1', hex(64)].join('_'),
  'an age key': `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`,
  'a Telegram token': ['123456789', `AA${base64(33)}`].join(':'),
  'a Discord token': [
    Buffer.from('123456789012345678').toString('base64').replace(/=+$/, ''),
    base64(6),
    base64(38),
  ].join('.'),
  'a private key': pem(''),
  'an RSA private key': pem('RSA '),
}

describe('a secret is masked', () => {
  test.each(Object.entries(SECRETS))('%s', async (_name, secret) => {
    const { text, found } = await scrub(`before ${secret} after`)
    expect(text).toContain('REDACTED-')
    for (const line of secret.split('\n')) expect(text).not.toContain(line)
    expect(text).toMatch(/^before .* after$/s)
    expect(found.length).toBeGreaterThan(0)
    expect(JSON.stringify(found)).not.toContain(secret.slice(4))
  })

  test.each(['AWS_SECRET_ACCESS_KEY', 'SecretAccessKey'])(
    'to its last character, also when the rule that found it reports too short a range: %s',
    async (name) => {
      const key = base64(40)
      const { text } = await scrub(`${name} = "${key}"\nand once more ${key}.`)
      for (const part of [key.slice(0, 8), key.slice(-8)]) expect(text).not.toContain(part)
      expect(text).toMatch(/and once more REDACTED-[A-Z-]+\.$/)
    },
  )

  test.each([
    ['Authorization: Bearer ', base64(40)],
    ['curl -H "authorization: bearer ', `v2.local.${base64(30)}`],
    ['AUTHORIZATION: basic ', Buffer.from('x-token:Pa55word').toString('base64')],
    ['Authorization: Basic ', Buffer.from('a:b').toString('base64')],
    ['Cookie: session=', base64(32)],
    ['Set-Cookie: id=', `s%3A${base64(24)}`],
    ['Cookie: theme=dark; sid=', base64(32)],
  ])('behind the name of its header: %s', async (before, secret) => {
    const { text } = await scrub(`${before}${secret}`)
    expect(text).not.toContain(secret)
    expect(text).toMatch(/REDACTED-(?:BEARER-TOKEN|BASIC-CREDENTIALS|COOKIE)$/)
    expect((await scrub(text)).found).toEqual([])
  })

  test('that is the token of parley’s own server, by its value', async () => {
    const home = mkdtempSync(join(tmpdir(), 'parley-home-'))
    const token = base64(43)
    writeFileSync(join(home, 'token'), token)
    vi.stubEnv('PARLEY_HOME', home)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true })
    })
    expect((await scrub(`cat said ${token}.`)).text).toBe('cat said REDACTED-PARLEY-TOKEN.')
    expect((await scrub(`a digest ${base64(42)}Z.`)).text).toContain(base64(42))
  })

  test('with its name kept, when it has one', async () => {
    expect((await scrub(`password: "${base64(24)}"`)).text).toBe('password=REDACTED-OPAQUE-SECRET')
    expect((await scrub(`token: ghp_${base64(36)}`)).text).toBe('token=REDACTED-OPAQUE-SECRET')
  })

  test('in the address of a server or a database, whatever the password is made of', async () => {
    const password = ['p!ss', 'w0rd', 'xyz'].join('#')
    for (const address of [`https://user:${password}@host.example/x`, `amqp://u:${password}@10.0.0.1:5672`]) {
      expect((await scrub(`see ${address}`)).text).not.toContain(password)
    }
    expect((await scrub(`postgres://app:${password}@db.example/app`)).text).not.toContain(password)
  })

  test('in the JSON of a service account', async () => {
    const account = {
      type: 'service_account',
      private_key_id: hex(40),
      private_key: pem(''),
      client_email: 'a@b.example',
    }
    const { text } = await scrub(JSON.stringify(account))
    expect(text).not.toContain(base64(64))
  })

  test('HIDE3: even when the text says that it should not be', async () => {
    const secret = SECRETS['a Databricks token']!
    const { text } = await scrub(`<!-- secretlint-disable -->\n${secret}\n// secretlint-disable-line`)
    expect(text).not.toContain(secret)
  })
})

describe('HIDE1: text without a secret comes back as it was', () => {
  test.each([
    'Plain prose, with a line end.\r\n\n  And an indent.\t',
    'The token is short: token=abc, password: hunter2.',
    'https://example.com/a/very/long/path/without/anybody?in=it#at-all',
    'https://user:password@host.example and https://user:${PASSWORD}@host.example and git@github.com:a/b.git',
    'postgres://localhost:5432/app, someone@example.com, src/workspace/secret-spans.ts:12-20',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b and sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'Set `_authToken=${NPM_TOKEN}` in your .npmrc; account id: 1234-5678-9012.',
    'GitHub personal access tokens begin with ghp_ and AKIA begins a key id.',
    '',
  ])('%j', async (text) => {
    expect(await scrub(text)).toEqual({ text, found: [] })
  })
})

describe('any text', () => {
  const secrets = fc.constantFrom(...Object.values(SECRETS))
  const harmless = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      'token: ',
      'api_key="',
      '"',
      '\n',
      ' ',
      '-----BEGIN ',
      'REDACTED-',
      '://u:',
      '@',
      '_authToken=',
      '=',
    ),
    fc.constantFrom(
      'secretlint-disable',
      'eyJ',
      '.',
      'AKIA',
      base64(22),
      base64(40),
      '{"type":"service_account",',
    ),
  )
  const joined = (pieces: fc.Arbitrary<string>) =>
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join(''))

  test('HIDE1, HIDE2: is masked without an error; twice is once; nothing found means nothing changed', async () => {
    await fc.assert(
      fc.asyncProperty(joined(fc.oneof(harmless, secrets)), async (text) => {
        const once = await scrub(text)
        expect(once.found.length > 0).toBe(once.text !== text)
        expect(await scrub(once.text)).toEqual({ text: once.text, found: [] })
      }),
      { numRuns: 300 },
    )
  })

  test('never lets a known secret through between other words', async () => {
    await fc.assert(
      fc.asyncProperty(joined(harmless), secrets, async (text, secret) => {
        expect((await scrub(`${text} ${secret} ${text}`)).text).not.toContain(secret)
      }),
      { numRuns: 150 },
    )
  })
})

test('ordinary code and prose hold no kind of secret: every file of this repository but those that try secrets', () => {
  const root = new URL('../..', import.meta.url).pathname
  const paths = execFileSync(
    'git',
    ['ls-files', '-z', 'src', 'docs', 'library', 'examples', 'scripts', '*.md'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\0')
  const trying = /\.(?:test|suite)\.tsx?$|secret|^THIRD-PARTY/
  const found = paths
    .filter((path) => path !== '' && !trying.test(path))
    .map((path) => ({ path, kinds: maskMore(readFileSync(join(root, path), 'utf8')).kinds }))
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter(({ kinds }) => kinds.length > 0)).toEqual([])
})

test.each([
  'Basic authentication and basic internationalization are not enough.',
  'The bearer of this letter, bearer authentication-by-the-server, a Bearer token.',
  'Authorization: Bearer ${process.env.TOKEN_OF_THE_SERVER}',
  'const cookie = request.headers.cookie; // Cookie: name=value',
  'sk-learn-extra-modules-for-everybody-and-more-words',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  '12345678:AAbb',
])('is left alone, since it only looks like a secret: %s', async (text) => {
  expect((await scrub(text)).text).toBe(text)
})
