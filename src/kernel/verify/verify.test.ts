// Verification: tampering is found and its line named, a sound journal has no findings, and no voice is called.

import fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackendFailed, OutsideBoundary } from '../errors.js'
import { seal } from '../line/hash.js'
import type { Entry, Line } from '../line/line.js'
import { receipt as sample } from '../line/line.suite.js'
import type { Meeting, Protocol } from '../protocol.js'
import { ada, bo, chose, procedure, prompt, question, type Setting, setting } from '../run/deps.suite.js'

const sound = procedure(async (meeting) => {
  await meeting.phase('work')
  const said = await meeting.together({
    a: (branch) => branch.speak(ada, prompt('?'), { id: 'a' }),
    b: (branch) => branch.trySpeak(bo, prompt('?'), { id: 'b' }),
  })
  const answer = await meeting.ask(question('q'))
  await meeting.write('docs/a.md', `${said['a']?.kind} ${answer.choose}\n`)
  await meeting.write('docs/list.md', '- mine\n', { parts: ['- mine\n'] })
  return { choose: answer.choose }
})

async function held(protocol: Protocol = sound): Promise<Setting> {
  const met = setting({ answer: chose('yes') })
  await met.meet(protocol)
  return met
}

async function findings(met: Setting, protocol: Protocol = sound): Promise<string[]> {
  const silent = met.again({
    say: () => {
      throw new Error('a verification calls nobody')
    },
    answer: () => {
      throw new Error('a verification asks nobody')
    },
  })
  const before = JSON.stringify([...met.files])
  const { findings } = await silent.verify(protocol)
  expect(silent.voices).toEqual([])
  expect(JSON.stringify([...met.files])).toBe(before)
  return findings.map(({ what }) => what)
}

/** The journal rewritten with changed lines and valid hashes. */
async function forge(met: Setting, change: (line: Line) => object | undefined): Promise<void> {
  const texts: string[] = []
  let prev = ''
  for (const line of await met.lines()) {
    const entry = change(line)
    if (!entry) continue
    const sealed = seal(entry as Entry, texts.length + 1, prev)
    texts.push(sealed.text)
    prev = sealed.line.hash
  }
  fs.writeFileSync(join(met.folder, 'journal.jsonl'), `${texts.join('\n')}\n`)
}

describe('a verification', () => {
  test('of a sound meeting finds nothing, and says how much it checked', async () => {
    const met = await held()
    expect(await met.verify(sound)).toMatchObject({ findings: [], lines: 9, turns: 2, documents: 2 })
    expect(await findings(met)).toEqual([])
  })

  test('V1: finds any changed byte at its line', async () => {
    const met = await held()
    const file = join(met.folder, 'journal.jsonl')
    const bytes = fs.readFileSync(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at]! + by) % 256
        fs.writeFileSync(file, changed)
        const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
        expect((await met.verify(sound)).findings).toMatchObject([{ line, path: null }])
      }),
      { numRuns: 200 },
    )
  })

  test('V2: finds a turn without a receipt of its own', async () => {
    const missing = 'Line 3 of the journal is damaged: it is a turn without a receipt.'
    const anothers = 'Line 3 is a turn without a receipt of its own.'
    for (const [receipt, what] of [
      [undefined, missing],
      [{}, missing],
      [{ ...sample, seat: 'cy' }, anothers],
    ]) {
      const met = await held()
      await forge(met, (line) => (line.kind === 'turn' ? { ...line, data: { ...line.data, receipt } } : line))
      expect(await findings(met)).toContain(what)
    }
  })

  test('V2: counts the turns whose receipt is of another prompt than the procedure sends now', async () => {
    const met = await held()
    await forge(met, (line) =>
      line.kind === 'turn'
        ? { ...line, data: { ...line.data, receipt: { ...line.data.receipt, prompt: '0'.repeat(64) } } }
        : line,
    )
    expect(await met.verify(sound)).toMatchObject({ findings: [], prompts: { same: 0, other: [3, 4] } })
  })

  test('V3: finds a step that was added, removed or swapped, even when all hashes were made again', async () => {
    const put = await held()
    await forge(put, (line) => (line.kind === 'phase' ? { ...line, key: 'phase:other' } : line))
    expect(await findings(put)).toEqual([
      'Line 2 of the journal records phase phase:other, but the protocol now calls phase phase:work.',
    ])
    const left = await held()
    await forge(left, (line) => (line.kind === 'answered' ? undefined : line))
    expect(await findings(left)).toEqual([
      'Line 6 of the journal records wrote work/write:docs/a.md, but the protocol now calls answered work/ask:q.',
    ])
  })

  test('V3: finds a turn that no seat took', async () => {
    const met = await held(
      procedure(async (meeting) => {
        await meeting.speak(ada, prompt('?'), { id: 'a' })
        await meeting.speak(ada, prompt('?'), { id: 'b' })
      }),
    )
    const once = procedure(async (meeting) => {
      await meeting.speak(ada, prompt('?'), { id: 'a' })
    })
    expect(await findings(met, once)).toEqual(['Line 3 records a step that the protocol does not take.'])
  })

  test('V3: finds changed words of a turn, because its documents would differ', async () => {
    const protocol = procedure(async (meeting) => {
      await meeting.write('docs/a', (await meeting.speak(ada, prompt('?'), { id: 'a' })).text)
    })
    const met = await held(protocol)
    await forge(met, (line) =>
      line.kind === 'turn' ? { ...line, data: { ...line.data, text: 'No.' } } : line,
    )
    expect(await findings(met, protocol)).toEqual([
      'Line 3 records other bytes for docs/a than its journal renders.',
    ])
  })

  test('V5: finds another hash in the record, and words that were changed after it was written, even when all hashes were made again', async () => {
    const protocol = procedure(async (meeting) => {
      await meeting.speak(ada, prompt('?'), { id: 'a' })
      await meeting.write('docs/a', `Journal: ${await meeting.journalHash()}`)
    })
    const met = await held(protocol)
    const [, said] = await met.lines()
    expect(met.files.get('docs/a')).toBe(`Journal: sha256:${said?.hash}`)
    expect(await findings(met, protocol)).toEqual([])
    met.files.set('docs/a', `Journal: sha256:${'0'.repeat(64)}`)
    expect(await findings(met, protocol)).toEqual(['docs/a is not as line 4 wrote it: it was edited since.'])
    met.files.set('docs/a', `Journal: sha256:${said?.hash}`)
    await forge(met, (line) =>
      line.kind === 'turn' ? { ...line, data: { ...line.data, text: 'No.' } } : line,
    )
    expect(await findings(met, protocol)).toEqual([
      'Line 3 names the hash of no line before it: the record was written from another journal than this.',
    ])
  })

  test('V3: finds a changed outcome, and a conclusion before the procedure ends', async () => {
    const met = await held()
    await forge(met, (line) => (line.kind === 'concluded' ? { ...line, data: { outcome: 'merged' } } : line))
    expect(await findings(met)).toEqual(['The protocol comes to another outcome than the record.'])
    const early = await held()
    await forge(early, (line) => (line.kind === 'wrote' ? undefined : line))
    expect(await findings(early)).toEqual(['The protocol goes on where the record concludes.'])
  })

  test('V4: names a document that is missing, was edited, or exists although it was removed', async () => {
    const met = await held()
    met.files.set('docs/a.md', 'edited')
    met.files.delete('docs/list.md')
    expect(await findings(met)).toEqual([
      'docs/a.md is not as line 7 wrote it: it was edited since.',
      'docs/list.md, written by line 8, is gone.',
    ])
    const removing = procedure(async (meeting) => {
      await meeting.write('docs/a', 'x')
      await meeting.remove('docs/a')
    })
    const removed = await held(removing)
    removed.files.set('docs/a', 'x')
    expect(await findings(removed, removing)).toEqual(['docs/a was removed by line 3 and is there again.'])
  })

  test('V4: names a line whose document lies where no meeting can write, instead of failing', async () => {
    const met = await held()
    await forge(met, (line) =>
      line.kind === 'wrote' ? { ...line, data: { ...line.data, path: '../../etc/passwd' } } : line,
    )
    const why = 'is not a path inside the workspace'
    Object.assign(met.deps.documents, {
      read: (path: string) => Promise.reject(new OutsideBoundary(path, why)),
    })
    const { findings: found } = await met.verify(sound)
    expect(found.map(({ what }) => what)).toContain(`Line 8 wrote no such document: ../../etc/passwd ${why}.`)
  })

  test('names the whole of a reply that is kept beside the journal when it is missing or was changed', async () => {
    const long = procedure((meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    const met = setting({ say: () => 'long '.repeat(20_000) })
    await met.meet(long)
    expect(await findings(met, long)).toEqual([])
    const [kept = ''] = fs.readdirSync(met.folder).filter((name) => name.startsWith('whole-'))
    fs.appendFileSync(join(met.folder, kept), '!')
    expect(await findings(met, long)).toEqual([
      expect.stringContaining('line 2, kept beside the journal, was changed'),
    ])
    fs.rmSync(join(met.folder, kept))
    expect(await findings(met, long)).toEqual([
      expect.stringContaining('line 2, kept beside the journal, is missing'),
    ])
  })

  test('V4: checks only its own parts of a document that other meetings write too', async () => {
    const met = await held()
    met.files.set('docs/list.md', '- theirs\n- mine\n- others\n')
    expect(await findings(met)).toEqual([])
    met.files.set('docs/list.md', '- theirs\n')
    expect(await findings(met)).toEqual(['docs/list.md no longer holds what line 8 added.'])
  })
})

describe('a meeting that is not over', () => {
  const stops: Record<string, (meeting: Meeting) => Promise<unknown>> = {
    waits: (meeting) => meeting.ask(question('other')),
    'is paused': (meeting) => meeting.pause(''),
    'is halted': (meeting) => meeting.halt('HALT'),
    'was given up': (meeting) => meeting.abort(''),
    'was halted by the boundary': (meeting) => meeting.write('etc/x', ''),
    'broke in a step': (meeting) => meeting.act('x', () => Promise.reject(new Error('broke'))),
    'broke between steps': () => Promise.reject(new Error('broke')),
    'failed for want of a reply': (meeting) => meeting.speak(bo, prompt('?'), { id: 'none' }),
    'stands in its branches': (meeting) =>
      meeting.together<unknown>({ a: (branch) => branch.note('x', {}), b: (branch) => branch.pause('') }),
  }

  test.each(Object.entries(stops))('because it %s is sound', async (_, stop) => {
    const protocol = procedure(async (meeting) => {
      await meeting.write('docs/a', (await meeting.speak(ada, prompt('?'), { id: 'a' })).text)
      await stop(meeting)
    })
    const met = setting({
      say: ({ seat }) => {
        if (seat === 'bo') throw new BackendFailed('failed', 'down')
        return 'Yes.'
      },
    })
    await met.meet(protocol)
    expect(await findings(met, protocol)).toEqual([])
  })

  test('is sound at whatever line it was killed', async () => {
    const met = await held()
    const lines = await met.lines()
    for (const last of lines) {
      await forge(met, (line) => (line.n <= last.n ? line : undefined))
      expect(await findings(met)).toEqual([])
      fs.writeFileSync(join(met.folder, 'journal.jsonl'), '')
      await forge({ ...met, lines: async () => lines }, (line) => line)
    }
  })

  test('is sound when it failed, was resumed and concluded', async () => {
    const met = setting({
      say: () => {
        throw new BackendFailed('failed', 'down')
      },
    })
    const protocol = procedure((meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    await met.meet(protocol)
    await met.again({}).hold(protocol)
    expect(await met.kinds()).toBe('opened failed failed turn concluded')
    expect(await findings(met, protocol)).toEqual([])
  })

  test('whose recorded failure is not where its protocol fails is not sound', async () => {
    const met = await held(procedure((meeting) => meeting.pause('')))
    const broken = procedure(async (meeting) => {
      await meeting.pause('')
      throw new Error('broke')
    })
    expect(await findings(met, broken)).toEqual([])
    const failed = setting()
    await failed.meet(procedure(() => Promise.reject(new Error('one fault'))))
    expect(
      await findings(
        failed,
        procedure(() => Promise.reject(new Error('another'))),
      ),
    ).toEqual(['The protocol breaks there: another'])
  })
})

describe('a journal that cannot be replayed', () => {
  test('because it is of another version is still checked in every other way', async () => {
    const met = await held()
    met.files.delete('docs/a.md')
    expect(await findings(met, { ...sound, version: 2 })).toEqual([
      expect.stringContaining(
        'It could not be replayed. Another version of parley opened this meeting (test 1; here is 2)',
      ),
      'docs/a.md, written by line 7, is gone.',
    ])
  })

  test('because it opens no meeting is a finding', async () => {
    const met = await held()
    await forge(met, (line) => (line.kind === 'opened' ? undefined : line))
    expect(await findings(met)).toContainEqual(expect.stringContaining('it does not open a meeting'))
  })
})
