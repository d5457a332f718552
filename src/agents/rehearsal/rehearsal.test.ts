// Rehearsal: quotes real lines with their paths, the same every time, and is always labelled.

import { describe, expect, test } from 'vitest'
import type { Prompt } from '../../kernel/agents.js'
import type { Desk } from '../../kernel/desk.js'
import { backendSuite, options, prompt, room, seat } from '../backend.suite.js'
import { rehearsal, type Shelf } from './rehearsal.js'

const plan = [
  { path: 'docs/plan.md', line: 3, text: 'Deployment happens on Monday.' },
  { path: 'README.md', line: 12, text: 'Every deployment has a checklist.' },
]
/** An index that finds the plan by one word, and logs the searches. */
function shelf(): Shelf & { asked: string[] } {
  const asked: string[] = []
  const find: Desk['find'] = (words, most) => {
    asked.push(words)
    return words.includes('deployment') ? plan.slice(0, most) : []
  }
  return { files: 2, find, asked }
}

async function say(given: Partial<Prompt>, from: Shelf = shelf()) {
  const pieces: string[] = []
  const voice = await rehearsal({ openDesk: async () => from }).open(seat('theo'), room())
  const reply = await voice.say(
    { ...prompt('When is the deployment?'), ...given },
    options({ onText: (piece) => void pieces.push(piece) }),
  )
  return { reply, pieces }
}

/** An index that never opens, for tests of a reply that hangs: it is the only thing a rehearsal waits for. */
backendSuite(
  'rehearsal',
  (lines) => {
    const hangs = Object.values(lines)
      .flat()
      .some(({ kind }) => kind === 'hangs')
    const breaks = Object.values(lines)
      .flat()
      .some(({ kind }) => kind === 'breaks')
    const openDesk = async () => {
      if (breaks) throw new Error('the folder is gone')
      return hangs ? new Promise<Shelf>(() => {}) : shelf()
    }
    return { backend: rehearsal({ openDesk }) }
  },
  {
    says: 'a rehearsal says what it finds',
    apart: 'a rehearsal says what it finds, so there is nothing to tell two voices by',
    interrupts: 'it says nothing before it has read its files; see below',
    tools: 'a rehearsal has its desk and uses no tools',
    'refuses tools': 'a rehearsal has its desk and uses no tools',
    history: 'a rehearsal looks up each prompt for itself',
    remembers: 'a rehearsal looks up each prompt for itself',
  },
)

describe('a rehearsed reply', () => {
  test('REH1: quotes lines with their places, in the role of the seat', async () => {
    const { reply } = await say({})
    expect(reply.text).toContain('As architect')
    expect(reply.text).toContain('docs/plan.md:3 says: "Deployment happens on Monday."')
    expect(reply.text).toContain('README.md:12 says: "Every deployment has a checklist."')
  })

  test('REH2: says that it is rehearsed, and by no model', async () => {
    const { reply } = await say({})
    expect(reply.text).toMatch(/rehearsed: it quotes from 2 text files and cannot judge/)
    expect(reply).toMatchObject({ model: 'rehearsal', usage: { estimated: true }, tools: [] })
  })

  test('REH1: says so when nothing was found', async () => {
    const { reply } = await say({ text: 'What of the budget?' })
    expect(reply.text).toContain('none of the 2 text files here mentions it')
    expect(reply.text).not.toContain('says: "')
  })

  test('is the same for the same prompt', async () => {
    expect((await say({})).reply).toEqual((await say({})).reply)
  })

  test('looks for the words of the prompt, not for the words of every prompt', async () => {
    const from = shelf()
    await say({ text: 'You must answer the question. When is the deployment? Deployment of what?' }, from)
    expect(from.asked).toEqual(['deployment'])
  })

  test('is what the protocol prepared, text or value', async () => {
    const text = await say({
      rehearse: (desk) => `${desk.seat.name} read ${desk.files} files for ${desk.call}`,
    })
    expect(text.reply).toMatchObject({ text: 'theo read 2 files for discuss.turn' })
    expect(text.pieces.join('')).toBe(text.reply.text)
    const schema = { type: 'object' }
    const value = await say({ schema, rehearse: (desk) => ({ sources: desk.find('deployment', 1) }) })
    expect(value.reply).toMatchObject({ text: '', value: { sources: [plan[0]] } })
    expect(value.pieces).toEqual([])
  })

  test('that the protocol cannot prepare is a failed backend', async () => {
    const broken = say({
      rehearse: () => {
        throw new Error('no such turn')
      },
    })
    await expect(broken).rejects.toMatchObject({
      code: 'BACKEND',
      kind: 'failed',
      message: /discuss\.turn failed: no such turn/,
    })
  })

  test('can be interrupted while it reads its files', async () => {
    const voice = await rehearsal({ openDesk: () => new Promise(() => {}) }).open(seat('theo'), room())
    const stop = new AbortController()
    const said = voice.say(prompt('When?'), options({ signal: stop.signal }))
    stop.abort()
    await expect(said).rejects.toMatchObject({ kind: 'interrupted' })
  })

  test('reads a folder once for all seats, and again after it could not be read', async () => {
    let opened = 0
    const backend = rehearsal({
      openDesk: async () => {
        if (opened++ === 0) throw new Error('busy')
        return shelf()
      },
    })
    const theo = await backend.open(seat('theo'), room({ cwd: '/a' }))
    const ada = await backend.open(seat('ada'), room({ cwd: '/a' }))
    await expect(theo.say(prompt('When?'), options())).rejects.toThrow(/could not read \/a: busy/)
    await theo.say(prompt('When?'), options())
    await ada.say(prompt('When?'), options())
    expect(opened).toBe(2)
  })
})
