// What tests of signed records share: real SSH keys, whose signatures count, and a concluded meeting.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { convened, meet, onlyId } from './council.js'
import { type Repo, repository } from './repo.js'
import { temporary } from './run.js'

export function sshKey(): string {
  const key = join(temporary(), 'id')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ada', '-f', key])
  return key
}

export function allowing(key: string, name = 'ada@example.org'): string {
  const file = join(temporary(), 'allowed_signers')
  writeFileSync(file, `${name} ${readFileSync(`${key}.pub`, 'utf8')}`)
  return file
}

export async function concluded(): Promise<{ repo: Repo; id: string }> {
  const repo = repository()
  await convened(repo, { answers: ['conclude'] })
  expect((await meet(repo)).code).toBe(0)
  return { repo, id: onlyId(repo) }
}
