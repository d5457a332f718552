// Holding a meeting: one holder, one version, no divergence, and nothing left open at the end.

import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CannotGoOn, Diverged, Held, OtherVersion } from '../errors.js'
import type { Meeting } from '../protocol.js'
import { answer } from './answer.js'
import { ada, bo, chose, procedure, prompt, question, setting } from './deps.suite.js'
import { open, openQuestion } from './hold.js'

const asking = procedure((meeting) => meeting.ask(question('q')))
const at = new Date(0)
const plain = { scrub: async (text: string) => ({ text, kinds: [] }), person: async () => undefined }

describe('a meeting', () => {
  test('is opened once', async () => {
    const met = setting()
    await met.open(asking)
    await expect(met.open(asking)).rejects.toMatchObject({ code: 'EXISTS' })
    expect(await met.lines()).toHaveLength(1)
  })

  test('H1: has one holder at a time', async () => {
    const met = setting()
    const protocol = procedure(async () => {
      await expect(met.again().hold(protocol)).rejects.toBeInstanceOf(Held)
      await expect(answer(met.journal, { choose: 'yes', by: 'person', at }, plain)).rejects.toBeInstanceOf(
        Held,
      )
      await expect(open(met.journal, {} as never, at)).rejects.toBeInstanceOf(Held)
    })
    expect(await met.meet(protocol)).toMatchObject({ kind: 'concluded' })
  })

  test('H2: of another version of its protocol is not continued, and says what can be done', async () => {
    const met = setting()
    await met.open(asking)
    const refusal = await met.hold({ ...asking, version: 2 }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(OtherVersion)
    expect((refusal as Error).message).toBe(
      'Another version of parley opened this meeting (test 1; here is 2): it can be read, not continued.',
    )
    expect(await met.kinds()).toBe('opened')
    expect(await met.hold(asking)).toMatchObject({ kind: 'waiting' })
  })

  test('that has concluded returns its outcome again and does nothing more', async () => {
    const met = setting()
    const protocol = procedure(async (meeting) => ({
      said: (await meeting.speak(ada, prompt('?'), { id: 'c' })).text,
      none: undefined,
    }))
    const first = await met.meet(protocol)
    const second = await met
      .again({
        say: () => {
          throw new Error('called')
        },
      })
      .hold(protocol)
    expect(second).toStrictEqual(first)
    expect(await met.kinds()).toBe('opened turn concluded')
  })

  test('that concludes without an outcome returns the same every time', async () => {
    const met = setting()
    const protocol = procedure(async () => undefined)
    expect(await met.meet(protocol)).toMatchObject({ outcome: null })
    expect(await met.hold(protocol)).toMatchObject({ outcome: null })
  })

  test('that was aborted cannot go on', async () => {
    const met = setting()
    const protocol = procedure((meeting) => meeting.abort('no use'))
    expect(await met.meet(protocol)).toMatchObject({ kind: 'aborted', reason: 'no use' })
    await expect(met.hold(protocol)).rejects.toMatchObject({ code: 'ENDED' })
  })

  test('that waits holds nothing: no lock, no open voice, no file', async () => {
    const met = setting()
    const protocol = procedure(async (meeting) => {
      await meeting.speak(ada, prompt('?'), { id: 'c' })
      return meeting.ask(question('q'))
    })
    expect(await met.meet(protocol)).toMatchObject({ kind: 'waiting', question: { id: 'q' } })
    expect(met.voices).toEqual(['open ada', 'close ada'])
    expect(fs.readdirSync(met.folder).toSorted()).toEqual(['journal.jsonl', 'leases'])
    expect(met.summaries.at(-1)?.status).toBe('waiting')
  })

  test('that a crash left with a torn line says where it is kept, and goes on', async () => {
    const met = setting({ answer: chose('yes') })
    await met.open(asking)
    fs.appendFileSync(join(met.folder, 'journal.jsonl'), '{"n":2,"at":"20')
    expect(await met.hold(asking)).toMatchObject({
      kind: 'concluded',
      torn: { line: 2, keptAs: join(met.folder, 'journal.torn-2') },
    })
  })

  test('whose journal is damaged is not held, and its lock is free', async () => {
    const met = setting()
    await met.open(asking)
    fs.appendFileSync(join(met.folder, 'journal.jsonl'), 'garbage\n')
    await expect(met.hold(asking)).rejects.toMatchObject({ code: 'DAMAGED', line: 2 })
    expect(fs.existsSync(join(met.folder, 'lock'))).toBe(false)
  })

  test('deletes what a killed process left, before it goes on', async () => {
    const swept: (readonly string[])[] = []
    const met = setting()
    const documents = {
      ...met.deps.documents,
      sweep: async (paths: readonly string[]) => void swept.push(paths),
    }
    const protocol = procedure(async (meeting) => {
      await meeting.write('docs/a', 'x')
      await meeting.write('docs/a', 'y')
      await meeting.pause('')
    })
    await met.meet(protocol)
    await met.again({ deps: { documents } }).hold(protocol)
    expect(swept).toEqual([['docs/a']])
  })
})

describe('a divergence', () => {
  const recorded = procedure(async (meeting) => {
    await meeting.phase('one')
    await meeting.note('a', {})
    await meeting.together({ x: (branch) => branch.note('b', {}) })
    await meeting.pause('')
  })
  const differing: Record<string, (meeting: Meeting) => Promise<unknown>> = {
    'another first step': (meeting) => meeting.phase('two'),
    'another kind of step': async (meeting) => {
      await meeting.phase('one')
      await meeting.act('a', async () => 1)
    },
    'a step left out': async (meeting) => {
      await meeting.phase('one')
      await meeting.together({ x: (branch) => branch.note('b', {}) })
      await meeting.pause('')
    },
    'a step put in': async (meeting) => {
      await meeting.phase('one')
      await meeting.note('a', {})
      await meeting.note('new', {})
    },
    'a step put in before the branches': async (meeting) => {
      await meeting.phase('one')
      await meeting.note('a', {})
      await meeting.speak(ada, prompt('?'), { id: 'c' })
    },
    'a step put into a branch': async (meeting) => {
      await meeting.phase('one')
      await meeting.note('a', {})
      await meeting.together({
        x: async (branch) => {
          await branch.note('b', {})
          await branch.speak(ada, prompt('?'), { id: 'c' })
        },
      })
    },
    'another branch': async (meeting) => {
      await meeting.phase('one')
      await meeting.note('a', {})
      await meeting.together({ y: (branch) => branch.note('b', {}) })
      await meeting.pause('')
    },
    'an earlier end': async (meeting) => {
      await meeting.phase('one')
      await meeting.note('a', {})
    },
  }

  test.each(Object.entries(differing))(
    'H3: by %s names the recorded step and the called step, calls no model and leaves the journal unchanged',
    async (_, run) => {
      const met = setting()
      await met.meet(recorded)
      const before = await met.lines()
      const ending = await met.hold(procedure(run))
      expect(ending).toMatchObject({ kind: 'failed', error: expect.any(Diverged) })
      expect(String((ending as { error: unknown }).error)).toMatch(
        /Line \d+ of the journal records \w+ \S+, but the protocol now calls \S+/,
      )
      expect(await met.lines()).toEqual(before)
      expect(met.calls).toEqual([])
    },
  )
})

describe('a run that broke', () => {
  test('H4: leaves a failed line that says why, without secrets, and can be resumed', async () => {
    const met = setting()
    const protocol = (broken: boolean) =>
      procedure((meeting) =>
        meeting.act('x', async () => {
          if (broken) throw new Error('no hush-key')
          return 1
        }),
      )
    expect(await met.meet(protocol(true))).toMatchObject({
      kind: 'failed',
      summary: { status: 'failed', detail: 'no [masked]' },
    })
    expect((await met.lines()).at(-1)).toMatchObject({
      kind: 'failed',
      key: '',
      data: { message: 'no [masked]', code: 'UNFORESEEN' },
    })
    expect(await met.hold(protocol(false))).toMatchObject({ kind: 'concluded', outcome: 1 })
  })

  test('H4: because nothing can be recorded still ends as failed', async () => {
    const met = setting()
    await met.open(asking)
    const full = {
      ...met.journal,
      lease: async () => ({
        ...(await met.journal.lease()),
        append: () => Promise.reject(new CannotGoOn('NOT_RECORDED', 'full')),
      }),
    }
    const lease = await met.journal.lease()
    await lease.release()
    for (const run of [
      asking.run,
      (meeting: Meeting) => meeting.write('etc/x', ''),
      (meeting: Meeting) => meeting.pause(''),
      async () => 1,
    ]) {
      const stuck = {
        ...full,
        lease: async () => ({
          token: 1,
          torn: undefined,
          lines: lease.lines,
          check: () => {},
          append: () => Promise.reject(new CannotGoOn('NOT_RECORDED', 'full')),
          keep: () => Promise.reject(new CannotGoOn('NOT_RECORDED', 'full')),
          kept: async () => null,
          release: async () => {},
        }),
      }
      expect(await met.again({}, stuck).hold(procedure(run as never))).toMatchObject({
        kind: 'failed',
        error: { code: 'NOT_RECORDED' },
      })
    }
    expect(await met.kinds()).toBe('opened')
  })

  test('H5: closes its voices and gives its lease back', async () => {
    const met = setting()
    await met.meet(
      procedure(async (meeting) => {
        await meeting.speak(ada, prompt('?'), { id: 'c' })
        throw new Error('broke')
      }),
    )
    expect(met.voices).toEqual(['open ada', 'close ada'])
    await (await met.journal.lease()).release()
  })

  test('S2: is not broken by watchers, nor by a summary that cannot be saved', async () => {
    const met = setting({
      answer: chose('yes'),
      deps: {
        observe: () => {
          throw new Error('the screen is gone')
        },
        keepSummary: () => Promise.reject(new Error('read-only')),
      },
    })
    expect(await met.meet(asking)).toMatchObject({ kind: 'concluded' })
  })
})

describe('a run that is told to stop', () => {
  test('S1: records nothing more, whatever was under way', async () => {
    for (const under of ['act', 'write', 'end', 'broken'] as const) {
      const stop = new AbortController()
      const met = setting({ deps: { signal: stop.signal } })
      const protocol = procedure(async (meeting) => {
        await meeting.note('before', {})
        if (under === 'act') await meeting.act('x', async () => stop.abort())
        stop.abort()
        if (under === 'write') await meeting.write('docs/a', 'x')
        if (under === 'broken') throw new Error('because it was stopped')
      })
      expect(await met.meet(protocol)).toMatchObject({ kind: 'interrupted' })
      expect(await met.kinds()).toBe('opened noted')
      expect(met.files.size).toBe(0)
    }
  })
})

describe('an answer from elsewhere', () => {
  test('is recorded for the open question, masked, and the next run goes on with it', async () => {
    const met = setting()
    await met.meet(asking)
    await answer(met.journal, { choose: 'SAY', text: 'hush-x then', by: 'person', at }, met.deps)
    expect(await met.kinds()).toBe('opened asked answered')
    expect(await met.hold(asking)).toMatchObject({
      outcome: { question: 'q', choose: 'say', text: '[masked] then', by: 'person' },
    })
  })

  test('is recorded under the name of the person who gave it', async () => {
    const met = setting()
    await met.meet(asking)
    await answer(
      met.journal,
      { choose: 'yes', by: 'person', at },
      { ...plain, person: async () => 'Ada Example' },
    )
    expect(await met.hold(asking)).toMatchObject({ outcome: { choose: 'yes', name: 'Ada Example' } })
  })

  test('J4: that fits no open question makes no line', async () => {
    const met = setting()
    await met.open(asking)
    await expect(answer(met.journal, { choose: 'yes', by: 'person', at }, plain)).rejects.toMatchObject({
      code: 'NO_QUESTION',
    })
    await met.hold(asking)
    await expect(answer(met.journal, { choose: 'maybe', by: 'person', at }, plain)).rejects.toMatchObject({
      code: 'USAGE',
    })
    await expect(
      answer(met.journal, { choose: 'yes', by: 'person', at, question: 'other' }, plain),
    ).rejects.toMatchObject({ code: 'WHICH_QUESTION' })
    await expect(
      answer(met.journal, { choose: 'yes', text: 'And more.', by: 'person', at }, plain),
    ).rejects.toMatchObject({ code: 'USAGE', message: '"yes" takes no text, so the words would be lost.' })
    expect(await met.kinds()).toBe('opened asked')
    await answer(met.journal, { choose: 'yes', by: 'person', at }, plain)
    await expect(answer(met.journal, { choose: 'yes', by: 'person', at }, plain)).rejects.toMatchObject({
      code: 'NO_QUESTION',
    })
  })

  test('ANSW1: that comes late or twice never answers the next question, and is told what is asked now', async () => {
    const met = setting()
    const gates = procedure(async (meeting) => {
      await meeting.phase('one')
      await meeting.ask(question('gate'))
      await meeting.phase('two')
      return meeting.ask(question('gate'))
    })
    await met.meet(gates)
    const first = openQuestion(await met.lines())!.key
    const given = { choose: 'yes', by: 'person', at } as const
    await answer(met.journal, { ...given, question: first }, plain)
    await met.hold(gates)
    const second = openQuestion(await met.lines())!.key
    const before = await met.kinds()
    // By its key, by an id that both questions have, and without any name.
    for (const named of [{ question: first }, { question: 'gate' }, {}])
      await expect(answer(met.journal, { ...given, ...named }, plain)).rejects.toMatchObject({
        code: 'WHICH_QUESTION',
        message: expect.stringContaining(`(${second}) now.`),
      })
    expect(await met.kinds()).toBe(before)
    await answer(met.journal, { ...given, question: second }, plain)
    expect(await met.hold(gates)).toMatchObject({ kind: 'concluded' })
  })

  test('goes to the question that it names', async () => {
    const met = setting()
    const both = procedure((meeting) =>
      meeting.together({ a: (b) => b.ask(question('a')), b: (b) => b.ask(question('b')) }),
    )
    await met.meet(both)
    expect(openQuestion(await met.lines())?.question.id).toBe('a')
    await answer(met.journal, { choose: 'no', by: 'person', at, question: 'b' }, plain)
    expect(await met.hold(both)).toMatchObject({
      kind: 'waiting',
      question: { id: 'a' },
      summary: { status: 'waiting' },
    })
    await answer(met.journal, { choose: 'yes', by: 'person', at, question: 'a' }, plain)
    expect(await met.hold(both)).toMatchObject({ outcome: { a: { choose: 'yes' }, b: { choose: 'no' } } })
  })
})

describe('a fork', () => {
  const protocol = procedure(async (meeting) => {
    const first = await meeting.speak(ada, prompt('one'), { id: 'a' })
    const missed = await meeting.trySpeak(bo, prompt('two'), { id: 'b' })
    const folder = await meeting.act('claim', async () => `made for ${meeting.id}`, { redo: true })
    const seen = await meeting.act('look', async () => 'seen once')
    await meeting.write(`docs/${meeting.id}.md`, `${first.text}\n`)
    await meeting.pause('half way')
    const last = await meeting.speak(ada, prompt('all of three', 'three'), { id: 'c' })
    return {
      first: first.text,
      missed: missed.kind,
      folder,
      seen,
      last: last.text,
      spent: meeting.spent.input,
    }
  })

  async function forked(scripted = {}) {
    const source = setting({ say: ({ seat, prompt }) => (seat === 'bo' ? '' : `old ${prompt.call}`) })
    await source.meet(protocol)
    const lines = await source.lines()
    const fork = setting(scripted, 'm-2')
    await open(
      fork.journal,
      {
        id: 'm-2',
        protocol: 'test',
        version: 1,
        parley: '0',
        title: '',
        input: {},
        agents: {},
        forkedFrom: { id: 'm-1', at: lines.length, hash: lines.at(-1)?.hash ?? '' },
      },
      at,
    )
    return { lines, fork }
  }

  test('takes over the recorded turns, does effects tied to the id again under its own id, and goes on', async () => {
    const { lines, fork } = await forked({
      say: ({ prompt }: { prompt: { call: string } }) => `new ${prompt.call}`,
    })
    let looked = 0
    const ending = await fork.hold(
      procedure(async (meeting) => {
        const act: Meeting['act'] = (name, effect, options) =>
          meeting.act(
            name,
            async (world, signal) => {
              if (name === 'look') looked++
              return effect(world, signal)
            },
            options,
          )
        return protocol.run(
          new Proxy(meeting, {
            get: (target, name) => {
              if (name === 'act') return act
              const value = Reflect.get(target, name, target) as unknown
              return typeof value === 'function' ? value.bind(target) : value
            },
          }),
          {},
        )
      }),
      lines,
    )
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: {
        first: 'old a',
        missed: 'not-said',
        folder: 'made for m-2',
        seen: 'seen once',
        last: 'new c',
        spent: 10,
      },
    })
    expect(looked).toBe(0)
    expect([...fork.files]).toEqual([['docs/m-2.md', 'old a\n']])
    expect(fork.calls.map(({ prompt }) => prompt.text)).toEqual(['three'])
    expect(fork.calls[0]?.room).toMatchObject({
      history: [{ prompt: 'one', reply: 'old a' }],
      past: [{ call: 'a' }, { call: 'b' }],
    })
  })

  test('counts no cost for what it took over, and says which meeting it was forked from', async () => {
    const { lines, fork } = await forked()
    const { summary } = await fork.hold(protocol, lines)
    expect(summary).toMatchObject({ turns: 2, input: 10, output: 5 })
    const taken = (await fork.lines()).filter(({ kind }) => kind === 'turn' || kind === 'failed')
    expect(taken.map(({ data }) => 'from' in data && data.from)).toEqual([
      { id: 'm-1', n: 2 },
      { id: 'm-1', n: 3 },
      false,
    ])
    expect((await fork.verify(protocol)).findings).toEqual([])
  })

  test('that was stopped half way is resumed like any other', async () => {
    const { lines, fork } = await forked({ say: () => ' ' })
    expect(await fork.hold(protocol, lines)).toMatchObject({ kind: 'failed' })
    const later = fork.again({})
    expect(await later.hold(protocol, lines)).toMatchObject({
      kind: 'concluded',
      outcome: { first: 'old a', last: 'ada answers c' },
    })
    expect(later.calls).toHaveLength(1)
    expect((await later.verify(protocol)).findings).toEqual([])
  })

  test('of a prefix takes over nothing beyond it', async () => {
    const { lines, fork } = await forked()
    await fork.hold(protocol, lines.slice(0, 2))
    expect(fork.calls.map(({ prompt }) => prompt.call)).toEqual(['b'])
  })

  test('whose procedure does not take the steps of its source has diverged', async () => {
    const { lines, fork } = await forked()
    expect(
      await fork.hold(
        procedure(async () => 1),
        lines,
      ),
    ).toMatchObject({ kind: 'failed', error: expect.any(Diverged) })
  })
})
