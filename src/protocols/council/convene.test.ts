// Convening: what is written, what is asked, and what is never touched. And every template that ships can be convened.

import { describe, expect, test } from 'vitest'
import type { Question } from '../../kernel/question.js'
import { convene, templates } from './convene.js'
import { readCouncil } from './documents/config.js'
import { readSeat } from './documents/seat-file.js'
import { type FakeWorkspace, fakeWorkspace, library } from './harness.suite.js'

const nobody = async () => undefined

function asking(choose: string, text?: string) {
  const asked: Question[] = []
  const ask = async (question: Question) => {
    asked.push(question)
    return { question: question.id, choose, by: 'person' as const, ...(text === undefined ? {} : { text }) }
  }
  return { asked, ask }
}

const run = (
  at: FakeWorkspace,
  template: string | undefined,
  ask = nobody as Parameters<typeof convene>[3],
  yes = false,
) => convene(at.world, at.documents, { template, yes }, ask)

describe('convene', () => {
  test('writes roster, personas and ignore file, makes the folders, and commits nothing', async () => {
    const at = fakeWorkspace()
    expect(await run(at, 'writing-lab')).toMatchObject({
      kind: 'convened',
      name: 'writing-lab',
      chair: 'editor',
      seats: ['editor', 'line-editor', 'critic', 'researcher'],
    })
    expect(at.files.get('.council/council.yaml')).toBe(
      await library.read('council/templates/writing-lab.yaml'),
    )
    expect(at.files.get('.council/seats/critic.md')).toBe(await library.read('council/seats/critic.md'))
    expect(at.files.get('.council/.gitignore')).toBe('scratch/\nworktrees/\n')
    for (const folder of ['seats', 'memory', 'scratch', 'records'])
      expect(at.files.has(`.council/${folder}/`)).toBe(true)
    expect(at.git.did).toEqual([])
  })
  test('asks for a template: four at most, the recommended one first, any other by its name', async () => {
    const { asked, ask } = asking('template', 'writing-lab')
    expect(await run(fakeWorkspace(), undefined, ask)).toMatchObject({ name: 'writing-lab' })
    expect(asked[0]).toMatchObject({ id: 'convene.template', default: 'software-team' })
    expect(asked[0]!.options).toHaveLength(4)
    expect(asked[0]!.options[0]).toMatchObject({ key: 'software-team', label: 'software-team (Recommended)' })
    const offered = asked[0]!.options.map(({ key }) => key)
    for (const { name } of await templates(fakeWorkspace().world))
      expect(asked[0]!.body.includes(`${name}:`)).toBe(!offered.includes(name))
  })
  test('takes software-team where nobody can answer', async () => {
    expect(await run(fakeWorkspace(), undefined)).toMatchObject({ name: 'software-team' })
  })
  test('an unknown template lists the known ones and writes nothing', async () => {
    const at = fakeWorkspace()
    await expect(run(at, 'nope')).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('c-suite'),
    })
    expect(at.files.size).toBe(0)
  })
})

describe('convening again', () => {
  async function convened(): Promise<FakeWorkspace> {
    const at = fakeWorkspace()
    await run(at, 'software-team')
    at.files.set('.council/seats/product-manager.md', '---\nname: product-manager\n---\nMine.\n')
    at.files.set('.council/memory/a.md', '# Memory: A\n')
    at.files.set('.council/records/r.md', 'r')
    at.files.set('.council/council.yaml', `${at.files.get('.council/council.yaml')}channel: ops # ours\n`)
    return at
  }

  test('asks first, cancel first, and names the seat files that would lose their text', async () => {
    const at = await convened()
    const { asked, ask } = asking('cancel')
    const before = new Map(at.files)
    expect(await run(at, 'solo-founder', ask)).toEqual({ kind: 'cancelled', name: 'software-team' })
    expect(at.files).toEqual(before)
    expect(asked[0]!.options.map(({ label }) => label)).toEqual([
      'Cancel — keep the current council',
      'Recreate — overwrite roster and seats',
    ])
    expect(asked[0]!.body).toContain('seats/product-manager.md')
    expect(asked[0]!.body).not.toContain('seats/qa-engineer.md')
  })
  test('recreates roster and seats around the memory, and keeps what is the person’s', async () => {
    const at = await convened()
    await run(at, 'solo-founder', asking('recreate').ask)
    const reading = readCouncil(at.files.get('.council/council.yaml')!)
    expect(reading).toMatchObject({ council: { name: 'solo-founder', maxTurns: 10 } })
    expect(at.files.get('.council/council.yaml')).toContain('channel: ops # ours')
    expect(at.files.get('.council/seats/product-manager.md')).toBe(
      await library.read('council/seats/product-manager.md'),
    )
    expect(at.files.has('.council/seats/qa-engineer.md')).toBe(true)
    expect(at.files.get('.council/memory/a.md')).toBe('# Memory: A\n')
    expect(at.files.get('.council/records/r.md')).toBe('r')
  })
  test('a roster that is still as shipped gives way to the template byte for byte', async () => {
    const at = fakeWorkspace()
    await run(at, 'software-team')
    await run(at, 'c-suite', nobody, true)
    expect(at.files.get('.council/council.yaml')).toBe(await library.read('council/templates/c-suite.yaml'))
  })
  test('is refused where nobody can be asked, unless told yes', async () => {
    const at = await convened()
    await expect(run(at, 'solo-founder')).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('--yes'),
    })
    expect(await run(at, 'solo-founder', nobody, true)).toMatchObject({ kind: 'convened' })
  })
})

describe('the library', () => {
  const expected: Record<string, [string, number, number, number]> = {
    'software-team': ['staff-engineer', 4, 12, 200_000],
    'product-engineering-team': ['engineering-manager', 6, 14, 250_000],
    'c-suite': ['ceo', 5, 10, 200_000],
    'solo-founder': ['founder-operator', 6, 10, 200_000],
    'writing-lab': ['editor', 4, 10, 200_000],
    'hedge-fund-team': ['portfolio-manager', 7, 12, 200_000],
  }

  test('ships six templates, the recommended one first', async () => {
    const names = (await templates(fakeWorkspace().world)).map(({ name }) => name)
    expect(names[0]).toBe('software-team')
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted())
  })
  test.each(Object.entries(expected))(
    '%s has its chair, its limits, and a persona for every seat',
    async (name, [chair, count, turns, bytes]) => {
      const reading = readCouncil((await library.read(`council/templates/${name}.yaml`))!)
      if (reading.kind === 'faulty') throw new Error(reading.faults.join())
      const { council } = reading
      expect(council).toMatchObject({
        name,
        chair,
        maxTurns: turns,
        scratchMaxBytes: bytes,
        maxWallSeconds: null,
        manifestMaxBytes: 8000,
      })
      expect(council.seats).toHaveLength(count)
      for (const seat of council.seats) expect(await library.read(`council/seats/${seat}.md`)).not.toBeNull()
    },
  )
  test('every persona is well formed: name, title, voice and a body', async () => {
    const files = await library.list('council/seats')
    expect(files).toHaveLength(30)
    for (const file of files) {
      const stem = file.replace('.md', '')
      const reading = readSeat((await library.read(`council/seats/${file}`))!, stem)
      expect(reading, file).toMatchObject({
        kind: 'seat',
        seat: { title: expect.stringMatching(/\S/), voice: expect.stringMatching(/\S/) },
      })
    }
  })
})
