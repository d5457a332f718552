// Live turns, calls beside a conversation, sessions given from outside, and where in a reply a tool was used.

import { describe, expect, test } from 'vitest'
import type { ToolEvent } from '../agents.js'
import { BackendFailed, CannotGoOn } from '../errors.js'
import type { TurnData } from '../line/line-data.js'
import { ada, killedAt, procedure, prompt, type Said, setting } from '../run/deps.suite.js'

const live = procedure(async (meeting) => {
  const first = await meeting.trySpeak(ada, prompt('One?', 'One.'), { id: 'c', live: true })
  const second = await meeting.trySpeak(ada, prompt('Two?', 'Two.'), { id: 'c', live: true })
  return [first, second].map((said) => (said.kind === 'said' ? said.text : `${said.cause}: ${said.reason}`))
})

describe('a live turn', () => {
  test('R5: that a crash cut off is not made again but comes back as interrupted; the next turn is made', async () => {
    const met = setting()
    await met.open(live)
    // The announcement is line 2 and on record; the turn would have been line 3.
    await met.again(undefined, killedAt(met.journal, 3, false)).hold(live)
    const again = met.again()
    const ending = await again.hold(live)
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: [expect.stringContaining('interrupted'), expect.any(String)],
    })
    expect(again.calls).toHaveLength(1)
    expect((await again.verify(live)).findings).toEqual([])
  })

  test('R5: that fails in any way returns the failure as its result', async () => {
    const broken = () => {
      throw new CannotGoOn('AGENTS', 'There is no key.')
    }
    const met = setting({ say: broken })
    const ending = await met.meet(live)
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: ['failed: There is no key.', 'failed: There is no key.'],
    })
    expect(await met.hold(live)).toMatchObject({ kind: 'concluded' })
  })
})

describe('a call apart', () => {
  test('neither sees nor extends the conversation of its seat', async () => {
    const aside = procedure(async (meeting) => {
      await meeting.speak(ada, prompt('One?', 'One.'), { id: 'turn' })
      await meeting.speak(ada, prompt('Sum it up.'), { id: 'notes', apart: true })
      await meeting.speak(ada, prompt('Two?', 'Two.'), { id: 'turn' })
    })
    const met = setting({ say: ({ nth }) => ({ text: `${nth}`, session: `s-${nth}` }) })
    await met.meet(aside)
    expect(
      met.calls.map(({ prompt: { text }, room }: Said) => [text, room.session ?? null, room.history.length]),
    ).toEqual([
      ['One?', null, 0],
      ['Sum it up.', null, 0],
      ['Two.', null, 0],
    ])
    expect((await met.verify(aside)).findings).toEqual([])
  })
})

describe('a session that is given', () => {
  test('is continued by the voice until it has expired', async () => {
    const given = procedure((meeting) =>
      meeting.speak(ada, prompt('All of it', 'New'), { id: 'c', session: 'found' }),
    )
    const met = setting({
      say: ({ nth, room }) => {
        if (nth === 1) throw new BackendFailed('expired', `no session ${room.session}`)
        return { text: 'Yes.', session: 'fresh' }
      },
    })
    expect(await met.meet(given)).toMatchObject({
      kind: 'concluded',
      outcome: { renewed: true, session: 'fresh' },
    })
    expect(met.calls.map(({ room }) => room.session ?? null)).toEqual(['found', null])
  })
})

describe('tools in a reply', () => {
  const used = (id: string): ToolEvent => ({ kind: 'use', id, name: 'look', input: { id } })
  const gave = (id: string): ToolEvent => ({
    kind: 'result',
    id,
    name: 'look',
    ok: true,
    output: `saw ${id}`,
  })
  const tools = ['a', 'b'].map((id) => ({ id, name: 'look', input: { id }, ok: true, output: `saw ${id}` }))
  const speaking = (text: string, fail = false) =>
    setting({
      say: ({ options }) => {
        options.onText('Let me see. ')
        for (const id of ['a', 'b']) for (const event of [used(id), gave(id)]) options.onTool(event)
        options.onText('I saw.')
        if (fail) throw new BackendFailed('failed', 'gone', { partial: text })
        return { text, tools }
      },
    })
  const tried = procedure((meeting) => meeting.trySpeak(ada, prompt('Look.'), { id: 'c' }))

  test('are kept with the place in the text where each was used', async () => {
    const met = speaking('Let me see. I saw.')
    await met.meet(tried)
    const turn = (await met.lines()).find(({ kind }) => kind === 'turn')?.data as TurnData
    expect(turn.receipt.tools.map(({ id, at }) => [id, at])).toEqual([
      ['a', 12],
      ['b', 12],
    ])
  })

  test('have no place in the text when the pieces do not add up to it', async () => {
    const met = speaking('Something else.')
    await met.meet(tried)
    const turn = (await met.lines()).find(({ kind }) => kind === 'turn')?.data as TurnData
    expect(turn.receipt.tools.map(({ at }) => at)).toEqual([undefined, undefined])
  })

  test('of a turn that broke off are kept as well', async () => {
    const met = speaking('Let me see. I saw.', true)
    expect(await met.meet(tried)).toMatchObject({
      outcome: {
        kind: 'not-said',
        partial: 'Let me see. I saw.',
        tools: [
          { id: 'a', at: 12, output: 'saw a' },
          { id: 'b', at: 12 },
        ],
      },
    })
  })
})
