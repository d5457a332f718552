// Restoring: a resume writes documents again that are recorded but missing on disk; existing files are never overwritten.

import { describe, expect, test } from 'vitest'
import type { Meeting } from '../protocol.js'
import { chose, procedure, question, type Setting, setting } from './deps.suite.js'
import { restorationWords } from './restoration.js'

const add = (line: string) => (text: string | null) => {
  const before = text ?? '# Shared\n'
  return { text: before.includes(line) ? before : `${before}${line}`, result: null, parts: [line] }
}

const writing = procedure(async (meeting: Meeting) => {
  await meeting.write('docs/draft.md', 'first\n')
  await meeting.write('docs/kept.md', 'kept hush-secret\n')
  await meeting.write('docs/draft.md', 'second\n')
  await meeting.write('docs/gone.md', 'soon removed\n')
  await meeting.remove('docs/gone.md')
  await meeting.revise('docs/shared.md', add('- ours\n'))
  await meeting.ask(question('q'))
  await meeting.revise('docs/shared.md', add('- more of ours\n'))
  await meeting.write('docs/end.md', 'end\n')
})

/** Writes its documents, then waits at its question. */
async function waiting(shared?: string): Promise<Setting> {
  const met = setting()
  if (shared !== undefined) met.files.set('docs/shared.md', shared)
  expect(await met.meet(writing)).toMatchObject({ kind: 'waiting' })
  return met
}

async function resumed(met: Setting) {
  const again = met.again({ answer: chose('yes') })
  const ending = await again.hold(writing)
  return { ending, told: again.events.filter(({ type }) => type === 'documents'), again }
}

const all = {
  'docs/draft.md': 'second\n',
  'docs/kept.md': 'kept [masked]\n',
  'docs/shared.md': '# Shared\n- ours\n- more of ours\n',
  'docs/end.md': 'end\n',
}

describe('a resume', () => {
  test('RST2: restores every missing document byte for byte, with secrets masked, and says so', async () => {
    const met = await waiting()
    met.files.clear()
    const { ending, told } = await resumed(met)
    expect(ending).toMatchObject({ kind: 'concluded' })
    expect(Object.fromEntries(met.files)).toEqual(all)
    expect(told).toEqual([
      {
        type: 'documents',
        restored: ['docs/draft.md', 'docs/kept.md', 'docs/shared.md'],
        inPart: [],
        changed: [],
        lost: [],
      },
    ])
    expect((await met.again().verify(writing)).findings).toEqual([])
  })

  test('restores before its first live step, even when another branch is faster', async () => {
    const seen: (string | null)[] = []
    const branches = procedure(async (meeting: Meeting) => {
      await meeting.together({
        slow: async (branch) => {
          for (let n = 0; n < 50; n++) await branch.note('line', { n })
          await branch.write('docs/slow.md', 'slow\n')
        },
        quick: async (branch) => {
          await branch.ask(question('q'))
          await branch.act('look', async () => void seen.push(met.files.get('docs/slow.md') ?? null))
        },
      })
    })
    const met = setting()
    await met.meet(branches)
    met.files.clear()
    await met.again({ answer: chose('yes') }).hold(branches)
    expect(seen).toEqual(['slow\n'])
  })

  test('reports nothing when every document is as recorded', async () => {
    const met = await waiting()
    const { told } = await resumed(met)
    expect(told).toEqual([])
  })

  test('RST1: leaves a document that differs unchanged, and names it', async () => {
    const met = await waiting()
    met.files.delete('docs/kept.md')
    met.files.set('docs/draft.md', 'mine now\n')
    const { told } = await resumed(met)
    expect(told).toMatchObject([{ restored: ['docs/kept.md'], changed: ['docs/draft.md'], lost: [] }])
    expect(met.files.get('docs/draft.md')).toBe('mine now\n')
  })

  test('RST2: of a shared file restores what this meeting added, and says that the rest is missing', async () => {
    const met = await waiting('# Shared\n- of others\n')
    met.files.clear()
    const { told } = await resumed(met)
    expect(told).toMatchObject([{ inPart: ['docs/shared.md'] }])
    expect(met.files.get('docs/shared.md')).toBe(all['docs/shared.md'])
  })

  test("of a shared file that is there without this meeting's part leaves it, and names it", async () => {
    const met = await waiting('# Shared\n- of others\n')
    met.files.set('docs/shared.md', '# Shared\n- of others\n')
    const { told } = await resumed(met)
    expect(told).toMatchObject([{ changed: ['docs/shared.md'], restored: [] }])
  })

  test('RST3: does not restore what the meeting removed', async () => {
    const met = await waiting()
    met.files.clear()
    await resumed(met)
    expect(met.files.has('docs/gone.md')).toBe(false)
  })

  test('names a document that the procedure no longer renders as recorded, and does not write it', async () => {
    const other = procedure(async (meeting: Meeting) => {
      await meeting.write('docs/a.md', said)
      await meeting.ask(question('q'))
    })
    let said = 'then\n'
    const met = setting()
    await met.meet(other)
    met.files.clear()
    said = 'now\n'
    const again = met.again({ answer: chose('yes') })
    await again.hold(other)
    expect(again.events).toContainEqual({
      type: 'documents',
      restored: [],
      inPart: [],
      changed: [],
      lost: ['docs/a.md'],
    })
    expect(met.files.size).toBe(0)
  })

  test('restores at every line of its journal, even after it concluded', async () => {
    const whole = await waiting()
    await resumed(whole)
    const lines = await whole.lines()
    for (let kept = 1; kept <= lines.length; kept++) {
      const met = setting()
      await met.open(writing)
      const lease = await met.journal.lease()
      for (const { n, at, kind, key, data } of lines.slice(1, kept))
        await lease.append(n, { at, kind, key, data })
      await lease.release()
      expect(await met.again({ answer: chose('yes') }).hold(writing)).toMatchObject({ kind: 'concluded' })
      expect(Object.fromEntries(met.files)).toEqual(all)
    }
  })
})

test('people are told of each kind in plain words', () => {
  expect(restorationWords({ restored: ['a', 'b'], inPart: ['c'], changed: ['d'], lost: ['e'] })).toEqual([
    'Restored what was missing: a, b.',
    'c was missing. What this meeting added to it is restored; what others had written is not.',
    'd has changed since this meeting wrote it. It is left as it is.',
    'e is missing and cannot be restored from the record.',
  ])
})
