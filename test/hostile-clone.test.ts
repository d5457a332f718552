// A clone that was made to hurt: its settings and links, met by the plain commands of somebody who only cloned it.

import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convened, meet, onlyId, script } from './support/council.js'
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

describe('the links of a clone', () => {
  /** A meeting that waits, and a folder that is none of parley's business. */
  async function waiting() {
    const repo = await clone({})
    const outside = temporary()
    writeFileSync(join(outside, 'mine'), 'mine')
    expect((await meet(repo)).code).toBe(3)
    const id = onlyId(repo)
    const inMeeting = (name: string) => join(repo.root, '.parley', 'meetings', id, name)
    return { repo, outside, id, inMeeting }
  }
  const untouched = (outside: string) => expect(everything(outside)).toEqual({ mine: 'mine' })

  test.each(['.parley', '.parley/meetings'])('%s: no meeting is kept through it', async (name) => {
    const repo = await clone({})
    const outside = temporary()
    writeFileSync(join(outside, 'mine'), 'mine')
    mkdirSync(join(repo.root, name, '..'), { recursive: true })
    symlinkSync(outside, join(repo.root, name))
    const { code, stderr } = await meet(repo)
    expect(code).toBe(1)
    expect(stderr).toContain(`${name} is a link, and parley writes through none.`)
    expect(stderr).toContain('Remove that link')
    untouched(outside)
  })

  test('.parley/.gitignore that leads nowhere: nothing is made there', async () => {
    const repo = await clone({ '.parley/config.yaml': '' })
    const outside = temporary()
    symlinkSync(join(outside, 'new'), join(repo.root, '.parley/.gitignore'))
    expect((await meet(repo)).code).toBe(3)
    expect(everything(outside)).toEqual({})
  })

  test('journal.torn-N that leads nowhere: a torn line is kept under another name', async () => {
    const { repo, outside, id, inMeeting } = await waiting()
    const lines = readFileSync(inMeeting('journal.jsonl'), 'utf8').split('\n').length - 1
    appendFileSync(inMeeting('journal.jsonl'), 'touch /tmp/owned\n'.trim())
    symlinkSync(join(outside, '.bash_profile'), inMeeting(`journal.torn-${lines + 1}`))
    const { code } = await run(['answer', id, 'conclude'], { cwd: repo.root })
    expect(code).toBe(0)
    untouched(outside)
    expect(readFileSync(inMeeting(`journal.torn-${lines + 1}.2`), 'utf8')).toBe('touch /tmp/owned')
  })

  test.each(['leases', 'journal.jsonl'])('%s: the file that it leads to stays as it is', async (name) => {
    const { repo, outside, id, inMeeting } = await waiting()
    const kept = join(outside, 'mine')
    if (name === 'journal.jsonl') copyFileSync(inMeeting(name), kept)
    const before = readFileSync(kept)
    rmSync(inMeeting(name))
    symlinkSync(kept, inMeeting(name))
    const { code, stderr } = await run(['answer', id, 'conclude'], { cwd: repo.root })
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/is a link|no meeting/i)
    expect(readFileSync(kept)).toEqual(before)
  })

  test('to a device without an end: lists and shows come to theirs', async () => {
    const { repo, id, inMeeting } = await waiting()
    appendFileSync(inMeeting('journal.jsonl'), '\n')
    rmSync(inMeeting('meeting.json'), { force: true })
    symlinkSync('/dev/zero', inMeeting('meeting.json'))
    mkdirSync(join(repo.root, '.parley/meetings/20260101-endless'))
    symlinkSync('/dev/zero', join(repo.root, '.parley/meetings/20260101-endless/journal.jsonl'))
    const { code, stdout } = await run(['list'], { cwd: repo.root })
    expect(code).toBe(0)
    expect(stdout).toContain(id)
    expect((await run(['show', id], { cwd: repo.root })).code).toBe(0)
  })
})

describe('a council of a clone', () => {
  const outside = () => {
    const folder = temporary()
    writeFileSync(join(folder, 'mine'), '---\nname: mine\n---\nA secret.\n')
    return folder
  }

  test.each([
    ['.council', 'a link'],
    ['.council/council.yaml', 'a link'],
    ['.council/seats/qa-engineer.md', 'a link'],
    ['.council/scratch', 'a link'],
    ['.council/records', 'a link'],
    ['.council/memory', 'a link'],
    ['.council/council.yaml', 'a pipe'],
    ['.council/seats/qa-engineer.md', 'a pipe'],
  ] as const)(
    '%s that is %s: nothing is read or written through it, nobody waits, and it is told',
    async (name, kind) => {
      const repo = await clone({ 'script.yaml': script({ answers: ['conclude'] }) })
      const [place, elsewhere] = [join(repo.root, name), outside()]
      rmSync(place, { recursive: true })
      if (kind === 'a pipe') execFileSync('mkfifo', [place])
      else symlinkSync(/\.(?:md|yaml)$/.test(name) ? join(elsewhere, 'mine') : elsewhere, place)
      const before = everything(elsewhere)
      const words = [...meeting, '--agents', 'script:script.yaml']
      const { code, stdout, stderr } = await run(words, { cwd: repo.root })
      expect([code === 1 || code === 2, stdout + stderr]).toEqual([
        true,
        expect.stringMatching(/leads outside|through the link|No council is convened|is missing/),
      ])
      expect(stdout + stderr).not.toContain('A secret.')
      expect(everything(elsewhere)).toEqual(before)
    },
  )
})
