// Journals as nobody writes them: whatever stands in one, reading it ends in words and an exit code, never in an unforeseen error.
// `npm run fuzz` tries more of them; PARLEY_FUZZ_SEED begins elsewhere.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hall } from '../src/hall/api.js'
import { createHall } from '../src/hall/hall.js'
import { ParleyError } from '../src/kernel/errors.js'
import { parley } from '../src/parley.js'
import { fakeIo } from '../src/surfaces/cli/fake-io.suite.js'
import { main } from '../src/surfaces/cli/main.js'
import { Access } from '../src/surfaces/server/access.js'
import { createApp } from '../src/surfaces/server/app.js'
import { goldenJournals, type Mutated, mutated } from './support/mutated-journals.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { run, temporary, untilFileEnds } from './support/run.js'

const count = Number(process.env['PARLEY_FUZZ'] ?? '500')
const thorough = count > 500
const firstSeed = Number(process.env['PARLEY_FUZZ_SEED'] ?? '1')
/** Meetings that are in one workspace at a time: lists read all of them. */
const batch = 100

const until = untilFileEnds()
const token = 'a token for this test alone, long enough'
let repo: Repo
let home: string
let hall: Hall
let app: ReturnType<typeof createApp>
const logged: string[] = []

beforeAll(async () => {
  repo = repository(until)
  home = temporary(until)
  process.env['PARLEY_HOME'] = home
  hall = await createHall({ home, log: (line) => logged.push(line) })
  until(() => hall.stop())
  await hall.register({ name: 'demo', path: repo.root })
  // Looking for the top of a repository a few thousand times would take longer than everything else here.
  process.env['PATH'] = ''
  app = createApp({
    hall,
    access: new Access(token, () => 1),
    port: () => 1,
    page: { folder: home },
    log: (line) => logged.push(line),
    talkCalls: () => Promise.reject(new Error('No host comes here.')),
    local: true,
    leaving: new AbortController().signal,
  })
})

const golden = goldenJournals(/council|meet|kernel/)
const idOf = (index: number): string => `20260101-fuzz-${index}`

describe(`${count} mutated journals`, () => {
  test('are shown, listed, exported, verified, forked, compared and served without an unforeseen error', {
    timeout: Math.max(120_000, count * 200),
  }, async () => {
    const faults: string[] = []
    for (let from = 0; from < count && faults.length < 20; from += batch) {
      const size = Math.min(batch, count - from)
      const journals = Array.from({ length: size }, (_, at) =>
        mutated(golden[(from + at) % golden.length]!, idOf(at), firstSeed + from + at),
      )
      lay(journals)
      const all = `a batch from seed ${firstSeed + from}`
      for (const list of inTurn(lists, from / batch)) faults.push(...(await list(all)))
      for (const [at, journal] of journals.entries())
        faults.push(...(await read(journal, idOf(at), from + at)))
    }
    expect(faults.slice(0, 20)).toEqual([])
  })

  test('and a sample of them ends as a process does: with an exit code, and no fault of parley', async () => {
    const journals = Array.from({ length: 6 }, (_, at) =>
      mutated(golden[at % golden.length]!, idOf(at), firstSeed + 77 * at),
    )
    lay(journals)
    const env = { PARLEY_HOME: home, PATH: PATH ?? '' }
    for (const [at, { name }] of journals.entries())
      for (const words of [['show'], ['export'], ['verify']].slice(at % 3, (at % 3) + 1)) {
        const { code, stderr } = await run([...words, idOf(at)], { cwd: repo.root, env })
        expect({ name, code, stderr }).toMatchObject({ code: expect.toBeOneOf([0, 1, 2]) })
        expect(stderr).not.toContain('bug in parley')
      }
    expect((await run(['list'], { cwd: repo.root, env })).code).toBe(0)
  })
})

function lay(journals: readonly Mutated[]): void {
  const all = meetingsIn(repo.root, home)
  rmSync(all, { recursive: true, force: true })
  for (const [at, { bytes }] of journals.entries()) {
    mkdirSync(join(all, idOf(at)), { recursive: true })
    writeFileSync(join(all, idOf(at), 'journal.jsonl'), bytes)
  }
}

/** In one way each, all in turn: every way sees every golden journal many times. `npm run fuzz` takes all of them. */
function inTurn<T>(ways: readonly T[], nth: number): readonly T[] {
  return thorough ? ways : [ways[nth % ways.length]!]
}

/** What reads all journals that are there. */
const lists: readonly ((name: string) => Promise<readonly string[]>)[] = [
  (name) => called([], name),
  (name) => called(['list', '--all'], name),
  (name) => called(['list', '--all', '--json'], name),
  (name) => asked('/api/meetings', name),
  (name) => asked('/api/decisions', name),
]

async function read({ name, lines }: Mutated, id: string, index: number): Promise<readonly string[]> {
  const here = parley(repo.root)
  const ways: readonly (() => Promise<readonly string[]>)[] = [
    () => called(['show', id], name),
    () => called(['export', id], name),
    () => called(['show', id, '--lines'], name),
    () => called(['export', id, '--format', 'html'], name),
    () => called(['show', id, '--cost'], name),
    () => called(['export', id, '--format', 'json'], name),
    () => called(['verify', id], name),
    () => asked(`/api/meetings/demo/${id}`, name),
    () => called(['show', id, '--json'], name),
    () => tried(`fork of ${name}`, () => here.fork(id, 1 + (index % lines), `${id}-fork`)),
    () => called(['diff', id, idOf((index + 1) % batch)], name),
    () => called(['diff', id, id, '--json'], name),
  ]
  const found: string[] = []
  for (const way of inTurn(ways, index)) found.push(...(await way()))
  return found
}

async function called(words: readonly string[], name: string): Promise<readonly string[]> {
  const io = fakeIo({ cwd: repo.root, env: { PARLEY_HOME: home, PARLEY_DEBUG: '1' } })
  const code = await main(words, io)
  const [unforeseen] = /^\w*Error\b[^\n]*\n[^\n]*\n[^\n]*/m.exec(io.printed.err) ?? []
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f].{0,20}/.exec(io.printed.out)
  const isForPrograms = words.some((word) => /json$/.test(word))
  if (unforeseen !== undefined) return [`parley ${words.join(' ')} (${name}): ${unforeseen}`]
  if (control && !isForPrograms) {
    const before = io.printed.out.slice(Math.max(0, control.index - 60), control.index)
    return [`parley ${words.join(' ')} (${name}) prints ${JSON.stringify(`${before}${control[0]}`)}`]
  }
  return [0, 1, 2].includes(code) ? [] : [`parley ${words.join(' ')} (${name}): exit ${code}`]
}

async function asked(path: string, name: string): Promise<readonly string[]> {
  const before = logged.length
  const response = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.status < 500
    ? []
    : [`GET ${path} (${name}): ${logged.slice(before).join(' ').slice(0, 400)}`]
}

async function tried(what: string, work: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await work()
    return []
  } catch (error) {
    return error instanceof ParleyError
      ? []
      : [`${what}: ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`]
  }
}

const { PATH, PARLEY_HOME } = process.env
afterAll(() => {
  process.env['PATH'] = PATH
  if (PARLEY_HOME === undefined) delete process.env['PARLEY_HOME']
  else process.env['PARLEY_HOME'] = PARLEY_HOME
})
