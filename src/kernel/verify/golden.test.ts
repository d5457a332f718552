// Pin: the format of the journal, version 1. When this goes red, meetings that people hold today can no longer be resumed or
// verified. Do not mend the journal under test/journals: mend the code, or read both forms and add a second golden journal.

import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { summarise } from '../../journals.js'
import { seal, unseal } from '../line/hash.js'
import { kinds } from '../line/line.js'
import { chose, setting } from '../run/deps.suite.js'
import { golden } from './golden.suite.js'

const folder = new URL('../../../test/journals/kernel/v1/', import.meta.url)
const text = fs.readFileSync(new URL('journal.jsonl', folder), 'utf8')
const documents = JSON.parse(fs.readFileSync(new URL('documents.json', folder), 'utf8')) as Record<
  string,
  string
>

/** The golden journal up to a line, as a file on disk. */
function found(lines = Number.POSITIVE_INFINITY) {
  const never = () => {
    throw new Error('it is on record')
  }
  const met = setting({ say: never, answer: never, deps: { random: never } })
  fs.mkdirSync(met.folder)
  const kept = text.split('\n').slice(0, -1).slice(0, lines)
  const whole = kept.map((line) => `${line}\n`).join('')
  fs.writeFileSync(join(met.folder, 'journal.jsonl'), whole)
  for (const [path, document] of Object.entries(documents)) met.files.set(path, document)
  return met
}

describe('the golden journal of version 1', () => {
  test('J2: is chained today as it was then', () => {
    const entry = {
      at: '2026-01-02T03:04:05.500Z',
      kind: 'phase',
      key: 'phase:open',
      data: { name: 'open' },
    } as const
    const prev = '46ef7c67c8d3f33513ef216c45de298a561c0e4bb1a7384c7fd53ce70dfa5f3d'
    expect(seal(entry, 2, prev).text).toBe(
      '{"n":2,"at":"2026-01-02T03:04:05.500Z","kind":"phase","key":"phase:open","data":{"name":"open"},' +
        '"prev":"46ef7c67c8d3f33513ef216c45de298a561c0e4bb1a7384c7fd53ce70dfa5f3d",' +
        '"hash":"cf26f2fbd9c78189a5c811d13740e41363f706b364373287f13c5199da6d5422"}',
    )
  })

  test('J1: is read, each line after the other', () => {
    let prev = ''
    for (const [at, line] of text.split('\n').slice(0, -1).entries()) prev = unseal(line, at + 1, prev).hash
    expect(prev).toBe('2b2dd0af8f0b40843a32941f1fb562c3e9ad712264030036e2bbaf8576f354e2')
  })

  test('has every kind of line except `aborted`', async () => {
    const met = found()
    const there = new Set((await met.lines()).map(({ kind }) => kind))
    expect(kinds.filter((kind) => !there.has(kind))).toEqual(['aborted'])
  })

  test('V3: is replayed and verified by the procedure that recorded it', async () => {
    const met = found()
    expect(await met.verify(golden)).toMatchObject({ findings: [], lines: 27, turns: 3, documents: 5 })
    expect(await met.hold(golden)).toMatchObject({
      kind: 'concluded',
      outcome: { score: 7, nth: 3, token: 'k7m2qx' },
    })
  })

  test('M1: continues from its last stop without calling a voice', async () => {
    const met = found(26)
    expect(await met.hold(golden)).toMatchObject({
      kind: 'concluded',
      outcome: {
        score: 7,
        live: 'said',
        chose: 'say',
        text: 'Keep it, with [masked].',
        seen: { files: 2 },
        nth: 3,
      },
    })
    expect(await met.lines()).toHaveLength(27)
  })

  test('J4: continues from its question', async () => {
    const met = found(11).again({ answer: chose('yes'), deps: { random: () => 'other1' } })
    expect(await met.hold(golden)).toMatchObject({ kind: 'paused' })
    expect((await met.lines())[11]).toMatchObject({
      kind: 'answered',
      key: 'judge/r1/ask:keep',
      data: { choose: 'yes' },
    })
  })

  test('folds to the same summary as when it was recorded', async () => {
    expect(await summarise(await found().lines())).toEqual({
      id: 'm-1',
      protocol: 'golden',
      version: 1,
      title: 'A test',
      status: 'concluded',
      openedAt: '2026-01-02T03:04:05.250Z',
      updatedAt: '2026-01-02T03:04:14.500Z',
      lines: 27,
      phase: 'judge/r1',
      turns: 3,
      input: 158,
      output: 52,
      estimated: true,
      money: null,
      unpriced: 3,
      question: null,
      questions: [],
      detail: null,
      why: null,
      degraded: [],
    })
  })
})
