// One chartered meeting by a script and by a model behind the real client. Only the words differ.

import { describe, expect, test } from 'vitest'
import { type FakeModels, fakeModels, type ModelRequest } from './support/fake-models.js'
import {
  byDay,
  charter,
  closing,
  frontmatter,
  ids,
  invited,
  memories,
  notesPath,
  type Script,
  whole,
} from './support/meet.js'
import { type Repo, repository } from './support/repo.js'
import { events, run } from './support/run.js'

const phases = ['INVITE', 'CHARTER', 'RESEARCH', 'DISCUSS', 'CLOSE', 'REVIEW', 'SAVE']
const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')

interface Voice {
  readonly agents: string
  readonly env?: Readonly<Record<string, string>>
}

/** Each seat says what the script has for it, in order. */
function spokenBy({ seats }: Script): (request: ModelRequest) => object {
  const left = new Map(Object.entries(seats).map(([seat, list]) => [seat, [...list]]))
  return ({ system }) => {
    const seat = /^You are (Theo|Zara) \(/m.exec(system)?.[1]?.toLowerCase() ?? 'facilitator'
    const { text, value } = (left.get(seat)?.shift() ?? {}) as { text?: string; value?: unknown }
    return value === undefined ? { text: text ?? '[pass]' } : { json: value }
  }
}

async function modelled(): Promise<Voice & { readonly fake: FakeModels }> {
  const fake = await fakeModels(spokenBy(whole))
  return {
    fake,
    agents: 'model:anthropic/claude-sonnet-4-5',
    env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: fake.urls.anthropic },
  }
}

async function hold(repo: Repo, { agents, env = {} }: Voice): Promise<string> {
  repo.write('seats.yaml', JSON.stringify(whole))
  const words = ['meet', '--charter', charter, ...invited, '--agents', agents, '--yes']
  const { code, stderr } = await run(words, { cwd: repo.root, env: { ...byDay, ...env } })
  expect(code, stderr).toBe(0)
  return ids(repo).at(-1) ?? ''
}

/** Valid whatever was said: markers, headings, items, memories, and a record that verifies. */
async function expectValid(repo: Repo, id: string): Promise<string> {
  const notes = repo.read(notesPath(id))
  expect([...notes.matchAll(/^## Phase: (\w+)$/gm)].map(([, name]) => name)).toEqual(phases)
  expect(frontmatter(notes)).toMatchObject({
    action_items: expect.arrayContaining([`AI-${id.slice(0, 10)}-1`]),
    parley: { meeting: id },
  })
  expect(repo.read('.gaia/state/action-items.yaml')).toContain(`source_meeting: meeting-${id}\n`)
  expect(notes).toContain(`- .gaia/memory/theo-sidecar/decisions/${id}.md\n`)
  expect(repo.read(`.gaia/memory/theo-sidecar/decisions/${id}.md`)).toContain(`meeting-${id}\n`)
  expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  return notes
}

describe('the same meeting', () => {
  test('by script and by model says the same, and the model is told in the second what the first one left', async () => {
    const [scripted, other] = [repository(), repository()]
    const voice = await modelled()
    try {
      const [one, two] = await Promise.all([
        hold(scripted, { agents: 'script:seats.yaml' }),
        hold(other, voice),
      ])
      const said = (await expectValid(scripted, one)).replace(/\d+ tokens/g, 'n tokens')
      const told = (await expectValid(other, two)).replace(/\d+ tokens/g, 'n tokens')
      const transcript = (notes: string) => notes.slice(notes.indexOf('\n## Research preludes\n'))
      expect(transcript(told)).toBe(transcript(said))
      expect(frontmatter(told).parley['voices']).toContainEqual({
        name: 'Theo',
        backend: 'model',
        model: 'claude-sonnet-4-5',
      })
      voice.fake.forget()
      voice.fake.answer(spokenBy(whole))
      const next = await hold(other, voice)
      expect(other.read(notesPath(next))).toContain(`  .gaia/memory/theo-sidecar/decisions/${two}.md\n`)
      const first = voice.fake.requests.find(({ system }) => system.includes('You are Theo ('))
      expect(first?.last).toContain(`.gaia/memory/theo-sidecar/decisions/${two}.md`)
      expect(first?.last).toContain('The rule follows the tide')
      expect(JSON.stringify(voice.fake.requests)).not.toMatch(/"name":"(?:write|edit)/i)
    } finally {
      await voice.fake.close()
    }
  })
})

/** Long turns without end; a memory or the drafts of the close where those are asked for. */
function talkative(): (request: ModelRequest) => object {
  const drafts = [...closing]
  const usage = { input: 2000, output: 700 }
  return ({ system, schema, last }) => {
    const seat = /^You are (Theo|Zara) \(/m.exec(system)?.[1]?.toLowerCase()
    if (seat === undefined) return { json: drafts.shift()?.value, usage }
    const asked = `${JSON.stringify(schema ?? '')}${last}`
    if (/"?constraints"?/.test(asked)) return { json: memories[seat as 'theo' | 'zara'].value, usage }
    return { text: 'The gate opens with the tide, says the sea. [inference]', usage }
  }
}

test('a cost ceiling ends the discussion in time to pay for the close, and the notes say what it cost', async () => {
  const fake = await fakeModels(talkative())
  try {
    const repo = repository()
    const words = ['meet', '--charter', charter, ...invited, '--skip-research', '--yes', '--json']
    const agents = ['--agents', 'model:anthropic/claude-sonnet-4-5', '--cost-ceiling', '0.40']
    const env = { ...byDay, ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: fake.urls.anthropic }
    const ran = await run([...words, ...agents], { cwd: repo.root, env })
    const ended = events(ran).at(-1) as { summary: { money: number } }
    expect(ended).toMatchObject({
      exit: 0,
      outcome: { endedBy: 'cost-ceiling', degraded: ['unattended', 'cost-ceiling'] },
    })
    const { money } = ended.summary
    expect(money).toBeGreaterThan(100_000)
    expect(money).toBeLessThanOrEqual(400_000)
    const id = ids(repo).at(-1) ?? ''
    const { parley } = frontmatter(repo.read(notesPath(id)))
    expect(parley).toMatchObject({ ended_by: 'cost-ceiling' })
    expect(Number(parley['cost_usd'])).toBeGreaterThan(0.1)
    expect(Number(parley['cost_usd'])).toBeLessThanOrEqual(money / 1_000_000)
    expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  } finally {
    await fake.close()
  }
})
