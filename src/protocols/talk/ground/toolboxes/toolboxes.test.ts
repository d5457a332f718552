// The tools of a talk: what they do, what they refuse, and that a refusal touches nothing.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Tool, ToolResult } from '../../../../kernel/agents.js'
import { git, temporaryFolder, writeFiles } from '../../../../workspace/temporary.suite.js'
import { artifactPath, parseArtifact, renderArtifact } from '../../documents/artifact.js'
import { parseDecisionLines } from '../../documents/decisions.js'
import { safeId } from '../../documents/ids.js'
import { parseMemory } from '../../documents/memory.js'
import type { Change } from '../../ground.js'
import { commitIntegration, ensureIntegration, integrationOf, openActivity } from '../git/talk-git.js'
import { filesIn, project as gitProject } from '../git/talk-git.suite.js'
import type { Packages, WorkerPackage } from '../packages.js'
import type { Locks } from '../ports.js'
import type { TalkTools } from './context.js'
import { memoryFile } from './memory-files.js'
import { resolveTools } from './resolve.js'

const AT = '2026-05-04T08:12:40.118Z'
const ID = safeId('audience-Verity-20260504-081240')!
const FIELDS = {
  title: 'Caches',
  at: AT,
  worker: 'Verity',
  workerDisplayTitle: 'Pathfinder',
  agenda: 'a',
  referenced: [],
  reason: 'r',
}
const none: Packages = { workers: [], toolboxes: [], troubles: [] }

const verity: WorkerPackage = {
  packageName: 'verity',
  folder: '',
  identity: { name: 'Verity', description: 'd', displayTitle: 'Pathfinder', guidance: null },
  model: null,
  systemToolboxes: [],
  domainToolboxes: [],
  builtInTools: [],
  checkoutScope: 'sparse',
  limits: {},
  posture: 'p',
  soul: null,
}

function queue(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    exclusively(name, work) {
      const mine = (tails.get(name) ?? Promise.resolve()).then(work)
      tails.set(
        name,
        mine.catch(() => {}),
      )
      return mine
    },
  }
}

interface Table {
  readonly context: TalkTools
  /** What was told to have changed: the artifact, where it was one. */
  readonly changes: (Change | undefined)[]
  readonly commits: string[]
}

/** A talk on plain folders; commits are only counted. */
function table(more: Partial<TalkTools> = {}): Table {
  const changes: (Change | undefined)[] = []
  const commits: string[] = []
  const [activity, integration] = [temporaryFolder(), temporaryFolder()]
  writeFiles(activity, {
    [artifactPath(ID)]: renderArtifact({ ...FIELDS, status: 'open' }),
    '.lore/research/a.md': '---\ntitle:   A\n---\nbody\n',
  })
  const context: TalkTools = {
    worker: verity,
    project: 'thumbs',
    meetingId: ID,
    home: temporaryFolder(),
    activity,
    integration,
    locks: queue(),
    now: () => AT,
    scrub: async (text) => text.replaceAll('hunter2', '[masked]'),
    scrubbed: async (text) => ({
      text: text.replaceAll('hunter2', '[masked]'),
      kinds: text.includes('hunter2') ? ['password'] : [],
    }),
    commitIntegration: async (message) => void commits.push(message),
    changed: (artifact) => void changes.push(artifact),
    ...more,
  }
  return { context, changes, commits }
}

async function use(context: TalkTools, packages: Packages = none) {
  const tools = await resolveTools(context, packages)
  return (name: string, input: unknown): Promise<ToolResult> =>
    tool(tools, name).run(input, new AbortController().signal)
}

function tool(tools: readonly Tool[], name: string): Tool {
  return tools.find((one) => one.name === name)!
}

const artifactOf = ({ activity }: TalkTools) =>
  parseArtifact(readFileSync(join(activity, artifactPath(ID)), 'utf8'))

describe('artifacts', () => {
  test('are written with their frontmatter kept to the byte, new ones with one of their own', async () => {
    const { context, changes } = table()
    const run = await use(context)
    expect(
      await run('write_artifact', { path: 'research/a.md', body: '---\ntitle: mine\n---\n# New\nhunter2' }),
    ).toMatchObject({ ok: true })
    expect(readFileSync(join(context.activity, '.lore/research/a.md'), 'utf8')).toBe(
      '---\ntitle:   A\n---\n\n# New\n[masked]\n',
    )
    expect(
      await run('write_artifact', { path: '.lore/specs/b: c.md', body: '# The "spec"\n\ntext\n' }),
    ).toMatchObject({ ok: true })
    expect(readFileSync(join(context.activity, '.lore/specs/b: c.md'), 'utf8')).toBe(
      '---\ntitle: "The \\"spec\\""\ndate: 2026-05-04\nstatus: draft\ntags: []\n---\n\n# The "spec"\n\ntext\n',
    )
    expect(changes).toEqual([
      { path: '.lore/research/a.md', change: 'changed' },
      { path: '.lore/specs/b: c.md', change: 'added' },
    ])
    expect((await run('list_artifacts', {})).output).toContain('specs/b: c.md (The "spec"; draft)')
    expect((await run('list_artifacts', { folder: '.lore/research/' })).output).toBe('research/a.md (A)')
    expect((await run('read_artifact', { path: 'research/a.md' })).output).toContain('# New')
    expect(await run('write_artifact', { path: 'research/a.md', body: '# New\n[masked]' })).toMatchObject({
      output: expect.stringContaining('already'),
    })
  })

  test('outside .lore are refused, whichever way they are named, and nothing is touched', async () => {
    const { context, changes } = table()
    const outside = temporaryFolder()
    writeFiles(outside, { 'secret.md': 'secret' })
    symlinkSync(outside, join(context.activity, '.lore/link'))
    symlinkSync(join(outside, 'new.md'), join(context.activity, '.lore/dangling.md'))
    const run = await use(context)
    const before = filesIn(context.activity, (name) => name !== 'link' && name !== 'dangling.md')
    for (const path of [
      '../x.md',
      '/etc/x.md',
      'a/../../x.md',
      'link/secret.md',
      'link/new.md',
      'dangling.md',
      '.git/x.md',
      'x\u0000.md',
      'x\n.md',
      '../.lore-other/x.md',
    ]) {
      expect(
        await run('write_artifact', { path: path.endsWith('.md') ? path : `${path}.md`, body: 'x' }),
      ).toMatchObject({ ok: false })
      expect(await run('read_artifact', { path })).toMatchObject({ ok: false })
      expect(await run('link_artifact', { artifactPath: path })).toMatchObject({ ok: false })
      expect(await run('propose_followup', { reason: 'r', referencedArtifacts: [path] })).toMatchObject({
        ok: false,
      })
    }
    expect(await run('write_artifact', { path: 'x.txt', body: 'x' })).toMatchObject({
      ok: false,
      output: expect.stringContaining('.md'),
    })
    expect(await run('write_artifact', { path: 'research', body: 'x' })).toMatchObject({ ok: false })
    expect(filesIn(context.activity, (name) => name !== 'link' && name !== 'dangling.md')).toEqual(before)
    expect(filesIn(outside)).toEqual({ 'secret.md': 'secret' })
    expect(filesIn(context.integration)).toEqual({})
    expect(changes).toEqual([])
  })

  test('behind a .lore that is a link are refused', async () => {
    const { context } = table({ activity: temporaryFolder() })
    const outside = temporaryFolder()
    symlinkSync(outside, join(context.activity, '.lore'))
    const run = await use(context)
    expect(await run('write_artifact', { path: 'a.md', body: 'x' })).toMatchObject({ ok: false })
    expect(await run('summarize_progress', { summary: 'x' })).toMatchObject({ ok: false })
    expect(filesIn(outside)).toEqual({})
  })

  test('are made in a project that has none yet; bytes that are no text are left alone', async () => {
    const { context } = table({ activity: temporaryFolder() })
    const run = await use(context)
    expect(await run('read_artifact', { path: 'a.md' })).toMatchObject({ ok: false })
    expect(await run('write_artifact', { path: 'a.md', body: 'x' })).toMatchObject({ ok: true })
    writeFileSync(join(context.activity, '.lore/b.md'), Buffer.from([0xff, 0xfe, 0x00]))
    expect(await run('write_artifact', { path: 'b.md', body: 'x' })).toMatchObject({ ok: false })
    expect(readFileSync(join(context.activity, '.lore/b.md'))).toEqual(Buffer.from([0xff, 0xfe, 0x00]))
  })
})

describe('memory', () => {
  const edit = {
    scope: 'worker',
    section: 'Habits',
    operation: 'upsert',
    content: '- short\n## not a section\nhunter2',
  }

  test('is changed only after this session has read that scope', async () => {
    const { context } = table()
    const run = await use(context)
    const file = memoryFile({ home: context.home, project: 'thumbs', worker: 'Verity' }, 'worker')
    expect(await run('edit_memory', edit)).toMatchObject({
      ok: false,
      output: expect.stringContaining('Read the worker memory first'),
    })
    await run('read_memory', { scope: 'global' })
    expect(await run('edit_memory', edit)).toMatchObject({ ok: false })
    expect(existsSync(file)).toBe(false)
    expect((await run('read_memory', { scope: 'worker' })).output).toMatch(/nothing yet[\s\S]*0 characters/)
    expect(await run('edit_memory', edit)).toMatchObject({ ok: true })
    expect(file).toBe(join(context.home, 'memory/workers/Verity.md'))
    expect(readFileSync(file, 'utf8')).toBe('## Habits\n\n- short\n### not a section\n[masked]\n')
    expect((await run('read_memory', { scope: 'worker', section: 'hAbits' })).output).toContain('- short')
    expect((await run('read_memory', { scope: 'worker', section: 'x' })).output).toContain(
      'There are: Habits',
    )
    expect(await (await use(context))('edit_memory', edit)).toMatchObject({ ok: false })
    expect(await (await use({ ...context, alreadyRead: ['worker'] }))('edit_memory', edit)).toMatchObject({
      ok: true,
    })
  })

  test('of one scope is written by one at a time, and what one talk wrote the other reads', async () => {
    const { context } = table()
    const other = { ...context, meetingId: safeId('other')! }
    const runs = await Promise.all([use(context), use(other)])
    for (const run of runs) await run('read_memory', { scope: 'project' })
    const writes = Array.from({ length: 10 }, (_, n) =>
      runs[n % 2]!('edit_memory', {
        scope: 'project',
        section: 'Log',
        operation: 'append',
        content: `line ${n}`,
      }),
    )
    expect((await Promise.all(writes)).every(({ ok }) => ok)).toBe(true)
    const text = readFileSync(join(context.home, 'memory/projects/thumbs.md'), 'utf8')
    expect(parseMemory(text).sections[0]!.content.split('\n\n')).toHaveLength(10)
    expect((await runs[1]!('read_memory', { scope: 'project' })).output).toContain('line 0')
  })

  test('over its budget is written with a warning; bad names and missing content are refused', async () => {
    const { context } = table({ memoryLimit: 20 })
    const run = await use(context)
    await run('read_memory', { scope: 'worker' })
    expect((await run('edit_memory', edit)).output).toContain('Warning')
    for (const bad of [
      { section: '' },
      { section: 'a\nb' },
      { section: 'x'.repeat(100) },
      { content: undefined },
      { scope: 'other' },
      { operation: 'burn' },
    ])
      expect(await run('edit_memory', { ...edit, ...bad })).toMatchObject({ ok: false })
    expect(await run('edit_memory', { scope: 'worker', section: 'none', operation: 'delete' })).toMatchObject(
      { ok: true },
    )
    expect(
      await run('edit_memory', { scope: 'worker', section: 'HABITS', operation: 'delete' }),
    ).toMatchObject({ ok: true })
    expect((await run('read_memory', { scope: 'worker' })).output).toContain('nothing yet')
  })
})

describe('the record of the meeting', () => {
  test('takes decisions as lines, also behind one that was cut short', async () => {
    const { context, changes } = table()
    const run = await use(context)
    const decision = { question: 'Which?', decision: 'LRU', reasoning: 'hunter2' }
    await run('record_decision', decision)
    const file = join(context.home, `state/meetings/${ID}/decisions.jsonl`)
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"half`)
    await run('record_decision', decision)
    expect(parseDecisionLines(readFileSync(file, 'utf8'))).toEqual(
      Array(2).fill({ timestamp: AT, ...decision, reasoning: '[masked]' }),
    )
    expect(await run('record_decision', { ...decision, question: ' ' })).toMatchObject({ ok: false })
    expect(changes).toHaveLength(2)
  })

  test('takes links once, and summaries; the same again is nothing', async () => {
    const { context, changes } = table()
    const run = await use(context)
    expect(await run('link_artifact', { artifactPath: 'research/a.md' })).toEqual({
      ok: true,
      output: 'Linked research/a.md.',
    })
    expect((await run('link_artifact', { artifactPath: '.lore/research/a.md' })).output).toContain(
      'already linked',
    )
    expect(await run('link_artifact', { artifactPath: 'research/none.md' })).toMatchObject({ ok: false })
    await run('summarize_progress', { summary: 'TTL ruled out:\nhunter2' })
    expect(artifactOf(context)).toMatchObject({
      linked: ['research/a.md'],
      log: [{ event: 'opened' }, { event: 'progress_summary', reason: 'TTL ruled out:\n[masked]' }],
    })
    expect(changes).toHaveLength(2)
  })

  test('loses no entry when many are made at once', async () => {
    const { context } = table()
    const run = await use(context)
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => run('summarize_progress', { summary: `step ${n}` })),
    )
    expect(artifactOf(context).log).toHaveLength(9)
  })

  test('that is missing is not made up', async () => {
    const { context } = table({ meetingId: safeId('another')! })
    expect(await (await use(context))('summarize_progress', { summary: 's' })).toMatchObject({ ok: false })
    expect(existsSync(join(context.activity, '.lore/meetings/another.md'))).toBe(false)
  })
})

describe('requests', () => {
  test('COPY2: for another talk lie committed on the integration branch, each with an id of its own', async () => {
    const project = gitProject()
    await ensureIntegration(project)
    const { folder: activity } = await openActivity(project, ID, 'sparse')
    const integration = integrationOf(project).folder
    const commit = async (message: string) => void (await commitIntegration(project, message))
    const { context, changes } = table({ activity, integration, commitIntegration: commit })
    const run = await use(context)
    const ask = { reason: 'Measure again: "edge"\nnodes', referencedArtifacts: ['notes.md'] }
    const both = await Promise.all([run('propose_followup', ask), run('propose_followup', ask)])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    const ids = ['followup-Verity-20260504-081240', 'followup-Verity-20260504-081240-2']
    expect(changes).toHaveLength(2)
    for (const id of ids) {
      const text = git(project.path, 'show', `claude/main:.lore/meetings/${id}.md`)
      expect(parseArtifact(text)).toMatchObject({
        status: 'requested',
        worker: 'Verity',
        workerDisplayTitle: 'Pathfinder',
        referenced: ['notes.md'],
        agenda: ask.reason,
        log: [{ event: 'requested', reason: ask.reason }],
      })
    }
    expect(git(integration, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(activity, `.lore/meetings/${ids[0]}.md`))).toBe(false)
  })

  test('of the manager name a worker that there is', async () => {
    const manager = { ...verity, packageName: 'manager', systemToolboxes: ['manager'] }
    const { context, commits } = table({ worker: manager })
    const run = await use(context, { ...none, workers: [verity, manager] })
    expect(await run('request_meeting', { worker: 'nobody', reason: 'r' })).toMatchObject({
      ok: false,
      output: expect.stringContaining('verity (Verity)'),
    })
    expect(commits).toEqual([])
    expect(
      await run('request_meeting', {
        worker: 'verity',
        reason: 'Two findings disagree',
        agenda: 'Which?',
        referencedArtifacts: ['research/a.md'],
      }),
    ).toMatchObject({ ok: true })
    const text = readFileSync(
      join(context.integration, '.lore/meetings/meeting-request-20260504-081240-two-findings-disagree.md'),
      'utf8',
    )
    expect(parseArtifact(text)).toMatchObject({
      status: 'requested',
      worker: 'Verity',
      agenda: 'Which?',
      referenced: ['research/a.md'],
    })
    expect(commits).toEqual(['Ask for a talk: Two findings disagree'])
  })
})

describe('resolution', () => {
  const names = async (worker: Partial<WorkerPackage>, packages = none) =>
    (await resolveTools(table({ worker: { ...verity, ...worker } }).context, packages)).map(
      ({ name }) => name,
    )
  const base = [
    'read_artifact',
    'write_artifact',
    'list_artifacts',
    'read_memory',
    'edit_memory',
    'record_decision',
  ]
  const meeting = ['link_artifact', 'propose_followup', 'summarize_progress']

  function toolbox(source: string): Packages {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'index.mjs'), source)
    return { ...none, toolboxes: [{ packageName: 'weather', folder, entry: join(folder, 'index.mjs') }] }
  }
  const weather = `export const toolbox = ({ folder, worker }) => [{ name: 'sky', description: 'd', input: { type: 'object' },
    run: (input) => { if (input.fail) throw new Error('clouds'); return 'hunter2 for ' + worker } }]`

  test('is base, context, system, domain, built-ins, and nothing else', async () => {
    expect(await names({})).toEqual([...base, ...meeting])
    const all = {
      packageName: 'manager',
      systemToolboxes: ['manager'],
      domainToolboxes: ['weather'],
      builtInTools: ['run_command', 'read_file'],
    }
    expect(await names(all, toolbox(weather))).toEqual([
      ...base,
      ...meeting,
      'request_meeting',
      'sky',
      'read_file',
      'run_command',
    ])
  })

  test('is refused to a worker that would run half equipped, with the name and what there is', async () => {
    await expect(names({ domainToolboxes: ['tides'] }, toolbox(weather))).rejects.toThrow(
      /tides.*There are: weather/,
    )
    await expect(names({ domainToolboxes: ['tides'] })).rejects.toThrow(/There are none/)
    await expect(names({ systemToolboxes: ['manager'] })).rejects.toThrow(/only the worker manager may have/)
    await expect(names({ systemToolboxes: ['root'] })).rejects.toThrow(/system toolbox root/)
    await expect(names({ builtInTools: ['rm'] })).rejects.toThrow(/built-in tool rm.*read_file/)
    for (const broken of [
      'export const x = 1',
      'export default () => 3',
      'throw new Error("no")',
      'export default () => [{ name: "a b" }]',
      'export default () => [{ name: "read_memory", description: "", input: {}, run() {} }]',
    ])
      await expect(names({ domainToolboxes: ['weather'] }, toolbox(broken))).rejects.toMatchObject({
        code: 'TOOLBOX',
      })
  })

  test('builds every tool anew', async () => {
    const { context } = table()
    const [one, two] = [await resolveTools(context, none), await resolveTools(context, none)]
    expect(one.some((tool, at) => tool === two[at])).toBe(false)
  })

  test('gives domain tools whose words are masked and whose failures are results', async () => {
    const run = await use(
      table({ worker: { ...verity, domainToolboxes: ['weather'] } }).context,
      toolbox(weather),
    )
    expect(await run('sky', {})).toEqual({ ok: true, output: '[masked] for Verity', masked: ['password'] })
    expect(await run('sky', { fail: true })).toEqual({ ok: false, output: 'clouds' })
  })

  test('confines built-ins to the talk’s own worktree', async () => {
    const { context } = table({ worker: { ...verity, builtInTools: ['write_file', 'read_file'] } })
    mkdirSync(join(context.activity, 'src'))
    const run = await use(context)
    expect(await run('write_file', { path: 'src/a.ts', content: 'x' })).toMatchObject({ ok: true })
    expect(await run('write_file', { path: join(context.integration, 'a.ts'), content: 'x' })).toMatchObject({
      ok: false,
    })
    expect(filesIn(context.integration)).toEqual({})
  })

  test('checks every input before anything runs', async () => {
    const { context, changes } = table()
    const tools = await resolveTools(context, none)
    for (const one of tools) {
      for (const bad of [null, 'x', 3, [], { unknown: 1 }]) {
        expect(await one.run(bad, new AbortController().signal)).toMatchObject({ ok: false })
      }
    }
    expect(changes).toEqual([])
  })
})
