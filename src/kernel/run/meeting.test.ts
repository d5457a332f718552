// The meeting: recorded steps return their results, effects come before their lines, only answers speak for the person.

import { describe, expect, test } from 'vitest'
import { BackendFailed } from '../errors.js'
import { sha256 } from '../line/hash.js'
import type { Meeting } from '../protocol.js'
import { ada, bo, chose, procedure, prompt, question, seat, setting } from './deps.suite.js'

describe('a step', () => {
  const everything = procedure(async (meeting) => {
    await meeting.phase('work')
    const said = await meeting.speak(ada, prompt('?'), { id: 'c' })
    const seen = await meeting.act('look', async () => ({ at: new Date(0), none: undefined, list: [1, 2] }))
    const written = await meeting.write('docs/a.md', `${said.text}\n`)
    const answer = await meeting.ask(question('q'))
    const [now, token] = [await meeting.now(), await meeting.token()]
    await meeting.note('kept', { written })
    await meeting.pause('lunch')
    await meeting.halt('HALT x')
    return { said: said.text, seen, written, answer, now, token }
  })

  test('M1: that is recorded returns the same result, and nothing acts twice', async () => {
    const met = setting({ answer: chose('say', 'Fine.') })
    expect(await met.meet(everything)).toMatchObject({ kind: 'paused', reason: 'lunch' })
    const second = met.again({
      answer: () => {
        throw new Error('asked again')
      },
      say: () => {
        throw new Error('called again')
      },
    })
    expect(await second.hold(everything)).toMatchObject({ kind: 'halted', line: 'HALT x' })
    const third = second.again()
    expect(await third.hold(everything)).toMatchObject({
      kind: 'concluded',
      outcome: {
        said: 'ada answers c',
        seen: { at: '1970-01-01T00:00:00.000Z', list: [1, 2] },
        written: 'ada answers c\n',
        answer: { question: 'q', choose: 'say', text: 'Fine.', by: 'person' },
        now: '2026-01-02T03:04:05.678Z',
        token: 'abc123',
      },
    })
    expect(await met.kinds()).toBe(
      'opened phase turn acted wrote asked answered acted acted noted paused halted concluded',
    )
  })

  test('M1: returns in the first run exactly what it returns in a replay', async () => {
    const seen: unknown[] = []
    const protocol = procedure(async (meeting) => {
      seen.push(
        await meeting.act('look', async () => ({ at: new Date(0), none: undefined, nan: Number.NaN })),
      )
      seen.push(await meeting.act('nothing', async () => undefined))
      await meeting.pause('')
    })
    const met = setting()
    await met.meet(protocol)
    await met.hold(protocol)
    expect(seen.slice(0, 2)).toStrictEqual(seen.slice(2))
    expect(seen[1]).toBeNull()
  })

  test('M2: comes before its line: a kill in between runs it again', async () => {
    const met = setting()
    let lines = -1
    const protocol = procedure((meeting) =>
      meeting.act('look', async () => {
        lines = (await met.lines()).length
      }),
    )
    await met.meet(protocol)
    expect(lines).toBe(1)
    const order: string[] = []
    const writing = setting({
      deps: { observe: (event) => void (event.type === 'line' && order.push(event.line.kind)) },
    })
    const documents = { ...writing.deps.documents, write: async () => void order.push('file') }
    await writing
      .again({ deps: { ...writing.deps, documents } })
      .meet(procedure((meeting) => meeting.write('docs/a', 'x')))
    expect(order).toEqual(['file', 'wrote', 'concluded'])
  })

  test('M5: is refused while another of its strand is under way', async () => {
    const both = procedure((meeting) => Promise.all([meeting.note('a', 1), meeting.note('b', 2)]))
    expect(await setting().meet(both)).toMatchObject({
      kind: 'failed',
      error: { code: 'NOT_IN_TURN', message: 'The procedure calls note:b while its note:a is under way.' },
    })
  })

  test('M5: of the meeting itself is refused inside its branches, which have their own', async () => {
    const outer = procedure((meeting) => meeting.together({ a: () => meeting.note('a', 1) }))
    expect(await setting().meet(outer)).toMatchObject({ error: { code: 'NOT_IN_TURN' } })
  })
})

describe('the person', () => {
  test('M3: speaks only through answers: no other step makes an answered line', async () => {
    const met = setting({ say: () => 'The person said: yes.' })
    const protocol = procedure(async (meeting) => {
      await meeting.speak(ada, prompt('?'), { id: 'c' })
      await meeting.note('answered', { question: 'q', choose: 'yes' })
      await meeting.act('answered', async () => 'yes')
      return meeting.ask(question('q'))
    })
    expect(await met.meet(protocol)).toMatchObject({ kind: 'waiting', question: { id: 'q' } })
    expect(await met.kinds()).not.toContain('answered')
  })

  test('M3: is never recorded with an answer that does not fit the question', async () => {
    const met = setting({ answer: chose('perhaps') })
    const ending = await met.meet(procedure((meeting) => meeting.ask(question('q'))))
    expect(ending).toMatchObject({ kind: 'failed', error: { code: 'USAGE' }, summary: { status: 'waiting' } })
    expect(await met.kinds()).toBe('opened asked failed')
    const later = met.again({ answer: chose('yes') })
    expect(await later.hold(procedure((meeting) => meeting.ask(question('q'))))).toMatchObject({
      kind: 'concluded',
    })
  })

  test('M3: is masked like everybody else', async () => {
    const met = setting({ answer: chose('say', 'use hush-key') })
    const ending = await met.meet(procedure((meeting) => meeting.ask(question('q'))))
    expect(ending).toMatchObject({ outcome: { text: 'use [masked]' } })
    expect(JSON.stringify(await met.lines())).not.toContain('hush')
  })

  test('is asked one question at a time, also when several branches ask', async () => {
    let open = 0
    const met = setting({
      answer: async (asked) => {
        expect(++open).toBe(1)
        await new Promise(setImmediate)
        open--
        return chose('yes')(asked)
      },
    })
    const ask = (id: string) => (branch: Meeting) => branch.ask(question(id))
    expect(
      await met.meet(procedure((meeting) => meeting.together({ a: ask('a'), b: ask('b') }))),
    ).toMatchObject({ kind: 'concluded' })
    expect(await met.kinds()).toBe('opened asked asked answered answered concluded')
  })
})

describe('a write', () => {
  test.each(['etc/passwd', '../docs/a', 'docs/../x', '/docs/a', 'docs', ''])(
    'M4: to %j is outside, halts the meeting, and touches nothing',
    async (path) => {
      const met = setting()
      const protocol = procedure((meeting) => meeting.write(path, 'x'))
      expect(await met.meet(protocol)).toMatchObject({
        kind: 'halted',
        line: expect.stringContaining('WRITE-BOUNDARY-VIOLATION'),
      })
      expect(met.files.size).toBe(0)
      expect(await met.kinds()).toBe('opened halted')
    },
  )

  test('is known as it was recorded, also to a later procedure that renders it otherwise', async () => {
    const met = setting()
    const writing = (text: string) =>
      procedure(async (meeting) => {
        const before = meeting.writtenAs('docs/a.md')
        await meeting.write('docs/a.md', text)
        await meeting.pause('until later')
        return [before, meeting.writtenAs('docs/a.md')]
      })
    await met.meet(writing('old'))
    const ending = await met.hold(writing('new'))
    expect(ending).toMatchObject({ kind: 'concluded', outcome: [null, sha256('old')] })
    expect(met.files.get('docs/a.md')).toBe('old')
  })

  test('M4: outside is not a recorded step: a resume tries it again, against the boundary at that time', async () => {
    const met = setting()
    const protocol = procedure((meeting) => meeting.write('notes/a.md', 'x'))
    await met.meet(protocol)
    expect(await met.hold(protocol)).toMatchObject({ kind: 'halted' })
    expect(await met.hold({ ...protocol, boundary: () => ['notes/*'] })).toMatchObject({ kind: 'concluded' })
    expect(met.files.get('notes/a.md')).toBe('x')
  })

  test('M4: masks secrets in the file, in what it returns, in its parts and in every replay', async () => {
    const seen: string[] = []
    const protocol = procedure(async (meeting) => {
      seen.push(await meeting.write('docs/a', 'the hush-key\n', { parts: ['hush-key'] }))
      await meeting.pause('')
    })
    const met = setting()
    await met.meet(protocol)
    await met.hold(protocol)
    expect(met.files.get('docs/a')).toBe('the [masked]\n')
    expect(seen).toEqual(['the [masked]\n', 'the [masked]\n'])
    expect(JSON.stringify(await met.lines())).not.toContain('hush')
    expect((await met.verify(protocol)).findings).toEqual([])
  })

  test('records the digest of what it wrote, and a removal as a removal', async () => {
    const met = setting()
    await met.meet(
      procedure(async (meeting) => {
        await meeting.write('docs/a', 'ü')
        await meeting.remove('docs/a')
      }),
    )
    const wrote = (await met.lines())
      .filter(({ kind }) => kind === 'wrote')
      .map(({ key, data }) => [key, data])
    expect(wrote).toEqual([
      ['write:docs/a', { path: 'docs/a', sha256: sha256('ü'), bytes: 2 }],
      ['remove:docs/a', { path: 'docs/a', sha256: '', bytes: 0, removed: true }],
    ])
    expect(met.files.size).toBe(0)
  })

  test('to a shared file records its plan before it is made, and its result comes back', async () => {
    const met = setting()
    met.files.set('docs/list', 'one\n')
    const protocol = procedure(async (meeting) => {
      const nth = await meeting.revise('docs/list', (text) => {
        const own = (text ?? '').includes('mine\n')
        return { text: own ? (text ?? '') : `${text}mine\n`, result: 2, parts: ['mine\n'] }
      })
      await meeting.pause('')
      return nth
    })
    await met.meet(protocol)
    met.files.set('docs/list', `${met.files.get('docs/list')}theirs\n`)
    expect(await met.hold(protocol)).toMatchObject({ kind: 'concluded', outcome: 2 })
    expect(met.files.get('docs/list')).toBe('one\nmine\ntheirs\n')
    expect((await met.verify(protocol)).findings).toEqual([])
  })
})

describe('branches', () => {
  test('begin before any of them has ended, up to eight at a time', async () => {
    const log: string[] = []
    const met = setting({
      say: async ({ seat }) => {
        log.push(`+${seat}`)
        await new Promise(setImmediate)
        log.push(`-${seat}`)
        return 'Yes.'
      },
    })
    const branch = (id: string) => [id, (b: Meeting) => b.speak(seat(id), prompt('?'), { id: 'c' })] as const
    const ids = Array.from({ length: 10 }, (_, at) => `s${at}`)
    await met.meet(procedure((meeting) => meeting.together(Object.fromEntries(ids.map(branch)))))
    expect(log.slice(0, 8).every((entry) => entry.startsWith('+'))).toBe(true)
    expect(log.slice(0, 9).filter((entry) => entry.startsWith('+'))).toHaveLength(8)
    expect(log.filter((entry) => entry.startsWith('-'))).toHaveLength(10)
  })

  test('give their results by name', async () => {
    const protocol = procedure((meeting) =>
      meeting.together({
        b: async () => 2,
        a: async () => 1,
        'x/y~z': (branch) => branch.act('n', async () => 3),
      }),
    )
    expect(await setting().meet(protocol)).toMatchObject({ outcome: { a: 1, b: 2, 'x/y~z': 3 } })
  })

  test('all end before the failure of one is passed on', async () => {
    const met = setting({
      say: async ({ seat }) => {
        if (seat === 'ada') throw new BackendFailed('failed', 'down')
        await new Promise(setImmediate)
        return 'Yes.'
      },
    })
    const protocol = procedure((meeting) =>
      meeting.together({
        a: (b) => b.speak(ada, prompt('?'), { id: 'a' }),
        b: (b) => b.speak(bo, prompt('?'), { id: 'b' }),
      }),
    )
    expect(await met.meet(protocol)).toMatchObject({ kind: 'failed' })
    const later = met.again({})
    expect(await later.hold(protocol)).toMatchObject({ kind: 'concluded' })
    expect(later.calls.map(({ seat }) => seat)).toEqual(['ada'])
  })

  test('of which one waits and another fails end the run with the failure, and a resume continues both', async () => {
    const met = setting()
    const protocol = (broken: boolean) =>
      procedure((meeting) =>
        meeting.together<unknown>({
          a: (branch) => branch.ask(question('q')),
          b: (branch) =>
            branch.act('x', async () => {
              if (broken) throw new Error('broke')
              return 'mended'
            }),
        }),
      )
    expect(await met.meet(protocol(true))).toMatchObject({ kind: 'failed', error: { message: 'broke' } })
    expect(await met.hold(protocol(false))).toMatchObject({ kind: 'waiting', summary: { status: 'waiting' } })
    const answered = met.again({ answer: chose('no') })
    expect(await answered.hold(protocol(false))).toMatchObject({
      outcome: { a: { choose: 'no' }, b: 'mended' },
    })
  })

  test('M6: of which one pauses or halts leave the stop as the last line of the run', async () => {
    for (const [stop, kind] of [
      ['pause', 'paused'],
      ['halt', 'halted'],
    ] as const) {
      const met = setting({
        say: async () => {
          await new Promise(setImmediate)
          return 'Yes.'
        },
      })
      const protocol = procedure((meeting) =>
        meeting.together<unknown>({
          a: (branch) => branch[stop]('because'),
          b: async (branch) => {
            await branch.speak(bo, prompt('?'), { id: 'b' })
            await branch.note('done', {})
          },
        }),
      )
      expect(await met.meet(protocol)).toMatchObject({ kind, summary: { status: kind } })
      expect(await met.kinds()).toBe(`opened turn noted ${kind}`)
      expect(await met.hold(protocol)).toMatchObject({ kind: 'concluded' })
    }
  })

  test('M6: of which one aborts take no new step, and record what was under way', async () => {
    const met = setting({
      say: async () => {
        for (let i = 0; i < 5; i++) await new Promise(setImmediate)
        return 'Yes.'
      },
    })
    const protocol = procedure((meeting) =>
      meeting.together<unknown>({
        a: async (branch) => {
          await new Promise(setImmediate)
          await branch.abort('no use')
        },
        b: async (branch) => {
          await branch.speak(bo, prompt('?'), { id: 'b' })
          await branch.note('done', {})
        },
        c: () => Promise.reject(new Error('broke as well')),
      }),
    )
    expect(await met.meet(protocol)).toMatchObject({ kind: 'aborted', reason: 'no use' })
    expect(await met.kinds()).toBe('opened turn aborted')
  })

  test('may branch again, and a resume continues every strand where it stopped', async () => {
    const leaf = (name: string) => async (branch: Meeting) => `${name}${await branch.token()}`
    const protocol = procedure(async (meeting) => {
      const all = await meeting.together({
        x: (outer) => outer.together({ p: leaf('xp'), q: leaf('xq') }),
        y: (outer) => outer.together({ p: leaf('yp'), q: leaf('yq') }),
      })
      await meeting.pause('')
      return all
    })
    let nth = 0
    const met = setting({ deps: { random: () => `-${++nth}` } })
    await met.meet(protocol)
    const keys = (await met.lines()).map(({ key }) => key)
    expect(keys).toContain('together~x/together~p/token')
    expect(await met.hold(protocol)).toMatchObject({
      outcome: { x: { p: 'xp-1', q: 'xq-2' }, y: { p: 'yp-3', q: 'yq-4' } },
    })
  })
})
