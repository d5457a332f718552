// The procedure of a talk.

import { describe, expect, test } from 'vitest'
import { BackendFailed } from '../../kernel/errors.js'
import type { Protocol } from '../../kernel/protocol.js'
import type { Answer, Question } from '../../kernel/question.js'
import { type Scripted, type Setting, setting } from '../../kernel/run/deps.suite.js'
import { open } from '../../kernel/run/hold.js'
import { parseArtifact } from './documents/artifact.js'
import { type FakeGround, fakeGround, input } from './ground.suite.js'
import { type Ground, type TalkInput, talk } from './index.js'

function answering(...words: readonly string[]): NonNullable<Scripted['answer']> {
  const left = [...words]
  return ({ id, freeText }: Question): Answer | undefined => {
    const word = left.shift()
    if (word === undefined) return undefined
    const says = freeText !== undefined && word !== 'close'
    return { question: id, by: 'person', choose: says ? freeText.key : word, ...(says ? { text: word } : {}) }
  }
}

interface Held extends Setting {
  readonly ground: FakeGround
  readonly protocol: Protocol
}

async function held(
  scripted: Scripted,
  more: Partial<Ground> = {},
  own: Partial<TalkInput> = {},
): Promise<Held> {
  const met = setting(scripted)
  const ground = fakeGround(more, met.files)
  const protocol = talk(() => ground) as unknown as Protocol
  const opened = {
    id: 'm-1',
    protocol: 'talk',
    version: 1,
    parley: '0.0.0',
    title: input.title,
    input: { ...input, ...own },
    agents: {},
  }
  await open(met.journal, opened, met.deps.now())
  return Object.assign(met, { ground, protocol })
}

const says = ({ prompt, nth }: { prompt: { call: string }; nth: number }) =>
  prompt.call === 'talk.notes' ? 'LRU was chosen.' : { text: `Answer ${nth}.`, session: 's-1' }

describe('the procedure', () => {
  test("SAY1: the person's words are in the transcript when the worker is asked, and the worker's after the turn", async () => {
    const seen: string[] = []
    const say: Scripted['say'] = (asked) => {
      seen.push(met.files.get('meetings/m-1.md') ?? '')
      return says(asked)
    }
    const met = await held({ say, answer: answering('Pick a cache', 'Why?') })
    await met.hold(met.protocol)
    const [first, second] = seen
    expect(first).toMatch(/Pick a cache\s*$/)
    expect(second).toMatch(/Answer 1\.[\s\S]*Why\?\s*$/)
    expect(second?.split('Answer 1.')).toHaveLength(2)
  })

  test('opens, talks until the person closes, and closes in this order', async () => {
    const met = await held({ say: says, answer: answering('Pick a cache', 'Why?', 'close') })
    const ending = await met.hold(met.protocol)
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: { status: 'closed', decisions: 1, artifacts: ['specs/cache.md'] },
    })
    expect(met.ground.did).toEqual([
      'announce',
      'branch',
      'activate',
      'keep',
      'keep',
      'keep',
      'merge',
      'remove f00d',
      'tidy',
    ])
    expect(met.files.has('meetings/m-1.md')).toBe(false)
    expect((await met.verify(met.protocol)).findings).toEqual([])
  })

  test('a step of the opening that fails is undone, and ends it for good', async () => {
    const branch = () => Promise.reject(new Error('no room on the disk'))
    const met = await held({ say: says }, { branch })
    expect(await met.hold(met.protocol)).toMatchObject({ kind: 'aborted', reason: 'no room on the disk' })
    expect(met.ground.did).toEqual(['announce', 'undo'])
    expect(met.calls).toEqual([])
  })

  test('an accepted request without a word is opened by the worker', async () => {
    const accepted = await held({ say: says }, {}, { origin: 'accepted', message: null })
    expect(await accepted.hold(accepted.protocol)).toMatchObject({ kind: 'waiting' })
    expect(accepted.calls.map(({ prompt }) => prompt.call)).toEqual(['talk.turn'])
  })

  test('what is left is asked about until nothing is: notes again, the merge again, a follow-up', async () => {
    const say = failingOnce()
    const met = await held(
      { say, answer: answering('Hello', 'close', 'notes', 'merge', 'item-1') },
      { merge: conflict },
    )
    expect(await met.hold(met.protocol)).toMatchObject({
      kind: 'concluded',
      outcome: { notes: { state: 'done' }, merge: { state: 'done' }, openItems: [] },
    })
    expect(met.ground.did.slice(-6)).toEqual([
      'pend',
      'remove null',
      'tidy',
      'mergeAgain',
      'remove f00d',
      'request Measure it',
    ])
    expect((await met.verify(met.protocol)).findings).toEqual([])
  })

  test('has its artifact again, byte for byte, whenever it goes on after its close and the file was deleted', async () => {
    const say = failingOnce()
    const met = await held({ say, answer: answering('Hello', 'close') }, { merge: conflict })
    expect(await met.hold(met.protocol)).toMatchObject({ kind: 'waiting' })
    for (const word of ['notes', 'merge', 'item-1']) {
      const artifact = met.files.get(lasting)
      expect(artifact).toBe(met.ground.artifact)
      met.files.delete(lasting)
      const again = met.again({ say, answer: answering(word) })
      await again.hold(met.protocol)
      const restored = { type: 'documents', restored: [lasting], inPart: [], changed: [], lost: [] }
      expect(again.events).toContainEqual(restored)
    }
    expect((await met.verify(met.protocol)).findings).toEqual([])
  })

  test('whose close was cut off after the artifact was marked is closed once: it is marked with the same words, and no second time', async () => {
    let cut = false
    const met: Held = await held(
      { say: says, answer: answering('Hello', 'close') },
      {
        async edit(change) {
          met.ground.artifact = change(met.ground.artifact)
          const marked = parseArtifact(met.ground.artifact).status === 'closed'
          if (marked && !cut) {
            cut = true
            throw new Error('the power is off')
          }
        },
      },
    )
    expect(await met.hold(met.protocol)).toMatchObject({ kind: 'failed' })
    const { artifact } = met.ground
    expect(artifact).toContain('LRU was chosen.')
    expect(await met.again({ say: says }).hold(met.protocol)).toMatchObject({ kind: 'concluded' })
    expect(met.ground.artifact).toBe(artifact)
    expect(parseArtifact(artifact).log.map(({ event }) => event)).toEqual(['opened', 'closed'])
    expect((await met.verify(met.protocol)).findings).toEqual([])
  })

  test('keeps its transcript until there are notes, whether they come with the close or later', async () => {
    const transcript = 'meetings/m-1.md'
    const say = failingOnce()
    const met = await held({ say, answer: answering('Hello', 'close') })
    expect(await met.hold(met.protocol)).toMatchObject({ kind: 'waiting' })
    expect(met.files.get(transcript)).toContain('Hello')
    await met.again({ say, answer: answering('notes') }).hold(met.protocol)
    expect(met.files.has(transcript)).toBe(false)
    const noted = await held({ say: says, answer: answering('Hello', 'close') })
    await noted.hold(noted.protocol)
    expect(noted.files.has(transcript)).toBe(false)
  })

  test('brings an artifact that is as the record last left it up to what was settled since, and leaves one that was edited', async () => {
    const untouched = await held(
      { say: failingOnce(), answer: answering('Hello', 'close', 'notes', 'done') },
      { lasts: async () => true },
    )
    expect(await untouched.hold(untouched.protocol)).toMatchObject({ kind: 'concluded' })
    expect(untouched.files.get(lasting)).toBe(untouched.ground.artifact)
    expect(untouched.files.get(lasting)).toContain('Chosen.')
    expect((await untouched.verify(untouched.protocol)).findings).toEqual([])

    const say = failingOnce()
    const edited = await held({ say, answer: answering('Hello', 'close') }, { lasts: async () => true })
    await edited.hold(edited.protocol)
    const mine = `${edited.files.get(lasting)}\nMy own words.\n`
    edited.files.set(lasting, mine)
    await edited.again({ say, answer: answering('notes', 'done') }).hold(edited.protocol)
    expect(edited.files.get(lasting)).toBe(mine)
  })
})

const lasting = 'projects/demo/.lore/meetings/m-1.md'
const conflict = async () => ({ kind: 'pending', cause: 'both sides changed it', files: ['a.ts'] }) as const

/** The first notes fail. */
function failingOnce(): NonNullable<Scripted['say']> {
  let asked = 0
  return ({ prompt }) => {
    if (prompt.call !== 'talk.notes') return 'Yes.'
    if (asked++ === 0) throw new BackendFailed('failed', 'logged out')
    return 'Chosen.\n\n## Open items\n\n- Measure it'
  }
}
