// Whole meetings, by the real command and the real server, in which seats are voiced by models that misbehave in the middle: each ends
// as its protocol says, nothing is lost silently, and each failure is shown once, with its cause and the beginning of what came.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Line } from '../../src/kernel/line/line.js'
import { convened, onlyId, synthesis } from '../support/council.js'
import { type FakeModels, fakeModels, type ModelReply } from '../support/fake-models.js'
import {
  byDay,
  charter,
  closing,
  frontmatter,
  ids,
  invited,
  memories,
  notesPath,
  preludes,
  turns,
} from '../support/meet.js'
import { meetingsIn, type Repo, repository } from '../support/repo.js'
import { type Ran, run, temporary } from '../support/run.js'
import { hire } from '../support/server.js'

type Says = ModelReply | string

const limit = { timeout: 120_000 }
/** Limited without end, and to be asked again at once: the waits are no part of these tests. */
const limits: Says = { status: 429, error: 'too many requests', retryAfter: 0 }
const fenced = (value: unknown): Says =>
  `I weighed it all.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n\nThat is it.`
const essay = 'It depends on the tide. '.repeat(3000)

interface Model {
  /** As `--agents` and `--seat` name it. */
  readonly name: string
  /** How often it was asked. */
  readonly asked: () => number
}

/** Models behind one server: each says these in order, and then that there is nothing left. */
async function models<Name extends string>(
  lists: Readonly<Record<Name, readonly Says[]>>,
): Promise<Record<Name, Model>> {
  const left = new Map<string, Says[]>(
    Object.entries<readonly Says[]>(lists).map(([name, list]) => [name, [...list]]),
  )
  const fake: FakeModels = await fakeModels(
    ({ model }) => left.get(model)?.shift() ?? { status: 400, error: `${model} has nothing left to say.` },
  )
  onTestFinished(fake.close)
  const made = Object.keys(lists).map((name) => [
    name,
    {
      name: `model:${name}@${fake.urls.compatible}`,
      asked: () => fake.requests.filter(({ model }) => model === name).length,
    },
  ])
  return Object.fromEntries(made) as Record<Name, Model>
}

const seatOf = (name: string, { name: model }: Model) => ['--seat', `${name}=${model}`]

function linesOf(repo: Repo, id: string): readonly Line[] {
  const text = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

const failures = (repo: Repo, id: string) =>
  linesOf(repo, id).flatMap(({ kind, data }) => (kind === 'failed' && 'seat' in data ? [data] : []))

/** How often these words stand in a text. */
const times = (text: string, words: string): number => text.split(words).length - 1

const shown = ({ stdout, stderr }: Ran): string => `${stdout}${stderr}`

describe('a council', limit, () => {
  const seats = ['qa-engineer', 'security-engineer', 'product-manager'] as const
  const hold = (
    repo: Repo,
    chair: Model,
    others: Readonly<Record<(typeof seats)[number], Model>>,
    ...more: string[]
  ) =>
    run(
      [
        ...[
          'council',
          'meeting',
          'When should the gate open?',
          '--agents',
          'script:.council/scratch/script.yaml',
        ],
        ...seatOf('staff-engineer', chair),
        ...seats.flatMap((seat) => seatOf(seat, others[seat])),
        ...more,
      ],
      { cwd: repo.root },
    )

  test('reads what models really write: it recovers, cuts, marks, and keeps a dissent that stands beyond the cut', async () => {
    const repo = repository()
    await convened(repo, { seats: {}, answers: ['conclude'] })
    const answers = ['D1', 'D2'].map((id) => ({ id, answer: 'carried', reason: 'Nobody has measured it.' }))
    const { chair, qa, security, product } = await models({
      chair: [
        { text: '**Position:** Foll', breakOff: true },
        '**Position:** Follow the tide.\n\nNoon is a convention.',
        fenced({ ...synthesis, dissents: answers }),
      ],
      qa: [
        { status: 500, error: 'the disk is on fire' },
        '<think>\n**Dissent:** I only think so.\n</think>\n\n**Position:** Test low water.\n\n**Dissent (against noon):** Six was never tested.',
      ],
      security: [
        { text: '**Position:** Lock it.\n\nWho has', stop: 'length' },
        { text: ' the key, and who', stop: 'length' },
      ],
      product: [
        `**Position:** Ask.\n\n${essay}\n\n**Dissent (against haste):** The captains were never asked.`,
      ],
    })
    const ran = await hold(repo, chair, {
      'qa-engineer': qa,
      'security-engineer': security,
      'product-manager': product,
    })
    expect(ran.code, ran.stderr).toBe(0)
    const id = onlyId(repo)
    const live = shown(ran)
    expect(times(live, 'broke off')).toBe(1)
    expect(live).toMatch(/broke off.*trying again in .* 2 of 4/)
    expect(live).toMatch(/the disk is on fire.*trying again in .* 2 of 4/)
    expect(live).not.toContain('I only think so')
    const pad = repo.read(`.council/records/${id}.scratch.md`)
    expect(pad).toContain('Who has the key, and who\n\n(Cut off here: the reply reached its length limit.)')
    expect(pad).toContain('(Cut off here by parley: the reply is too long.')
    const record = repo.read(`.council/records/${id}.md`)
    expect(record).toContain('- **qa-engineer:** Six was never tested.')
    expect(record).toContain('- **product-manager:** The captains were never asked.')
    expect(record).not.toContain('I only think so')
    const marked = linesOf(repo, id).flatMap(({ kind, data }) =>
      kind === 'turn' && data.cutOff ? [data.cutOff] : [],
    )
    expect(marked.toSorted()).toEqual(['length', 'overlong'])
    expect((await run(['show', id], { cwd: repo.root })).stdout).toContain(
      'cut off: it reached its length limit',
    )
    expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  })

  test('goes on without seats that refuse or are limited, charges no more than the policy says, and names them in its record', async () => {
    const repo = repository()
    await convened(repo, { seats: {}, answers: ['conclude'] })
    const refusal: Says = { refusal: 'I cannot talk about gates.' }
    const { chair, qa, security, product } = await models({
      chair: [
        '**Position:** Follow the tide.',
        'I would rather write prose.',
        fenced({ ...synthesis, dissents: [] }),
      ],
      qa: [refusal, refusal],
      security: ['', '**Position:** Lock it.'],
      product: Array.from({ length: 9 }, () => limits),
    })
    const ran = await hold(repo, chair, {
      'qa-engineer': qa,
      'security-engineer': security,
      'product-manager': product,
    })
    expect(ran.code, ran.stderr).toBe(0)
    const id = onlyId(repo)
    expect([qa, security, product, chair].map(({ asked }) => asked())).toEqual([2, 2, 5, 3])
    expect(
      failures(repo, id)
        .map(({ seat, cause }) => `${seat}: ${cause}`)
        .toSorted(),
    ).toEqual([
      'product-manager: rate-limited',
      'product-manager: rate-limited',
      'qa-engineer: refused',
      'qa-engineer: refused',
      'security-engineer: empty',
    ])
    const live = shown(ran)
    expect(times(live, 'refused to answer: I cannot talk about gates.')).toBeGreaterThanOrEqual(2)
    expect(times(live, 'too many requests')).toBeGreaterThanOrEqual(4)
    const pad = repo.read(`.council/records/${id}.scratch.md`)
    expect(pad).toMatch(
      /\*\*Seat failure:\*\* .*refused to answer: I cannot talk about gates.* — skipped for the rest/,
    )
    expect(pad).toMatch(/\*\*Seat failure:\*\* the reply was empty \(attempt 1 of 2, retried\)/)
    const record = repo.read(`.council/records/${id}.md`)
    expect(record).toMatch(/qa-engineer/)
    expect(record).toMatch(/Seats:\*\* staff-engineer, security-engineer$/m)
    expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  })

  test('whose chair never writes a synthesis is left unconcluded with what it wrote, and a resume asks the chair again', async () => {
    const repo = repository()
    await convened(repo, { seats: {}, answers: ['conclude'] })
    const prose =
      'The gate is a matter of taste, and taste is a matter of the hour at which one is asked about it.'
    const { chair, qa, security, product } = await models({
      chair: [
        '**Position:** Follow the tide.',
        prose,
        prose,
        prose,
        prose,
        fenced({ ...synthesis, dissents: [] }),
      ],
      qa: ['**Position:** Test it.'],
      security: ['**Position:** Lock it.'],
      product: ['**Position:** Ask.'],
    })
    const ran = await hold(repo, chair, {
      'qa-engineer': qa,
      'security-engineer': security,
      'product-manager': product,
    })
    const id = onlyId(repo)
    expect(ran.code).toBe(1)
    expect(shown(ran)).toContain(`it began: ${prose.slice(0, 80)}`)
    expect(existsSync(join(repo.root, `.council/records/${id}.md`))).toBe(false)
    expect(chair.asked()).toBe(5)
    const again = await run(['resume', id], { cwd: repo.root })
    expect(again.code, again.stderr).toBe(0)
    expect([chair.asked(), qa.asked()]).toEqual([6, 1])
    expect(repo.read(`.council/records/${id}.md`)).toContain(synthesis.recommendation)
  })

  test('at work takes the usual way where its chair judges in prose, and keeps what a seat did before it broke off', async () => {
    const repo = repository()
    await convened(repo, { seats: {} })
    const write: Says = {
      text: 'Let me mend the table.',
      toolCalls: [
        { name: 'write_file', input: { path: 'docs/tide.md', content: '# Tide\n\nHigh water at two.\n' } },
      ],
    }
    const prose = 'Somebody ought to do it, I suppose.'
    const { chair, qa } = await models({
      chair: [
        JSON.stringify({ seats: ['staff-engineer', 'qa-engineer'], why: 'Enough.' }),
        JSON.stringify({ next: 'qa-engineer', sub_goal: 'Mend it' }),
        prose,
        prose,
        JSON.stringify({ next: 'qa-engineer', sub_goal: 'Say so' }),
        ...Array.from({ length: 5 }, () => limits),
        JSON.stringify({ next: 'qa-engineer', sub_goal: 'Say it again' }),
        `Yes. {"call": "stop", "why": "It is done.",}`,
        fenced({ ...synthesis, dissents: [] }),
      ],
      qa: [
        write,
        { refusal: 'No more.' },
        '**Position:** Mended.',
        '**Position:** As I said.',
        '**Position:** Yes.',
      ],
    })
    const ran = await run(
      [
        ...['council', 'work', 'Mend the tide table', '--agents', 'script:.council/scratch/script.yaml'],
        ...seatOf('staff-engineer', chair),
        ...seatOf('qa-engineer', qa),
      ],
      { cwd: repo.root },
    )
    expect(ran.code, ran.stderr).toBe(0)
    const id = onlyId(repo)
    const pad = repo.read(`.council/records/${id}.scratch.md`)
    expect(pad).toContain(`it began: ${prose}); the call is to continue.`)
    expect(pad).toMatch(/\*\*Seat failure:\*\* .*refused to answer: No more.* \(attempt 1 of 2, retried\)/)
    expect(pad).not.toContain('Let me mend the table.')
    expect(shown(ran)).toContain(`it began: ${prose}`)
    const limited = failures(repo, id).filter(({ cause }) => cause === 'rate-limited')
    expect(limited.map(({ call, says }) => [call, says])).toEqual([
      ['chair.adjudicate', 4],
      ['chair.adjudicate', 1],
    ])
    expect(chair.asked()).toBe(13)
    expect(repo.git('show', `council/work-${id}:docs/tide.md`)).toContain('High water at two.')
    expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  })
})

describe('a chartered meeting', limit, () => {
  const hold = (repo: Repo, named: Readonly<Record<'theo' | 'zara' | 'facilitator', Model>>) =>
    run(
      [
        ...['meet', '--charter', charter, ...invited, '--agents', named.facilitator.name, '--yes'],
        ...Object.entries(named).flatMap(([seat, model]) => seatOf(seat, model)),
      ],
      { cwd: repo.root, env: byDay },
    )
  const notes = closing.at(-1)?.value

  test('skips a turn that is refused, marks one that was cut off, and says which drafts are not the models’', async () => {
    const repo = repository()
    const theo = turns.theo[0]?.text ?? ''
    const refusal: Says = { refusal: 'I cannot talk about Sundays.' }
    const named = await models({
      theo: [
        ...Array.from({ length: 4 }, () => limits),
        fenced(preludes.theo.value),
        { text: theo.slice(0, 30), stop: 'length' },
        { text: theo.slice(30), stop: 'length' },
        '[pass]',
        JSON.stringify(memories.theo.value),
      ],
      zara: [
        `Of course:\n${JSON.stringify(preludes.zara.value)}`,
        refusal,
        refusal,
        '[pass]',
        { text: '{"decided":["Open the ga', breakOff: 'cleanly' },
        ...Array.from({ length: 3 }, () => limits),
      ],
      facilitator: ['I drafted nothing yet, sorry.', 'I drafted nothing yet, sorry.', fenced(notes)],
    })
    const ran = await hold(repo, named)
    expect(ran.code, ran.stderr).toBe(0)
    const id = ids(repo).at(-1) ?? ''
    const text = repo.read(notesPath(id))
    expect(text).toContain(
      '[turn skipped — Zara: the server of zara refused to answer: I cannot talk about Sundays.]',
    )
    expect(frontmatter(text).parley.degraded).toEqual(expect.arrayContaining(['actions-by-engine']))
    const live = shown(ran)
    expect(live).toContain('it began: I drafted nothing yet, sorry.')
    expect(live).toContain('cut off: it reached its length limit')
    expect(failures(repo, id).map(({ cause }) => cause)).toEqual(
      expect.arrayContaining(['refused', 'invalid']),
    )
    expect(failures(repo, id)[0]).toMatchObject({ seat: 'theo', cause: 'rate-limited', says: 4 })
    expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  })
})

describe('a talk', limit, () => {
  test('outlives every failed turn: each is told with its cause, cut words are marked, and notes that fail are named', async () => {
    const home = temporary()
    const repo = repository()
    hire(home, 'verity')
    const env = { PARLEY_HOME: home }
    const parley = (...args: string[]) => run(args, { cwd: repo.root, env })
    onTestFinished(async () => void (await run(['serve', '--stop'], { cwd: home, env })))
    const { worker } = await models({
      worker: [
        { text: 'The ed', breakOff: true },
        'The edges.',
        { refusal: 'I cannot say more.' },
        { text: 'Only that the gate', stop: 'content_filter' },
        { text: 'Two things: the ti', stop: 'length' },
        'de and the moon.',
        '',
      ],
    })
    const opened = await parley('talk', 'Verity', 'What', 'did', 'we', 'miss?', '--agents', worker.name)
    expect(opened.code, opened.stderr).toBe(0)
    expect(shown(opened)).toMatch(/broke off.*trying again in .* 2 of 4/)
    expect(opened.stdout).toContain('The edges.')
    const id = /\btalk-[^\s)]+|audience-[^\s)]+|meeting-[^\s)]+/.exec(opened.stderr)?.[0] ?? ''
    const refused = await parley('talk', 'say', id, 'And?')
    expect(times(shown(refused), 'refused to answer: I cannot say more.')).toBe(1)
    const cut = await parley('talk', 'say', id, 'And then?')
    expect(cut.stdout).toContain('Only that the gate')
    expect((await parley('talk', 'say', id, 'And last?')).stdout).toContain('the tide and the moon.')
    const story = (await parley('show', id)).stdout
    expect(story).toContain('cut off by a content filter')
    expect(story).toContain('I cannot say more.')
    const closed = await parley('talk', 'close', id)
    expect(shown(closed)).toContain('the reply was empty')
    expect((await parley('verify', id)).code).toBe(0)
  })
})
