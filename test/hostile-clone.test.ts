// A clone that was made to hurt: its settings and links, met by the plain commands of somebody who only cloned it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convened, meet, script } from './support/council.js'
import { everything, type Repo, repository } from './support/repo.js'
import { run, temporary } from './support/run.js'

const meeting = ['council', 'meeting', 'When should the gate open?']

async function clone(files: Readonly<Record<string, string>>): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  return repo
}

describe('the settings of a clone', () => {
  test('a script that they name does not speak, answers nothing and logs nowhere; the message says the way out', async () => {
    const home = temporary()
    const repo = await clone({
      '.parley/config.yaml': 'agents: script:.parley/s.yaml\n',
      '.parley/s.yaml': script({ answers: ['conclude'], log: '../../log-of-the-clone.jsonl' }),
    })
    const before = everything(repo.root)
    const { code, stderr } = await run(meeting, { cwd: repo.root, env: { PARLEY_HOME: home } })
    expect(code).toBe(2)
    expect(stderr).toContain(
      '.parley/config.yaml, line 1: agents may only choose a voice that your own settings name.',
    )
    expect(stderr).toContain(join(home, 'config.yaml'))
    expect(everything(repo.root)).toEqual(before)
  })

  test('choose among the voices of the person, and answers in a script speak only for whoever gave it at the command line', async () => {
    const home = temporary()
    writeFileSync(join(home, 'played.yaml'), script({ answers: ['conclude'] }))
    writeFileSync(join(home, 'config.yaml'), 'voices: { played: "script:played.yaml" }\n')
    const repo = await clone({ '.parley/config.yaml': 'agents: played\n' })
    const { code, stdout } = await run(meeting, { cwd: repo.root, env: { PARLEY_HOME: home } })
    expect(code).toBe(3)
    expect(stdout).toContain('Follow the tide (1).')
    const [id] = /\S+(?= conclude)/.exec(stdout) ?? []
    const again = await run(['resume', id!], { cwd: repo.root, env: { PARLEY_HOME: home } })
    expect(again.code).toBe(3)
    const given = await clone({})
    given.write('.council/scratch/script.yaml', script({ answers: ['conclude'] }))
    expect((await meet(given)).code).toBe(0)
  })
})
