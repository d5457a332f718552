// One story, many lists: whatever `list`, `parley` alone, `show`, the hall and the kept summary say of a meeting is the same.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hallAt } from '../src/hall/hall.suite.js'
import { workspaceJournals } from '../src/journals.js'
import { type Line, parse } from '../src/kernel/line/line.js'
import { empty, type Summary } from '../src/kernel/line/summary.js'
import { loadTellings } from '../src/protocols/tellings.js'
import { tell } from '../src/view/teller.js'
import { convened, meet, onlyId, script } from './support/council.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { checkout, events, run, temporary } from './support/run.js'

const journals = join(checkout, 'test/journals')
/** Every golden journal but those of talks, which lie under PARLEY_HOME and belong to a project of their own. */
const goldens = readdirSync(journals).flatMap((protocol) =>
  protocol === 'talk'
    ? []
    : readdirSync(join(journals, protocol)).map((version) =>
        join(journals, protocol, version, 'journal.jsonl'),
      ),
)

const textsIn = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
const parsed = (texts: readonly string[]) => texts.map((text, at) => parse(text, at + 1))

/** Lays journals into a workspace, cut where `length` says; gives the lines of each by the meeting's id. */
function laid(
  repo: Repo,
  length: (lines: readonly Line[]) => number,
  home: string,
): Map<string, readonly Line[]> {
  const all = new Map<string, readonly Line[]>()
  for (const file of goldens) {
    const texts = textsIn(file).slice(0, length(parsed(textsIn(file))))
    const lines = parsed(texts)
    const id = lines[0]?.kind === 'opened' ? lines[0].data.id : ''
    const folder = join(meetingsIn(repo.root, home), id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'journal.jsonl'), `${texts.join('\n')}\n`)
    all.set(id, lines)
  }
  return all
}

const factNames = Object.keys(empty) as (keyof Summary)[]
/** What a summary and whatever holds one have in common. */
const factsOf = (of: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(factNames.map((name) => [name, of[name]]))

const untilItAsks = (lines: readonly Line[]) => {
  const asked = lines.findIndex(({ kind }) => kind === 'asked')
  return asked < 0 ? Math.ceil(lines.length / 2) : asked + 1
}

describe('lists', () => {
  test.each([
    ['whole', (lines: readonly Line[]) => lines.length],
    ['cut off where it first asks', untilItAsks],
    ['without its last line', (lines: readonly Line[]) => lines.length - 1],
  ])('agree about every golden journal, %s', async (_, length) => {
    const repo = repository()
    const home = temporary()
    const env = { PARLEY_HOME: home }
    const all = laid(repo, length, home)
    const tellings = await loadTellings()
    const listed = async () =>
      new Map(
        events(await run(['list', '--all', '--json'], { cwd: repo.root, env })).map((one) => [
          String(one['id']),
          one,
        ]),
      )
    const hall = await hallAt(home)
    await hall.register({ name: 'demo', path: repo.root })
    const entries = await hall.meetings({})
    const anew = await listed()
    expect([...anew.keys()].toSorted()).toEqual([...all.keys()].toSorted())
    const table = (await run(['list', '--all'], { cwd: repo.root, env })).stdout.split('\n')

    for (const [id, lines] of all) {
      const { summary } = tell(lines, tellings)
      expect(factsOf(anew.get(id) ?? {}), `list of ${id}`).toEqual(summary)
      const [shown = {}] = events(await run(['show', id, '--json'], { cwd: repo.root, env }))
      expect(factsOf(shown), `show of ${id}`).toEqual(summary)
      const entry = entries.find((one) => one.id === id)
      expect(factsOf({ ...entry }), `hall entry of ${id}`).toEqual(summary)
      expect({ ...entry }.asks?.id ?? null).toBe(summary.question?.id ?? null)
      const row = table.find((one) => one.startsWith(id)) ?? ''
      expect(row.includes('(degraded)')).toBe(summary.degraded.length > 0)
      await workspaceJournals(repo.root, home).keepSummary(summary)
    }
    const kept = await listed()
    for (const [id, event] of kept) expect(event).toEqual(anew.get(id))
    const open = events(await run(['--json'], { cwd: repo.root, env }))
    const over = new Set(['concluded', 'aborted'])
    expect(open).toEqual([...kept.values()].filter(({ status }) => !over.has(String(status))))
  })

  test('call a meeting degraded whose seat gave no answer, and not one whose seat answered when it was asked again', async () => {
    const once = { error: 'overloaded', kind: 'failed' }
    const [mended, absent] = await Promise.all(
      [1, 9].map(async (failures) => {
        const repo = repository()
        await convened(repo, { answers: ['conclude'] })
        const said = script({ answers: ['conclude'] })
        const errors = Array.from({ length: failures }, () => ({ call: 'seat.turn', ...once }))
        repo.write('.council/scratch/script.yaml', withFirst(said, 'qa-engineer', errors))
        expect((await meet(repo)).code).toBe(0)
        return repo
      }),
    )
    const rowOf = async (repo: Repo) => {
      const id = await onlyId(repo)
      const { stdout } = await run(['list'], { cwd: repo.root })
      const shown = (await run(['show', id], { cwd: repo.root })).stdout
      return { row: stdout.split('\n').find((row) => row.startsWith(id)) ?? '', shown }
    }
    const good = await rowOf(mended!)
    expect(good.shown).toContain('qa-engineer did not speak: overloaded')
    expect(good.row).not.toContain('degraded')
    expect(good.shown).not.toContain('Degraded')
    const bad = await rowOf(absent!)
    expect(bad.row).toContain('(degraded)')
    expect(bad.shown).toContain('Degraded: qa-engineer gave no answer')
  })
})

/** The script with these entries before what the seat says in it. */
function withFirst(text: string, seat: string, entries: readonly unknown[]): string {
  return text.replace(
    `  ${seat}:\n`,
    `  ${seat}:\n${entries.map((one) => `    - ${JSON.stringify(one)}\n`).join('')}`,
  )
}
