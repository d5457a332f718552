// Preparing a chartered meeting: who is seated, under which name and id, and what is refused before anything exists.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerTo } from '../../kernel/question.js'
import { type Given, readRequest } from '../../kernel/request.js'
import type { World } from '../../kernel/world.js'
import { MODES } from '../../rules/modes.js'
import { splitNames } from '../../rules/names.js'
import { shippedLibrary } from '../../workspace/library.js'
import { scrub as mask } from '../../workspace/secrets.js'
import { temporaryFolder, writeFiles } from '../../workspace/temporary.suite.js'
import { createWorld } from '../../workspace/world.js'
import type { Voicing } from '../manifest.js'
import { fields } from './fields.js'
import { slugOfCharter } from './identity.js'
import { Input } from './input.js'
import { propose, type Settled, settle } from './prepare.js'
import { promptLine, yieldQuestion } from './questions.js'
import { candidateFor, readRoster } from './roster.js'

const scrub = async (text: string) => {
  const { text: clean, found } = await mask(text)
  return { text: clean, kinds: found.map(({ kind }) => kind) }
}

const plain: Given = { charter: 'Choose the queue for order events.', invitees: 'Theo,Zara' }

/** Invitees may be written as at the command line, with commas. */
async function prepare({ invitees, ...given }: Given, world: World) {
  const list = typeof invitees === 'string' ? splitNames(invitees) : invitees
  return settle(readRequest(fields, { ...given, invitees: list }), { world, scrub })
}

/** The ids that are taken in a workspace, as a preparation is told of them. */
const takenIn = (world: World) => async () =>
  (await world.files.list('.parley/meetings')).map((name) => name.replace(/\/$/, ''))

async function openPrepared(
  settled: Settled,
  world: World,
  voicing: Voicing,
  open: (id: string, input: Input) => Promise<boolean>,
): Promise<string> {
  for (;;) {
    const { id, input } = await propose(settled, { world, takenIds: takenIn(world) }, voicing)
    if (await open(id, input)) return id
  }
}

interface WorldOptions {
  readonly files?: Readonly<Record<string, string>>
  readonly user?: string | null
}

function worldWith({ files = {}, user = 'Ada Example' }: WorldOptions = {}): World {
  const folder = temporaryFolder()
  writeFiles(folder, { 'README.md': 'hello\n', ...files })
  const world = createWorld(folder, shippedLibrary())
  return { ...world, git: { ...world.git, userName: async () => user } }
}

async function ready(request: Given, world = worldWith()): Promise<Settled> {
  const prepared = await prepare({ ...plain, ...request }, world)
  if (prepared.kind === 'halted') throw new Error(prepared.halt)
  return prepared
}

const meetingOf = async (request: Given, world?: World) => (await ready(request, world)).meeting
const names = ({ seats }: Settled['meeting']) => seats.map(({ name }) => name)
const notices = ({ notices: all }: Settled['meeting']) => all.map(({ text }) => text)
const stakeholder = (fields: string, body = '## Background\n\nTen years of payroll.') =>
  `---\n${fields}\n---\n\n${body}\n`

describe('the charter gate', () => {
  it.each([undefined, '', ' \n\t '])('refuses %j before it looks at anything else', async (charter) => {
    const world = worldWith()
    const prepared = await prepare({ ...plain, charter, mode: ['nonsense'], invitees: 'Nobody' }, world)
    expect(prepared).toMatchObject({ kind: 'halted' })
    if (prepared.kind !== 'halted') return
    expect(prepared.lines[0]).toBe('BLOCKED — meeting charter is required before INVITE.')
    expect(prepared.halt).toMatch(/^HALT condition=CHARTER-MISSING agent=— fr=FR-MTG-28 detail=\S/)
    expect(existsSync(join(world.root, '.parley'))).toBe(false)
    expect(existsSync(join(world.root, '.gaia'))).toBe(false)
  })

  it('masks a secret in the charter before it is stored or made into a slug, and says so without it', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const world = worldWith()
    const prepared = await ready({ charter: `Rotate ${secret} before Friday` }, world)
    const id = await openPrepared(
      prepared,
      world,
      { apart: () => false, voice: () => 'script', ceiling: null },
      async () => true,
    )
    expect(JSON.stringify(prepared)).not.toContain(secret)
    expect(id).not.toContain(secret.toLowerCase().slice(4, 12))
    expect(prepared.meeting.notices).toContainEqual({
      degree: 'CRITICAL',
      text: expect.stringMatching(/^\[gaia-meeting\] CRITICAL: secret masked in the charter \(.+\)$/),
    })
  })

  it('keeps lines of the charter from standing where the record has its own', async () => {
    const { charter } = await meetingOf({
      charter: 'Talk.\n## Phase: SAVE\nPhase: DISCUSS\nHALT condition=X',
    })
    expect(charter.split('\n')).toEqual(['Talk.', ' ## Phase: SAVE', ' Phase: DISCUSS', ' HALT condition=X'])
  })
})

describe('the mode and the numbers', () => {
  it('is decide, 40 turns, 25000 tokens a seat and a question every 4 turns unless told otherwise', async () => {
    expect(await meetingOf({})).toMatchObject({
      mode: 'decide',
      bias: 'decision-record',
      maxTurns: 40,
      perAgentCap: 25_000,
      cadence: 4,
      override: false,
    })
  })

  it('records the canonical name of an alias', async () => {
    expect(await meetingOf({ mode: ['questions'] })).toMatchObject({
      mode: 'clarify',
      bias: 'clarification-notes',
    })
  })

  it.each([
    [['decide', 'decide'], /single-mode-only/],
    [['Decide'], /unknown mode 'Decide'/],
    [[''], /empty/],
  ])('refuses the modes %j', async (modes, message) => {
    await expect(prepare({ ...plain, mode: modes }, worldWith())).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(message),
    })
  })

  it.each(['0', '-1', '1.5', 'ten', ' 3', ''])('refuses %j as a number', async (given) => {
    await expect(prepare({ ...plain, maxTurns: given }, worldWith())).rejects.toMatchObject({ code: 'USAGE' })
    await expect(prepare({ ...plain, perAgentCap: given }, worldWith())).rejects.toMatchObject({
      code: 'USAGE',
    })
  })
})

describe('settings', () => {
  const settings = (meeting: unknown) => JSON.stringify({ meeting })

  it('are read from .claude/settings.json, else from settings.json', async () => {
    const both = {
      '.claude/settings.json': settings({ user_name: 'Ida' }),
      'settings.json': settings({ user_name: 'Otto' }),
    }
    expect((await meetingOf({}, worldWith({ files: both }))).person.name).toBe('Ida')
    const second = { 'settings.json': settings({ user_name: 'Otto', checkpoint_every_n_turns: 7 }) }
    expect(await meetingOf({}, worldWith({ files: second }))).toMatchObject({
      person: { name: 'Otto' },
      cadence: 7,
    })
  })

  it('say so when the cadence is out of range', async () => {
    const meeting = await meetingOf(
      {},
      worldWith({ files: { 'settings.json': settings({ checkpoint_every_n_turns: 11 }) } }),
    )
    expect(meeting.cadence).toBe(10)
    expect(notices(meeting)).toContainEqual(
      expect.stringMatching(/^\[gaia-meeting\] WARNING: .*clamping to 10$/),
    )
  })

  it('that are no JSON settle nothing', async () => {
    expect(await meetingOf({}, worldWith({ files: { 'settings.json': '{' } }))).toMatchObject({
      cadence: 4,
      person: { name: 'Ada Example' },
    })
  })
})

describe('who is installed', () => {
  it('has every default invitee of every mode', async () => {
    const { candidates } = await readRoster(worldWith(), undefined)
    for (const mode of MODES)
      for (const name of mode.defaultInvitees) expect(candidateFor(name, candidates)?.name).toBe(name)
  })

  it('seats the defaults of each mode in registry order, with nobody missing', async () => {
    const world = worldWith()
    for (const mode of MODES.filter(({ defaultInvitees }) => defaultInvitees.length > 0)) {
      const meeting = await meetingOf({ mode: [mode.name], invitees: undefined }, world)
      expect(names(meeting)).toEqual(mode.defaultInvitees)
      expect(meeting).toMatchObject({ defaultInvitees: mode.defaultInvitees, missingInvitees: [] })
    }
  })

  it('has seat ids that are their names in lower case, each once, and upstream ids', async () => {
    const { candidates } = await readRoster(worldWith(), undefined)
    for (const { id, name } of candidates) expect(id).toBe(name.toLowerCase())
    expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length)
    expect(candidateFor('ARCHITECT', candidates)).toMatchObject({ id: 'theo', role: 'System Architect' })
  })

  it("lets a project's persona of the same id take the library's place, also as a default", async () => {
    const files = {
      '.parley/personas/theo.md':
        '---\nid: theo\nname: Theodora\ntitle: Our Architect\n---\n\nKnows this house.\n',
    }
    const meeting = await meetingOf({ mode: ['architecture'], invitees: undefined }, worldWith({ files }))
    expect(meeting.seats[0]).toMatchObject({
      id: 'theodora',
      name: 'Theodora',
      role: 'Our Architect',
      persona: 'Knows this house.',
    })
    expect(meeting.missingInvitees).toEqual([])
  })

  it('skips a persona of the project that cannot be read, with a warning', async () => {
    const meeting = await meetingOf({}, worldWith({ files: { '.parley/personas/bad.md': 'no frontmatter' } }))
    expect(notices(meeting)).toEqual([
      expect.stringMatching(
        /^\[gaia-meeting\] WARNING: Skipping \.parley\/personas\/bad\.md: invalid YAML frontmatter\. .*and below it who the agent is\.$/,
      ),
    ])
  })
})

describe('stakeholders', () => {
  const ann = stakeholder(
    'name: Ann Field\nrole: Head of Payroll\nexpertise: [tax, unions]\npersonality: dry\nperspective: month end',
  )

  it('take a seat by name or id, voiced from their fields and their body', async () => {
    const meeting = await meetingOf(
      { invitees: 'ann-field' },
      worldWith({ files: { 'custom/stakeholders/ann.md': ann } }),
    )
    const [seat] = meeting.seats
    expect(seat).toMatchObject({
      id: 'ann-field',
      name: 'Ann Field',
      role: 'Head of Payroll',
      upstream: null,
    })
    for (const part of ['tax, unions', 'dry', 'month end', 'Ten years of payroll.'])
      expect(seat?.persona).toContain(part)
    expect(meeting.notices).toEqual([])
  })

  it('are masked like everything that reaches a model', async () => {
    const secret = ['ghp', 'Z1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const file = stakeholder('name: Ann\nrole: Payroll', `The token is ${secret}.`)
    const meeting = await meetingOf(
      { invitees: 'Ann' },
      worldWith({ files: { 'custom/stakeholders/ann.md': file } }),
    )
    expect(JSON.stringify(meeting)).not.toContain(secret)
    expect(meeting.notices).toContainEqual({
      degree: 'CRITICAL',
      text: expect.stringContaining('the persona of Ann'),
    })
  })

  it('are skipped with one warning when their frontmatter is bad, and silently when the file is empty', async () => {
    const files = {
      'custom/stakeholders/bad.md': '---\nname: [unclosed\n---\n',
      'custom/stakeholders/nameless.md': stakeholder('role: Somebody'),
      'custom/stakeholders/none.md': 'words only',
      'custom/stakeholders/empty.md': '\n \n',
      'custom/stakeholders/readme.txt': 'not one',
    }
    expect(notices(await meetingOf({}, worldWith({ files })))).toEqual(
      ['bad.md', 'nameless.md', 'none.md'].map(
        (file) => `[gaia-meeting] WARNING: Skipping ${file}: invalid YAML frontmatter`,
      ),
    )
  })

  it('are read up to the first fifty files by name, with one warning', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 52 }, (_, at) => {
        const n = String(at + 1).padStart(2, '0')
        return [`custom/stakeholders/s${n}.md`, stakeholder(`name: Person ${n}\nrole: Guest`)]
      }),
    )
    const world = worldWith({ files })
    const meeting = await meetingOf({ invitees: 'Person 50' }, world)
    expect(notices(meeting)).toEqual([expect.stringContaining('52 files')])
    await expect(prepare({ ...plain, invitees: 'Person 51' }, world)).rejects.toMatchObject({
      code: 'USAGE',
    })
  })

  it('with a long body are seated with a remark', async () => {
    const long = stakeholder(
      'name: Ann\nrole: Payroll',
      Array.from({ length: 101 }, (_, at) => `line ${at}`).join('\n'),
    )
    const world = worldWith({ files: { 'custom/stakeholders/ann.md': long } })
    expect(notices(await meetingOf({ invitees: 'Ann' }, world))).toEqual([
      expect.stringContaining('101 lines'),
    ])
    expect(notices(await meetingOf({ invitees: 'Theo' }, world))).toEqual([])
  })

  it('with the name of an agent are labelled, and the agent keeps the plain name', async () => {
    const world = worldWith({
      files: { 'custom/stakeholders/t.md': stakeholder('name: THEO\nrole: Founder') },
    })
    const meeting = await meetingOf({ invitees: 'theo,stakeholder-theo' }, world)
    expect(meeting.seats).toMatchObject([
      { id: 'theo', name: 'Theo', role: 'System Architect' },
      { id: 'stakeholder-theo', name: '[Stakeholder] THEO', role: 'Founder' },
    ])
    expect(names(await meetingOf({ invitees: '[stakeholder] theo' }, world))).toEqual(['[Stakeholder] THEO'])
  })

  it('whose names have no Latin letters get an id all the same, each its own', async () => {
    const files = {
      'custom/stakeholders/li.md': stakeholder('name: 李雷\nrole: Buyer'),
      'custom/stakeholders/梅.md': stakeholder('name: 韩梅梅\nrole: Seller'),
      'custom/stakeholders/王.md': stakeholder('name: 王芳\nrole: Driver'),
    }
    const meeting = await meetingOf({ invitees: '李雷,韩梅梅,王芳' }, worldWith({ files }))
    expect(meeting.seats.map(({ id }) => id)).toEqual(['li', 'stakeholder', 'stakeholder-2'])
  })

  it.each(['A/B', 'A: B', 'A;B', 'A|B', 'Facilitator', 'ME', 'user', 'You', '<b>A', '**A**', '# A'])(
    'called %j cannot be seated',
    async (name) => {
      const files = { 'custom/stakeholders/odd-one.md': stakeholder(`name: "${name}"\nrole: Guest`) }
      const { candidates } = await readRoster(worldWith({ files }), undefined)
      expect(candidates.at(-1)?.unseatable).toBeTruthy()
    },
  )

  it('with an impossible name are refused when they are invited, with the reason', async () => {
    const files = { 'custom/stakeholders/odd.md': stakeholder('name: "Sales/Nord"\nrole: Guest') }
    await expect(prepare({ ...plain, invitees: 'sales-nord' }, worldWith({ files }))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('its name holds /'),
    })
  })
})

describe('the list of invitees', () => {
  it('keeps the order asked for, then adds defaults that are not there yet', async () => {
    const meeting = await meetingOf({ mode: ['red-team'], invitees: ' sable , ARCHITECT,, ' })
    expect(names(meeting)).toEqual(['Sable', 'Theo', 'Zara', 'Nova'])
    expect(meeting.defaultInvitees).toEqual(['Zara', 'Nova'])
  })

  it('stands alone when it overrides', async () => {
    const meeting = await meetingOf({ mode: ['red-team'], invitees: 'Theo', inviteesOverride: true })
    expect(meeting).toMatchObject({ override: true, defaultInvitees: [], missingInvitees: [] })
    expect(names(meeting)).toEqual(['Theo'])
  })

  it('drops the second mention of somebody with a notice', async () => {
    const meeting = await meetingOf({ invitees: 'Theo,architect,THEO,Zara' })
    expect(names(meeting)).toEqual(['Theo', 'Zara'])
    expect(notices(meeting)).toHaveLength(2)
  })

  it('names those of the mode who are not installed, and goes on with the rest', async () => {
    const files = {
      '.parley/personas/zara.md': '---\nid: zara\nname: "Z/ara"\ntitle: Broken\n---\n\nCannot sit.\n',
    }
    const meeting = await meetingOf({ mode: ['red-team'], invitees: undefined }, worldWith({ files }))
    expect(meeting.missingInvitees).toEqual(['Zara'])
    expect(notices(meeting)).toEqual([
      '[gaia-meeting] WARNING: missing default invitee(s) for mode red-team: Zara (resolved subset: Sable,Nova)',
    ])
  })

  it('refuses a name that nobody has, and offers up to three that are close', async () => {
    const error = await prepare({ ...plain, invitees: 'Theo,Zarra' }, worldWith()).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'USAGE', message: 'Nobody called "Zarra" is installed here.' })
    expect((error as { hint: string }).hint).toMatch(/^Did you mean Zara/)
  })

  it('refuses a meeting of nobody, and one that only the person attends', async () => {
    for (const invitees of [undefined, '', ' , ', 'me'])
      await expect(prepare({ ...plain, invitees }, worldWith())).rejects.toMatchObject({
        code: 'USAGE',
        message: 'Cannot start meeting: no agents or stakeholders invited.',
      })
    await expect(
      prepare({ ...plain, mode: ['align'], invitees: '', inviteesOverride: true }, worldWith()),
    ).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('the person', () => {
  it.each(['me', 'USER', 'ada example'])(
    'attends by the token %j, once and without a warning',
    async (token) => {
      const meeting = await meetingOf({ invitees: `${token},Theo,me` })
      expect(meeting).toMatchObject({
        person: { name: 'Ada Example', known: true, attends: true },
        notices: [],
      })
      expect(names(meeting)).toEqual(['Theo'])
    },
  )

  it('does not attend unless named', async () => {
    expect((await meetingOf({})).person.attends).toBe(false)
  })

  it('is called User where no name is known, and is told how to set one', async () => {
    const meeting = await meetingOf({ invitees: 'Theo,user' }, worldWith({ user: null }))
    expect(meeting.person).toEqual({ name: 'User', known: false, attends: true })
    expect(notices(meeting)).toEqual([expect.stringMatching(/meeting\.user_name.*git config user\.name/)])
  })

  it('is meant by the name or id of a stakeholder who has the same name; that file is never voiced', async () => {
    const world = worldWith({
      files: { 'custom/stakeholders/me.md': stakeholder('name: ada EXAMPLE\nrole: Owner') },
    })
    for (const token of ['Ada Example', 'ada-example']) {
      const meeting = await meetingOf({ invitees: `${token},Theo` }, world)
      expect(names(meeting)).toEqual(['Theo'])
      expect(meeting.person.attends).toBe(true)
    }
  })

  it('with the name of an agent keeps it; the agent is labelled and invited by an id', async () => {
    const world = worldWith({ user: 'theo' })
    const meeting = await meetingOf({ invitees: 'Theo,architect' }, world)
    expect(meeting.seats).toMatchObject([
      { id: 'theo-agent', name: 'Theo [Agent]', role: 'System Architect' },
    ])
    expect(meeting.person).toMatchObject({ name: 'theo', attends: true })
    expect(names(await meetingOf({ invitees: 'theo-agent' }, world))).toEqual(['Theo [Agent]'])
    expect(names(await meetingOf({ mode: ['architecture'], invitees: undefined }, world))[0]).toBe(
      'Theo [Agent]',
    )
  })

  it('has a name that headers can hold', async () => {
    expect((await meetingOf({}, worldWith({ user: 'Ada / QA' }))).person.name).toBe('Ada - QA')
  })
})

describe('the id', () => {
  const claimIn = (world: World) => async (id: string) => world.files.claim(`.parley/meetings/${id}`)
  const voicing = { apart: () => false, voice: () => 'script', ceiling: null }

  it.each([
    ['Choose the queue for order events.', 'choose-the-queue-for-order-events'],
    ['One two three four five six seven eight nine ten', 'one-two-three-four-five-six-seven-eight'],
    ['Supercalifragilisticexpialidocious'.repeat(2), 'supercalifragilisticexpialidocioussuperc'],
    ['Was tun mit Größe?', 'was-tun-mit-gr-e'],
    ['会議', 'meeting'],
  ])('has the slug of %j', (charter, slug) => {
    expect(slugOfCharter(charter)).toBe(slug)
  })

  it('has a slug of at most forty characters that is safe in any path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (charter) => {
        expect(slugOfCharter(charter)).toMatch(/^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/)
      }),
    )
  })

  it('is the local date and the slug', async () => {
    const world = { ...worldWith(), now: () => new Date('2026-03-01T23:30:00Z'), utcOffset: () => 60 }
    const opened: Input[] = []
    const id = await openPrepared(
      await ready({}, world),
      world,
      voicing,
      async (_, input) => opened.push(input) > 0,
    )
    expect(id).toBe('2026-03-02-choose-the-queue-for-order-events')
    expect(Input.parse(opened[0])).toMatchObject({
      date: '2026-03-02',
      slug: 'choose-the-queue-for-order-events',
      voices: [
        { seat: 'theo', backend: 'script' },
        { seat: 'zara', backend: 'script' },
      ],
    })
  })

  it.each([
    '.parley/meetings/ID/journal.jsonl',
    '.gaia/artifacts/creative-artifacts/meeting-notes/meeting-ID.md',
    '.gaia/memory/zara-sidecar/decisions/ID.md',
  ])('goes on to the next number when %s is there', async (path) => {
    const world = worldWith()
    const prepared = await ready({}, world)
    const id = `${prepared.meeting.date}-choose-the-queue-for-order-events`
    const file = join(world.root, path.replace('ID', id))
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '')
    expect(await openPrepared(prepared, world, voicing, claimIn(world))).toBe(`${id}-2`)
    expect(await openPrepared(prepared, world, voicing, claimIn(world))).toBe(`${id}-3`)
  })

  it('goes on when somebody else was faster', async () => {
    const world = worldWith()
    const prepared = await ready({}, world)
    const claim = claimIn(world)
    let first = true
    const id = await openPrepared(prepared, world, voicing, async (wanted) => {
      if (first) await claim(wanted)
      first = false
      return claim(wanted)
    })
    expect(id).toMatch(/-2$/)
  })
})

describe('the ceiling', () => {
  it('that cannot hold preludes, one cycle and the close is refused with the least that can', async () => {
    const world = worldWith()
    const prepared = await ready({}, world)
    const open = (ceiling: number) =>
      openPrepared(prepared, world, { apart: () => false, voice: () => 'x', ceiling }, async () => true)
    const error = await open(1000).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'USAGE' })
    const least = Number(/up to (\d+)/.exec((error as Error).message)?.[1])
    await expect(open(least - 1)).rejects.toMatchObject({ code: 'USAGE' })
    await expect(open(least)).resolves.toBeTruthy()
  })

  it('asks for less without research, and for more with more seats', async () => {
    const world = worldWith()
    const least = async (request: Given) => {
      const error = await openPrepared(
        await ready(request, world),
        world,
        { apart: () => false, voice: () => 'x', ceiling: 1 },
        async () => true,
      ).catch((thrown: unknown) => thrown)
      return Number(/up to (\d+)/.exec((error as Error).message)?.[1])
    }
    expect(await least({ skipResearch: true })).toBeLessThan(await least({}))
    expect(await least({ invitees: 'Theo,Zara,Nova' })).toBeGreaterThan(await least({}))
  })
})

describe('a yield', () => {
  const question = yieldQuestion('discuss-cadence', { facts: [{ value: 'facts' }] }, { skipResearch: false })

  it.each([
    ['c', 'continue'],
    ['P', 'pause'],
    ['[w]rap-up', 'wrap-up'],
    ['wrap-up', 'wrap-up'],
    ['a', 'abort'],
  ])('is answered by %j', (given, choose) => {
    expect(answerTo(question, given, undefined, 'person').choose).toBe(choose)
  })

  it('takes words by the letter i, and no empty ones', () => {
    expect(answerTo(question, 'i', 'what about cost?', 'person')).toMatchObject({
      choose: 'interject',
      text: 'what about cost?',
    })
    expect(() => answerTo(question, 'interject', ' ', 'person')).toThrow(/wants a text/)
  })

  it('has its four options in order, and ends with the line for those without a widget', () => {
    expect(question.options.map(({ key }) => key)).toEqual(['continue', 'pause', 'wrap-up', 'abort'])
    expect(question.options.map(({ label }) => label)).toEqual([
      '[c]ontinue',
      '[p]ause',
      '[w]rap-up',
      '[a]bort',
    ])
    expect(question.body.split('\n').at(-1)).toBe(promptLine)
  })
})
