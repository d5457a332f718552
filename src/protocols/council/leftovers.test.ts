// Leftovers, info and preflight: what is found, what is offered, what is done, and what is never done silently.

import { describe, expect, test } from 'vitest'
import type { World } from '../../kernel/world.js'
import { readPad } from './documents/pad.js'
import {
  councilFiles,
  type FakeWorkspace,
  fakeWorkspace,
  id,
  inputFor,
  type Lines,
  session,
  synthesis,
  voiceless,
} from './harness.suite.js'
import { identify } from './identity.js'
import { info, infoText } from './info.js'
import { leftovers } from './leftovers.js'
import { meeting } from './meeting.js'
import { openingInput, preflight, preflightWork } from './preflight.js'
import { aboutLeftover } from './questions.js'
import { settle } from './settle.js'
import { work } from './work.js'

const padPath = `.council/scratch/${id}.md`
const recordPath = `.council/records/${id}.md`
const archivePath = `.council/records/${id}.scratch.md`

const lines: Lines = {
  'seat.turn': ['Yes. Dissent: halving costs ten thousand.'],
  'chair.select': [{ seats: ['cto'], why: '' }],
  'chair.route': [{ next: 'cto', sub_goal: 'Go' }],
  'chair.adjudicate': [{ call: 'stop', why: 'Done.' }],
  'chair.synthesize': [
    {
      ...synthesis,
      dissents: ['D1', 'D2', 'D3'].map((id) => ({ id, answer: 'carried', reason: 'It is worth it.' })),
    },
  ],
}

/** A meeting that stopped before its synthesis. */
async function unconcluded(): Promise<FakeWorkspace> {
  const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
  await held.hold({ ...lines, 'chair.synthesize': [voiceless('no')] }, ['another-round', 'conclude'])
  return held.workspace
}

/** A meeting that wrote its record and was killed before the archive. */
async function unarchived(): Promise<FakeWorkspace> {
  const held = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
  await held.hold(lines, ['conclude'])
  held.workspace.files.set(padPath, held.text(archivePath))
  held.workspace.files.delete(archivePath)
  held.workspace.git.did.length = 0
  return held.workspace
}

async function only(at: FakeWorkspace) {
  const found = await leftovers(at.world, [])
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('an unconcluded session', () => {
  test('LEFT1: is asked about with keep as the default, and never offered for deletion', async () => {
    const question = aboutLeftover(await only(await unconcluded()))
    expect(question).toMatchObject({ id: 'leftover', default: 'keep' })
    expect(question.options.map(({ key }) => key)).toEqual(['resume', 'archive', 'keep'])
  })
  test('kept, nothing changes', async () => {
    const at = await unconcluded()
    const before = new Map(at.files)
    expect(await settle(at.world, at.documents, await only(at), 'keep')).toMatchObject({ kind: 'kept' })
    expect(at.files).toEqual(before)
  })
  test('archived, its pad says that it ends without a conclusion and stands with the records', async () => {
    const at = await unconcluded()
    const settlement = await settle(at.world, at.documents, await only(at), 'archive')
    expect(settlement).toMatchObject({ kind: 'settled', closed: null })
    expect(at.files.has(padPath)).toBe(false)
    const { entries, strays } = readPad(at.files.get(archivePath)!)
    expect(entries.at(-1)).toMatchObject({
      kind: 'archived',
      body: expect.stringContaining('2026-01-31 12:00'),
    })
    expect(strays).toEqual([])
    expect(at.git.did).toEqual([`commit council: record ${id}: ${archivePath}`])
    expect(await leftovers(at.world, [])).toEqual([])
  })
  test('archived after a crash in between, the heading is there once', async () => {
    const at = await unconcluded()
    const leftover = await only(at)
    await settle(at.world, at.documents, leftover, 'archive')
    at.files.set(padPath, at.files.get(archivePath)!)
    await settle(at.world, at.documents, leftover, 'archive')
    expect(at.files.get(archivePath)!.match(/## Archived without conclusion/g)).toHaveLength(1)
  })
  test('resumed, it goes on from its journal where it has one', async () => {
    const at = await unconcluded()
    const [leftover] = await leftovers(at.world, [{ id, status: 'failed', held: false }])
    expect(await settle(at.world, at.documents, leftover!, 'resume')).toEqual({
      kind: 'resume',
      from: 'journal',
      id,
    })
  })
  test('resumed without a journal, it goes on from its pad to the same record', async () => {
    const at = await unconcluded()
    const settlement = await settle(at.world, at.documents, await only(at), 'resume')
    expect(settlement).toMatchObject({ kind: 'resume', from: 'pad', protocol: 'council.meeting' })
    if (settlement.kind !== 'resume' || settlement.from !== 'pad') throw new Error('no')
    const held = await session(at, meeting, id, settlement.input)
    expect(await held.hold(lines)).toMatchObject({ kind: 'concluded' })
    expect(held.calls.map(({ prompt }) => prompt.call)).toEqual(['chair.synthesize'])
    expect(held.text(archivePath)).toContain('## Round 2 — cto')
    expect(await leftovers(at.world, [])).toEqual([])
  })
  test('whose seats are no longer in the council is refused with their names', async () => {
    const at = await unconcluded()
    at.files.set('.council/council.yaml', 'name: duo\nchair: ceo\nseats: [ceo, cfo]\n')
    await expect(settle(at.world, at.documents, await only(at), 'resume')).rejects.toThrow(
      /no longer has: cto/,
    )
  })
  test('of work is resumed with the seats and the epoch of its header', async () => {
    const held = await session(fakeWorkspace(councilFiles()), work, id, inputFor())
    await held.hold({ ...lines, 'chair.synthesize': [voiceless('no')] })
    const leftover = await only(held.workspace)
    expect(leftover).toMatchObject({ kind: 'unconcluded', worktree: `.council/worktrees/${id}` })
    const settlement = await settle(held.workspace.world, held.workspace.documents, leftover, 'resume')
    expect(settlement).toMatchObject({ protocol: 'council.work', input: { started: inputFor().started } })
  })
  test('of work, archived, sets its branch aside', async () => {
    const held = await session(fakeWorkspace(councilFiles()), work, id, inputFor())
    await held.hold({ ...lines, 'chair.synthesize': [voiceless('no')] })
    const at = held.workspace
    at.git.did.length = 0
    await settle(at.world, at.documents, await only(at), 'archive')
    expect(at.git.did).toEqual([
      `commit in .council/worktrees/${id} without : council: archive ${id}`,
      `rename council/work-${id} council/archived-${id}`,
      `remove worktree .council/worktrees/${id}`,
      `commit council: record ${id}: ${archivePath}`,
    ])
  })
})

describe('a session that finished but was not archived', () => {
  test('is archived once both gates pass, and committed', async () => {
    const at = await unarchived()
    await settle(at.world, at.documents, await only(at), 'archive')
    expect(at.files.has(padPath)).toBe(false)
    expect(at.files.has(archivePath)).toBe(true)
    expect(at.git.did[0]).toMatch(`commit council: record ${id}: ${recordPath} ${archivePath}`)
  })
  test('GATE2: is not archived while a gate fails', async () => {
    const at = await unarchived()
    at.files.set(recordPath, at.files.get(recordPath)!.replace(/- \*\*cfo:\*\*.*\n/, ''))
    await expect(settle(at.world, at.documents, await only(at), 'archive')).rejects.toThrow(
      /does not keep a dissent of cfo/,
    )
    expect(at.files.has(padPath)).toBe(true)
  })
})

describe('branches and worktrees', () => {
  const worktree = `.council/worktrees/${id}`

  test('delivered work shows the merge commands, and is removed only where nothing is lost', async () => {
    const at = fakeWorkspace({ ...councilFiles(), [recordPath]: '→ memory updated: none\n' })
    at.git.branchNames = [`council/work-${id}`]
    at.git.worktreeFolders = [worktree]
    const leftover = await only(at)
    expect(aboutLeftover(leftover).body).toContain(
      `git merge --no-ff council/work-${id}\ngit worktree remove ${worktree}`,
    )
    const settlement = await settle(at.world, at.documents, leftover, 'delete')
    expect(settlement).toMatchObject({
      lines: [`Removed: ${worktree}.`, expect.stringContaining('nowhere else')],
    })
  })
  test('unaudited work is archived or deleted, and never offered for merging', async () => {
    const at = fakeWorkspace(councilFiles())
    at.git.branchNames = [`council/work-${id}`]
    const leftover = await only(at)
    expect(aboutLeftover(leftover).options.map(({ key }) => key)).toEqual(['archive', 'keep', 'delete'])
    expect(JSON.stringify(leftover)).not.toContain('merge')
    await settle(at.world, at.documents, leftover, 'archive')
    expect(at.git.did).toEqual([`rename council/work-${id} council/archived-${id}`])
    await expect(settle(at.world, at.documents, leftover, 'resume')).rejects.toThrow(/not offered/)
  })
  test('an uncommitted audit trail is committed by its own files, topics by their newest link', async () => {
    const at = fakeWorkspace({
      ...councilFiles(),
      [recordPath]: '→ memory updated: `memory/a.md`\n',
      '.council/memory/a.md': `## Decision\nX\n→ record: \`records/${id}.md\`\n`,
      '.council/memory/house.md': '## Decision\nX\n→ record: STANDING\n',
    })
    at.git.uncommittedPaths = [
      recordPath,
      '.council/memory/a.md',
      '.council/memory/house.md',
      '.council/records/gone.md',
    ]
    const leftover = await only(at)
    await settle(at.world, at.documents, leftover, 'archive')
    expect(at.git.did).toEqual([`commit council: record ${id}: ${recordPath} .council/memory/a.md`])
  })
})

describe('info', () => {
  test('shows the council, its open follow-ups and its loose ends, and changes nothing', async () => {
    const at = await unarchived()
    const before = new Map(at.files)
    const facts = await info(at.world, [])
    expect(facts).toMatchObject({
      name: 'trio',
      chair: 'ceo',
      seats: [{ name: 'ceo', chair: true }, { name: 'cfo' }, { name: 'cto' }],
      followUps: [{ item: 'Measure it', owner: 'cto', id, at: 0 }],
      looseEnds: [{ id, kind: 'unarchived' }],
    })
    const text = infoText(facts)
    expect(text).toContain(`  1. Measure it — cto — ${id}`)
    expect(text).toContain('Council: trio — chair: ceo\nBudget: max_turns 12 · scratch 200k\n')
    expect(at.files).toEqual(before)
    expect(at.git.did).toEqual([])
  })
  test('names sessions with a live pad that wait for the person, which are no loose ends', async () => {
    const at = await unconcluded()
    const text = infoText(await info(at.world, [{ id, status: 'waiting', held: false }]))
    expect(text).toContain(`Under way:\n  ${id} — waits for your answer — parley show ${id}`)
    expect(text).toContain('Loose ends: none.')
  })
  test('does not advise a merge that was made', async () => {
    const held = await session(fakeWorkspace(councilFiles()), work, id, inputFor())
    await held.hold(lines)
    const { world, git } = held.workspace
    expect(infoText(await info(world, []))).toContain(`git merge --no-ff council/work-${id}`)
    git.aheadBy = 0
    const text = infoText(await info(world, []))
    expect(text).toContain(`git branch -d council/work-${id}`)
    expect(text).not.toContain('git merge')
  })
  test('does not take follow-ups from archives', async () => {
    const at = fakeWorkspace({ ...councilFiles(), [archivePath]: '- [ ] not this (owner: user)\n' })
    expect((await info(at.world, [])).followUps).toEqual([])
  })
})

describe('preflight', () => {
  test('without a council names the way to one', async () => {
    await expect(preflight(fakeWorkspace().world)).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('council convene'),
    })
  })
  test('names a seat file that is missing or is another’s', async () => {
    const files = councilFiles()
    delete files['.council/seats/cfo.md']
    files['.council/seats/cto.md'] = '---\nname: other\n---\nx\n'
    await expect(preflight(fakeWorkspace(files).world)).rejects.toThrow(
      /seats\/cfo\.md is missing[\s\S]*seats\/cto\.md: .*names "other"/,
    )
  })
  test('work wants a commit to start from', async () => {
    const at = fakeWorkspace(councilFiles())
    await preflightWork(at.world)
    at.git.state = { kind: 'empty' }
    await expect(preflightWork(at.world)).rejects.toMatchObject({ code: 'NO_COMMIT' })
  })
  test('the input of a session is the council as it stands now', async () => {
    const at = fakeWorkspace(councilFiles())
    const input = openingInput(
      await preflight(at.world),
      ' Trim the cache ',
      await identify(looking(at.world), 'Trim the cache'),
    )
    expect(meeting.input.parse(input)).toEqual(inputFor())
    expect(() =>
      openingInput(inputFor().council as never, '  ', { id, started: inputFor().started }),
    ).toThrow(/needs a task/)
  })
})

describe('identity', () => {
  test('is the local second and the task; a second later for each file of that id', async () => {
    const at = fakeWorkspace(councilFiles())
    expect(await identify(looking(at.world), 'Trim the cache')).toEqual({ id, started: inputFor().started })
    at.files.set(padPath, 'x')
    at.files.set('.council/records/20260131-120001-trim-the-cache.scratch.md', 'x')
    at.files.set('.council/worktrees/20260131-120002-trim-the-cache/a', 'x')
    at.files.set('.parley/meetings/20260131-120003-trim-the-cache/journal.jsonl', 'x')
    at.git.branchNames = ['council/work-20260131-120004-trim-the-cache']
    expect((await identify(looking(at.world), 'Trim the cache')).id).toBe('20260131-120005-trim-the-cache')
  })
})

/** The ids that are taken in a workspace, as a preparation is told of them. */
function looking(world: World) {
  const takenIds = async () =>
    (await world.files.list('.parley/meetings')).map((name) => name.replace(/\/$/, ''))
  return { world, takenIds }
}
