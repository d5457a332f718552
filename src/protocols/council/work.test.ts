// Council work: selection, routing, turns, the five triggers, escapes, hand-over, resuming.

import { describe, expect, test } from 'vitest'
import type { Backend, Grant, ToolUse, Voice } from '../../kernel/agents.js'
import { readPad } from './documents/pad.js'
import { recordFaults } from './documents/record-reading.js'
import {
  councilFiles,
  type FakeWorkspace,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  noon,
  scripted,
  session,
  synthesis,
  voiceless,
} from './harness.suite.js'
import type { Outcome } from './outcome.js'
import { work } from './work.js'

const padPath = `.council/scratch/${id}.md`
const recordPath = `.council/records/${id}.md`
const archivePath = `.council/records/${id}.scratch.md`
const worktree = `.council/worktrees/${id}`

const plain: Lines = {
  'chair.select': [{ seats: ['cto', 'cfo'], why: 'They know the cache.' }],
  'chair.route': [
    { next: 'cto', sub_goal: 'Halve the\ncache' },
    { next: 'cfo', sub_goal: 'Price it' },
  ],
  'seat.turn@cto': ['Changed cache.ts.'],
  'seat.turn@cfo': ['It costs ten.'],
  'chair.adjudicate': [
    { call: 'continue', why: 'Not priced yet.' },
    { call: 'stop', why: 'Done and looked at.' },
  ],
  'chair.synthesize': [synthesis],
}

const start = (council = {}, at: FakeWorkspace = fakeWorkspace(councilFiles()), more = {}) =>
  session(at, work, id, { ...inputFor(council), ...more })
const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('## '))
const outcome = (ending: unknown) => (ending as { outcome: Outcome }).outcome

/** The same voice, but every seat's turn used this tool. */
function using(backend: Backend, tool: ToolUse): Backend {
  const open: Backend['open'] = async (seat, room) => {
    const voice = await backend.open(seat, room)
    const say: Voice['say'] = async (prompt, options) => ({
      ...(await voice.say(prompt, options)),
      tools: prompt.call === 'seat.turn' ? [tool] : [],
    })
    return { say, close: () => voice.close() }
  }
  return { ...backend, open }
}

describe('work', () => {
  test('selects, routes, acts, adjudicates, and concludes with the chair', async () => {
    const held = await start()
    const ending = await held.hold(plain)
    expect(ending).toMatchObject({ kind: 'concluded' })
    expect(held.calls.map(({ seat, prompt }) => `${prompt.call} ${seat}`)).toEqual([
      'chair.select ceo',
      'chair.route ceo',
      'seat.turn cto',
      'chair.adjudicate ceo',
      'chair.route ceo',
      'seat.turn cfo',
      'chair.adjudicate ceo',
      'chair.synthesize ceo',
    ])
    const pad = held.text(archivePath)
    expect(headings(pad)).toEqual([
      '## Turn 1 — ceo — routing',
      '## Turn 1 — cto',
      '## Turn 1 — ceo — adjudication',
      '## Turn 2 — ceo — routing',
      '## Turn 2 — cfo',
      '## Turn 2 — ceo — adjudication',
    ])
    expect(pad).toContain('- **Started (epoch):** 1769857200\n- **Chair:** ceo\n')
    expect(pad).toContain('- **Seats (chair-selected subset — work does not run all seats):** cfo, cto\n')
    expect(pad).toContain('**Next:** cto\n**Sub-goal:** Halve the cache\n')
    expect(pad).toContain('**Call:** stop — chair-done\n\nDone and looked at.\n')
    expect(recordFaults(held.text(recordPath), id, ['ceo', 'cfo', 'cto'])).toEqual([])
    expect(held.text(recordPath)).toContain('- **Seats:** ceo, cfo, cto\n')
    expect(held.text(recordPath)).toContain('The work stopped after turn 2: `chair-done`.')
    expect(outcome(ending).work).toMatchObject({ stop: 'chair-done', turns: 2, ahead: 1 })
  })
  test('adds a worktree from HEAD, commits the two halves apart, and hands over without merging', async () => {
    const held = await start()
    const ending = await held.hold(plain)
    expect(held.workspace.git.did).toEqual([
      `worktree ${worktree} council/work-${id} HEAD`,
      `commit in ${worktree} without .council: Trim the cache by half`,
      `commit council: record ${id}: ${recordPath} ${archivePath} .council/memory/cache-size.md`,
    ])
    const lines = [`git merge --no-ff council/work-${id}`, `git worktree remove ${worktree}`]
    expect(outcome(ending).work!.handOver).toEqual(lines)
    expect(held.notes('handover')).toMatchObject([{ lines }])
  })
  test('a chair whose judgment could not be read is shown next time what it has not seen', async () => {
    const held = await start()
    const mute = {
      ...plain,
      'chair.adjudicate': [voiceless('no'), voiceless('no'), { call: 'stop', why: 'Done.' }],
    }
    await held.hold(mute)
    const routing = held.calls.filter(({ prompt }) => prompt.call === 'chair.route')[1]!.prompt.text
    expect(routing).toContain('Changed cache.ts.')
    expect(routing).not.toContain('Nothing was added')
  })
  test('a chair that takes a turn is given the rules of work in full, although its conversation goes on', async () => {
    const held = await start()
    const chairWorks = {
      ...plain,
      'chair.route': [
        { next: 'ceo', sub_goal: 'Halve it' },
        { next: 'ceo', sub_goal: 'Again' },
      ],
    }
    await held.hold({
      ...chairWorks,
      'chair.select': [{ seats: ['ceo'], why: '' }],
      'seat.turn@ceo': ['Did it.'],
    })
    const [first, second] = held.calls
      .filter(({ prompt }) => prompt.call === 'seat.turn')
      .map(({ prompt }) => prompt.text)
    expect(first).toContain('you touch nothing outside it')
    expect(first).toContain('Do not commit')
    expect(second).toContain('As before: work only in the worktree, do not commit')
  })
  test('the chair judges by what the engine saw, and the record has it: files with counts, commits, none of it from a seat', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.changes = async () => ({ files: [{ path: 'cache.ts', added: 3, removed: 1 }], commits: 1 })
    const held = await start({}, at)
    await held.hold(plain)
    const judged = held.calls.find(({ prompt }) => prompt.call === 'chair.adjudicate')!.prompt.text
    const facts = [
      'Files changed: `cache.ts` +3 −1.',
      `Branch: \`council/work-${id}\`, begun at commit \`aaaaaaaaaa\`.`,
      'Commits made by a seat, which were not asked for: 1.',
    ]
    for (const fact of facts) {
      expect(judged).toContain(`- ${fact}`)
      expect(held.text(recordPath)).toContain(fact)
    }
  })
  test('a branch without commits is nothing to merge', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.aheadBy = 0
    const ending = await (await start({}, at)).hold(plain)
    expect(outcome(ending).work!.handOver).toEqual([`git worktree remove ${worktree}`])
    expect(outcome(ending).remarks.join()).toContain('nothing to merge')
  })
  test('points the seat at the worktree, grants it work there, and grants the chair nothing', async () => {
    const grants: Grant[] = []
    const topic = '# Memory: Old\n\n## Decision\nX.\n\n## Why\nY.\n'
    const held = await start({}, fakeWorkspace({ ...councilFiles(), '.council/memory/old.md': topic }))
    await held.hold(plain, [], { toolsFor: (grant) => (grants.push(grant) > 0 ? [] : []) })
    const root = worktree
    const branch = `council/work-${id}`
    const working = { kind: 'work', root, reads: ['../../memory'], branch }
    expect(grants.filter(({ kind }) => kind !== 'none')).toEqual([working, working])
    expect(grants.filter(({ kind }) => kind === 'none')).toEqual(
      Array(6).fill({ kind: 'none', root, branch }),
    )
    const turn = held.calls[2]!.prompt.text
    const order = [
      'The council’s memory, one pointer a topic',
      '# Scratchpad — work',
      'The task,',
      'Halve the cache',
      'Treat it as the project root',
      'whole file',
      '**Dissent:**',
    ]
    const places = order.map((piece) => turn.lastIndexOf(piece))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(held.notes('progress')).toMatchObject([
      { line: 'Turn 1/12 — cto: Halve the cache', turn: 1, of: 12, seat: 'cto', subGoal: 'Halve the cache' },
      { line: 'Turn 2/12 — cfo: Price it' },
    ])
  })
  test('shows the memory to the chair that routes, and again only when it has changed', async () => {
    const topic = (decision: string) =>
      `# Memory: Keys\n\n## Decision\n${decision}\n→ record: STANDING\n\n## Why\nAsked.\n`
    const routings = async () => {
      const at = fakeWorkspace({ ...councilFiles(), '.council/memory/keys.md': topic('Rotate them.') })
      const third = { next: 'cto', sub_goal: 'Look again' }
      const held = await session(at, work, id, inputFor())
      await held.hold({
        ...plain,
        'chair.route': [...plain['chair.route']!, third],
        'seat.turn@cfo': [
          () => {
            at.files.set('.council/memory/keys.md', topic('Keep them.'))
            return 'It costs ten.'
          },
        ],
        'chair.adjudicate': [
          { call: 'continue', why: '' },
          { call: 'continue', why: '' },
          { call: 'stop', why: '' },
        ],
      })
      expect((await held.verify()).findings).toEqual([])
      return held.calls.flatMap(({ prompt }) => (prompt.call === 'chair.route' ? [prompt.text] : []))
    }
    const [first, second, last] = await routings()
    expect(first).toContain('- `memory/keys.md` — Keys — Rotate them.')
    expect(first).toContain('name its file below ../../memory/ in the sub-goal')
    expect(second).not.toContain('memory/keys.md')
    expect(last).toContain('- `memory/keys.md` — Keys — Keep them.')
  })
  test('without a repository works in place and says in the pad that isolation is unavailable', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.state = { kind: 'none' }
    const held = await start({}, at)
    const ending = await held.hold(plain)
    expect(held.text(archivePath).split('---')[0]).toContain('isolation is unavailable')
    expect(outcome(ending).work).toMatchObject({ branch: null, handOver: [] })
    expect(at.git.did).toEqual([])
  })
  test('in a repository without a commit it stops and asks for one; then it goes on', async () => {
    const at = fakeWorkspace(councilFiles())
    const before = at.git.state
    at.git.state = { kind: 'empty' }
    const held = await start({}, at)
    expect(await held.hold(plain)).toMatchObject({ kind: 'failed', error: { code: 'NO_COMMIT' } })
    at.git.state = before
    expect(await held.hold(plain)).toMatchObject({ kind: 'concluded' })
  })
  test('lists uncommitted changes of the main tree as a warning', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.statusLines = [' M src/a.ts', '?? .council/x']
    const held = await start({}, at)
    await held.hold(plain)
    expect(held.notes('warning')).toMatchObject([{ paths: ['src/a.ts'] }])
  })
  test('a council below the top of its repository leaves its own folder out of the work branch', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.state = { ...at.git.state, prefix: 'apps/web' } as typeof at.git.state
    await (await start({}, at)).hold(plain)
    expect(at.git.did[1]).toContain('without apps/web/.council:')
  })
})

describe('stopping', () => {
  const going: Lines = { ...plain, 'chair.adjudicate': [{ call: 'continue', why: 'More.' }] }

  test('at max_turns', async () => {
    const held = await start({ maxTurns: 2 })
    expect(outcome(await held.hold(going)).work).toMatchObject({ stop: 'max_turns', turns: 2 })
    expect(held.text(archivePath)).toContain('**Call:** stop — max_turns\n\nMore.\n')
    expect(headings(held.text(archivePath))).toHaveLength(6)
  })
  test('above scratch_max_bytes', async () => {
    const held = await start({ scratchMaxBytes: 900 })
    const lines = { ...going, 'seat.turn': ['x'.repeat(600)], 'seat.turn@cto': ['x'.repeat(600)] }
    expect(outcome(await held.hold(lines)).work).toMatchObject({ stop: 'scratch_max_bytes', turns: 1 })
  })
  test('at max_wall_seconds, when the turn under way has finished', async () => {
    const at = fakeWorkspace(councilFiles())
    const held = await start({ maxWallSeconds: 60 }, at)
    const slow = () => {
      at.clock += 61_000
      return 'Slow.'
    }
    const ending = await held.hold({ ...going, 'seat.turn@cto': [slow] })
    expect(outcome(ending).work).toMatchObject({ stop: 'max_wall_seconds', turns: 1 })
    expect(held.text(archivePath)).toContain('Slow.')
  })
  test('at the person’s stop file, which is then gone', async () => {
    const at = fakeWorkspace(councilFiles())
    const held = await start({}, at)
    const stop = () => {
      at.files.set(`.council/scratch/${id}.stop`, '')
      return 'Changed.'
    }
    expect(outcome(await held.hold({ ...going, 'seat.turn@cto': [stop] })).work).toMatchObject({
      stop: 'user-stop',
    })
    expect(at.files.has(`.council/scratch/${id}.stop`)).toBe(false)
    expect((await held.verify()).findings).toEqual([])
  })
  test('the chair’s own call is the reason when it comes together with a limit', async () => {
    const held = await start({ maxTurns: 1 })
    const ending = await held.hold({ ...plain, 'chair.adjudicate': [{ call: 'stop', why: 'Done.' }] })
    expect(outcome(ending).work!.stop).toBe('chair-done')
  })
})

describe('a chair that cannot be understood', () => {
  const odd: Lines = {
    ...plain,
    'chair.select': [{ seats: ['mallory'], why: 'x' }],
    'chair.route': [{ next: 'mallory', sub_goal: '' }],
    'chair.adjudicate': [{ call: 'perhaps' }],
    'seat.turn': ['Did it.'],
  }

  test('is asked once more with the faults, then all seats sit, in roster order, with the task as sub-goal', async () => {
    const held = await start({ maxTurns: 4 })
    await held.hold(odd)
    expect(held.calls.filter(({ prompt }) => prompt.call === 'chair.select')).toHaveLength(2)
    expect(held.calls[1]!.prompt.text).toContain('did not fit')
    const turns = held.calls.filter(({ prompt }) => prompt.call === 'seat.turn').map(({ seat }) => seat)
    expect(turns).toEqual(['ceo', 'cfo', 'cto', 'ceo'])
    const pad = held.text(archivePath)
    expect(pad).toContain('**Sub-goal:** Trim the cache\n')
    expect(pad).toMatch(/no usable selection .*; all seats were taken\./)
    expect(pad).toMatch(/no usable routing .*; the next seat in roster order/)
    expect(pad).toMatch(/\*\*Call:\*\* continue\n\nThe chair gave no usable adjudication/)
  })
  test('that fails outright is tried a second time', async () => {
    const held = await start({ maxTurns: 1 })
    await held.hold({ ...plain, 'chair.select': [voiceless('busy'), plain['chair.select']![0]!] })
    expect(held.text(archivePath)).toContain('subset — work does not run all seats):** cfo, cto')
  })
})

describe('failing turns', () => {
  const dead: Lines = {
    ...plain,
    'seat.turn@cto': [voiceless('dead')],
    'chair.adjudicate': [{ call: 'continue', why: '' }],
  }

  test('a seat that failed twice used its turn once and is not routed to again', async () => {
    const held = await start({ maxTurns: 3 })
    const route = ({ schema }: { schema?: object }) => {
      const next = (schema as { properties: { next: { enum: string[] } } }).properties.next.enum[0]!
      return { next, sub_goal: 'Go' }
    }
    const selected = { seats: ['cto', 'cfo'], why: '' }
    await held.hold({
      ...dead,
      'chair.select': [selected],
      'chair.route': [{ next: 'cto', sub_goal: 'Go' }, route],
    })
    expect(headings(held.text(archivePath)).filter((line) => /^## Turn \d — \w+$/.test(line))).toEqual([
      '## Turn 1 — cto',
      '## Turn 2 — cfo',
      '## Turn 3 — cfo',
    ])
    expect(held.text(recordPath)).toContain('- **Seats:** ceo, cfo\n')
    expect(held.text(recordPath)).toContain('Skipped after two failed attempts: cto.')
  })
  test('three in a row halt the session unconcluded, pad kept', async () => {
    const held = await start()
    const all = { seats: ['ceo', 'cfo', 'cto'], why: '' }
    const lines: Lines = {
      ...dead,
      'chair.select': [all],
      'chair.route': [
        { next: 'ceo', sub_goal: 'a' },
        { next: 'cfo', sub_goal: 'b' },
        { next: 'cto', sub_goal: 'c' },
      ],
      'seat.turn@cfo': [voiceless('dead')],
      'seat.turn@ceo': [voiceless('dead')],
    }
    expect(await held.hold(lines)).toMatchObject({
      kind: 'halted',
      line: expect.stringContaining('three turns in a row'),
    })
    expect(held.workspace.files.has(padPath)).toBe(true)
    expect(held.workspace.git.did).toHaveLength(1)
    expect(await held.hold({ ...plain, 'chair.adjudicate': [{ call: 'stop', why: '' }] })).toMatchObject({
      kind: 'concluded',
    })
  })
  test('a lone seat that is out halts the session; resumed, it may try again', async () => {
    const held = await start()
    const lines: Lines = {
      ...dead,
      'chair.select': [{ seats: ['cto'], why: '' }],
      'chair.route': [{ next: 'cto', sub_goal: 'a' }],
    }
    expect(await held.hold(lines)).toMatchObject({ kind: 'halted' })
    const better = {
      ...lines,
      'seat.turn@cto': ['There.'],
      'chair.adjudicate': [
        { call: 'continue', why: '' },
        { call: 'stop', why: '' },
      ],
    }
    expect(await held.hold(better)).toMatchObject({ kind: 'concluded' })
    expect(held.text(archivePath)).toContain('## Turn 2 — cto\n\nThere.')
    expect((await held.verify()).findings).toEqual([])
  })
})

describe('edits that escape the worktree', () => {
  const escaping = (at: FakeWorkspace): Lines => ({
    ...plain,
    'seat.turn@cto': [
      () => {
        at.git.statusLines = [...at.git.statusLines, ' M src/escaped.ts', '?? .council/scratch/x']
        return 'Changed something.'
      },
    ],
  })

  test('OWN1: are named in the pad and halt the session; nothing is committed', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.statusLines = [' M src/mine.ts']
    const held = await start({}, at)
    expect(await held.hold(escaping(at))).toMatchObject({
      kind: 'halted',
      line: expect.stringContaining('src/escaped.ts'),
    })
    expect(held.text(padPath)).toContain(
      'Changed something.\n\nEdits outside the worktree: src/escaped.ts (changed).\n',
    )
    expect(readPad(held.text(padPath)).entries.at(-1)!.kind).toBe('turn')
    expect(at.git.did.filter((line) => line.startsWith('commit'))).toEqual([])
  })
  test('OWN2: what is gone is named with the one command that brings it back', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.statusLines = [" M it's mine.ts"]
    const held = await start({}, at)
    const undoing = () => {
      at.git.statusLines = []
      return 'Tidied up.'
    }
    const ending = await held.hold({ ...plain, 'seat.turn@cto': [undoing] })
    const command = `git restore --source=refs/parley/before/${id} --worktree -- ':/it'\\''s mine.ts'`
    expect(ending).toMatchObject({ kind: 'halted', line: expect.stringContaining(command) })
  })
  test('a session in which not one tool worked is not called done', async () => {
    const failing = { id: 't', name: 'read_file', input: {}, ok: false, output: 'there is no such file' }
    const held = await start()
    const backend = using(scripted(held.calls, plain), failing)
    expect(await held.hold(plain, [], { backendFor: async () => backend })).toMatchObject({
      kind: 'halted',
      line: expect.stringContaining('not one of'),
    })
    expect(await held.hold(plain)).toMatchObject({ kind: 'concluded' })
  })
  test('a repository inside the worktree halts before the hand-over, until the person has decided about it', async () => {
    const at = fakeWorkspace(councilFiles())
    let nested: readonly string[] = ['app']
    at.git.changes = async () => ({ files: [], commits: 0, ...(nested.length > 0 ? { nested } : {}) })
    const held = await start({}, at)
    const halted = { kind: 'halted', line: expect.stringContaining(`rm -rf '${worktree}/app/.git'`) }
    expect(await held.hold(plain)).toMatchObject(halted)
    expect(await held.hold(plain)).toMatchObject(halted)
    expect(at.git.did.filter((line) => line.startsWith('commit'))).toEqual([])
    nested = []
    expect(await held.hold(plain)).toMatchObject({ kind: 'concluded' })
    expect((await held.verify()).findings).toEqual([])
  })
  test('a session without a sandbox says so once, before anybody works', async () => {
    const at = fakeWorkspace(councilFiles())
    const world = { ...at.world, unguarded: async () => 'bubblewrap is not installed.' }
    const held = await start({}, { ...at, world })
    await held.hold(plain)
    const told = held
      .notes('warning')
      .filter((data) => JSON.stringify(data).includes('bubblewrap is not installed'))
    expect(told).toHaveLength(1)
  })
  test('do not halt it twice once the person has looked and resumed', async () => {
    const at = fakeWorkspace(councilFiles())
    const held = await start({}, at)
    await held.hold(escaping(at))
    expect(await held.hold(plain)).toMatchObject({ kind: 'concluded' })
    expect((await held.verify()).findings).toEqual([])
  })
})

describe('resuming work', () => {
  test('a run that is cut off after any line ends in the same files', async () => {
    const whole = await start()
    await whole.hold(plain)
    const count = (await whole.lines()).length
    for (let cut = 2; cut < count; cut += 4) {
      const held = await start()
      const dying = new AbortController()
      const observe = (event: { type: string; line?: { n: number } }) => {
        if (event.type === 'line' && event.line!.n >= cut) dying.abort()
      }
      await held.hold(plain, [], { signal: dying.signal, observe })
      const done = (await held.lines()).flatMap(({ kind, data }) => (kind === 'turn' ? [data.call] : []))
      const rest = Object.fromEntries(
        Object.entries(plain).map(([key, list]) => [
          key,
          key.includes('@') ? list : list.slice(done.filter((call) => call === key).length),
        ]),
      )
      expect(await held.hold(rest)).toMatchObject({ kind: 'concluded' })
      expect(held.text(archivePath)).toBe(whole.text(archivePath))
      expect(held.text(recordPath)).toBe(whole.text(recordPath))
    }
  })
  test('a pad without its journal keeps its seats, its numbering and its epoch', async () => {
    const first = await start()
    await first.hold({ ...plain, 'chair.synthesize': [voiceless('no')] })
    const pad = first.text(padPath).split('## Turn 2 — cfo')[0]!.trimEnd()
    const at = fakeWorkspace(councilFiles())
    at.clock = noon + 120_000
    const held = await start({ maxWallSeconds: 60 }, at, { pad: `${pad}\n` })
    const ending = await held.hold({ ...plain, 'chair.adjudicate': [{ call: 'continue', why: '' }] })
    expect(held.calls.map(({ prompt }) => prompt.call)).toEqual([
      'seat.turn',
      'chair.adjudicate',
      'chair.synthesize',
    ])
    expect(outcome(ending).work).toMatchObject({ stop: 'max_wall_seconds', turns: 2 })
  })
  test('what concluded work left can be verified without a model', async () => {
    const held = await start()
    await held.hold(plain)
    expect(await held.verify()).toMatchObject({ findings: [] })
  })
})
