// Signed records: with real SSH keys and the real ssh-keygen, and a colleague who has only what git brings.

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cloneOf, forge, journalOf } from './support/foreign.js'
import type { Repo } from './support/repo.js'
import { events, run, temporary } from './support/run.js'
import { allowing, concluded, sshKey } from './support/signed.js'

interface Signed {
  /** A colleague's clone: the record and its signature, without the journal. */
  readonly repo: Repo
  readonly id: string
  readonly record: string
  /** The file of allowed signers that the colleague has. */
  readonly allowed: string
  readonly key: string
}

async function signed(): Promise<Signed> {
  const { repo: theirs, id } = await concluded()
  const key = sshKey()
  const made = await run(['sign', id, '--key', key], { cwd: theirs.root })
  const record = `.council/records/${id}.md`
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining(`git add ${record}.sig`)])
  rmSync(join(theirs.root, '.parley'), { recursive: true })
  const { repo } = cloneOf(theirs)
  return { repo, id, record, allowed: allowing(key), key }
}

describe('a record that was signed', () => {
  test('is checked by a colleague who has the record and the signature only, by its path or the id of its meeting', async () => {
    const { repo, id, record, allowed } = await signed()
    for (const named of [record, id.slice(0, 12)]) {
      const { code, stdout } = await run(['verify', '--signed', named, '--allowed-signers', allowed], {
        cwd: repo.root,
      })
      expect([code, stdout]).toEqual([0, expect.stringContaining(`signed ${record}: by ada@example.org`)])
    }
    repo.git('config', 'gpg.ssh.allowedSignersFile', allowed)
    const [told] = events(await run(['verify', '--signed', id, '--json'], { cwd: repo.root }))
    expect(told).toMatchObject({ type: 'signature', meeting: id, record, by: 'ada@example.org', fault: null })
  })

  test('does not hold when the record, the statement or the journal here is another, or a stranger signed it', async () => {
    const { repo, record, allowed } = await signed()
    const check = async (signers = allowed) => {
      const { code, stdout } = await run(['verify', '--signed', record, '--allowed-signers', signers], {
        cwd: repo.root,
      })
      return [code, stdout] as const
    }
    expect(await check(allowing(sshKey()))).toEqual([1, expect.stringContaining('no key in')])
    const [text, signature] = [repo.read(record), repo.read(`${record}.sig`)]
    repo.write(record, `${text}\nOne more line.\n`)
    expect(await check()).toEqual([1, expect.stringContaining('is not what was signed')])
    repo.write(record, text)
    repo.write(`${record}.sig`, signature.replace(/^lines: \d+$/m, 'lines: 3'))
    expect(await check()).toEqual([1, expect.stringContaining('The signature does not hold')])
    repo.write(`${record}.sig`, signature)
    expect((await check())[0]).toBe(0)
  })

  test('names a journal that is here and is not the one that was signed', async () => {
    const { repo, id } = await concluded()
    const key = sshKey()
    expect((await run(['sign', id, '--key', key], { cwd: repo.root })).code).toBe(0)
    const args = ['verify', '--signed', id, '--allowed-signers', allowing(key)]
    expect((await run(args, { cwd: repo.root })).code).toBe(0)
    forge(journalOf(repo.root, id), (line) =>
      line.n === 3 ? { ...line, at: '2020-01-01T00:00:00.000Z' } : undefined,
    )
    expect(await run(args, { cwd: repo.root })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is not the one that was signed'),
    })
    const again = await run(['sign', id, '--key', key], { cwd: repo.root })
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('was not opened on this machine')])
  })
})

describe('signing', () => {
  test('is refused for a record that was edited since, and says how without ssh-keygen or without a key', async () => {
    const { repo, id } = await concluded()
    const none = await run(['sign', id], { cwd: repo.root })
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('--key FILE')])
    const key = sshKey()
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    const path = temporary()
    execFileSync('ln', ['-s', git, join(path, 'git')])
    const missing = await run(['sign', id, '--key', key], { cwd: repo.root, env: { PATH: path } })
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('ssh-keygen was not found')])
    const record = `.council/records/${id}.md`
    repo.write(record, `${repo.read(record)}\n`)
    const edited = await run(['sign', id, '--key', key], { cwd: repo.root })
    expect([edited.code, edited.stderr]).toEqual([1, expect.stringContaining('it was edited since')])
  })
})
