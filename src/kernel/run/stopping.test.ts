// How a run ends before its procedure does: gently, with what is under way finished; or at once, when another holder has taken over.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileJournal } from '../../workspace/journal-file.js'
import type { Tool } from '../agents.js'
import { BackendFailed } from '../errors.js'
import type { Meeting } from '../protocol.js'
import { ada, bo, chose, procedure, prompt, question, type Setting, setting } from './deps.suite.js'

describe('a run that is to end soon', () => {
  const twoTurns = procedure(async (meeting: Meeting) => {
    await meeting.speak(ada, prompt('?'), { id: 'a' })
    await meeting.note('line', { text: 'between' })
    await meeting.speak(bo, prompt('?'), { id: 'b' })
  })

  test('finishes and records the current turn and begins no other; a resume goes on from there', async () => {
    const drain = new AbortController()
    const say = () => {
      drain.abort()
      return 'Yes.'
    }
    const met = setting({ say, deps: { drain: drain.signal } })
    expect(await met.meet(twoTurns)).toMatchObject({ kind: 'interrupted', summary: { turns: 1 } })
    expect(await met.kinds()).toBe('opened turn noted')
    const again = met.again({})
    expect(await again.hold(twoTurns)).toMatchObject({ kind: 'concluded' })
    expect(again.calls.map(({ seat }) => seat)).toEqual(['bo'])
  })

  test('lets every branch finish its own turn', async () => {
    const drain = new AbortController()
    const inBranches = procedure(async (meeting: Meeting) => {
      const twice = async (branch: Meeting, seat: typeof ada) => {
        await branch.speak(seat, prompt('?'), { id: 'first' })
        await branch.speak(seat, prompt('?'), { id: 'second' })
      }
      await meeting.together({ ada: (branch) => twice(branch, ada), bo: (branch) => twice(branch, bo) })
    })
    const say = async ({ seat }: { seat: string }) => {
      if (seat === 'ada') drain.abort()
      return 'Yes.'
    }
    const met = setting({ say, deps: { drain: drain.signal } })
    expect(await met.meet(inBranches)).toMatchObject({ kind: 'interrupted', summary: { turns: 2 } })
    expect(met.calls.map(({ prompt }) => prompt.call)).toEqual(['first', 'first'])
  })

  test('records an effect that was under way', async () => {
    const drain = new AbortController()
    const acting = procedure(async (meeting: Meeting) => {
      await meeting.act('one', async () => drain.abort())
      await meeting.act('two', async () => null)
    })
    const met = setting({ deps: { drain: drain.signal } })
    expect(await met.meet(acting)).toMatchObject({ kind: 'interrupted' })
    expect((await met.lines()).map(({ key }) => key)).toEqual(['', 'act:one'])
  })

  test('at a question waits for the person, on record', async () => {
    const drain = new AbortController()
    const asking = procedure((meeting: Meeting) => meeting.ask(question('q')))
    const met = setting({
      deps: {
        drain: drain.signal,
        answer: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(undefined))
            drain.abort()
          }),
      },
    })
    expect(await met.meet(asking)).toMatchObject({ kind: 'waiting', question: { id: 'q' } })
    expect(await met.again({ answer: chose('yes') }).hold(asking)).toMatchObject({ kind: 'concluded' })
  })
})

describe('a run whose meeting another process has taken over', () => {
  /** Acts like another process that believes this one is dead. */
  async function takeOver({ folder }: Pick<Setting, 'folder'>): Promise<void> {
    rmSync(join(folder, 'lock'))
    const lease = await fileJournal(folder).lease()
    await lease.release()
  }

  const lost = { kind: 'failed', error: { code: 'OVERTAKEN' } }

  test('S1: does not call a voice again, although the turn would be retried', async () => {
    const met: Setting = setting({
      say: () => {
        throw new BackendFailed('rate-limited', 'slow down')
      },
      deps: { wait: () => takeOver(met) },
    })
    const once = procedure((meeting: Meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    expect(await met.meet(once)).toMatchObject(lost)
    expect(met.calls).toHaveLength(1)
    expect(await met.kinds()).toBe('opened')
  })

  test('S1: begins no call in another branch', async () => {
    const met: Setting = setting({
      say: async () => {
        await takeOver(met)
        return 'Yes.'
      },
    })
    const inBranches = procedure((meeting: Meeting) =>
      meeting.together({
        first: (branch) => branch.speak(ada, prompt('?'), { id: 'a' }),
        second: (branch) => branch.speak(ada, prompt('?'), { id: 'b' }),
      }),
    )
    expect(await met.meet(inBranches)).toMatchObject(lost)
    expect(met.calls).toHaveLength(1)
  })

  test('S1: lets the turn under way ask its model no further', async () => {
    const mayStep: boolean[] = []
    const met: Setting = setting({
      say: async ({ options }) => {
        const ask = () => mayStep.push(options.mayStep({ input: 1, output: 1, estimated: false }, 1))
        ask()
        await takeOver(met)
        ask()
        return 'Done.'
      },
    })
    const stepping = procedure((meeting: Meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    expect(await met.meet(stepping)).toMatchObject(lost)
    expect(mayStep).toEqual([true, false])
  })

  test('S1: runs no tool for the turn under way', async () => {
    let ran = 0
    const tool: Tool = {
      name: 'write_file',
      description: '',
      input: {},
      writes: true,
      run: async () => ({ ok: true, output: String(++ran) }),
    }
    const met: Setting = setting({
      say: async ({ options }) => {
        await takeOver(met)
        await options.tools[0]?.run({}, options.signal)
        return 'Done.'
      },
      deps: { toolsFor: () => [tool] },
    })
    const working = procedure((meeting: Meeting) => meeting.speak(ada, prompt('?'), { id: 'a' }))
    expect(await met.meet(working)).toMatchObject(lost)
    expect(ran).toBe(0)
  })
})
