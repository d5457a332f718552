// A chartered meeting at the command line, from the charter to notes that verify, in a real repository with a scripted company.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forkOf } from './support/forks.js'
import {
  charter,
  closing,
  frontmatter,
  ids,
  lastLine,
  meet,
  memories,
  notesPath,
  onlyId,
  parley,
  preludes,
  prompt,
  type Script,
  section,
  slug,
  turns,
  whole,
} from './support/meet.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { events, run } from './support/run.js'

const phases = ['INVITE', 'CHARTER', 'RESEARCH', 'DISCUSS', 'CLOSE', 'REVIEW', 'SAVE']
const usage = { input: 200, output: 40 }

/** Up to three seats, each of which says one thing and passes; nothing follows from it. `end`: what the mode leaves. */
function whoever(end: object): Script {
  const thrice = (entry: unknown) => [entry, entry, entry]
  const notes = { summary: 'Little was said.', closing: end, decisions: [], open_questions: [] }
  return {
    seats: {
      facilitator: [
        { call: 'close.actions', value: { items: [] } },
        { call: 'close.notes', value: notes },
      ],
      '*': [preludes.zara, 'Who watches the gate?', '[pass]', memories.zara].flatMap(thrice),
    },
  }
}

/** What lies there but for what meetings keep: the person's own files. */
function own(repo: Repo): Readonly<Record<string, string>> {
  const files = Object.entries(everything(repo.root))
  return Object.fromEntries(
    files.filter(([path]) => !/^\.(gaia|parley)(\/|$)|^(seats|answers)\.yaml$|^calls/.test(path)),
  )
}

const gaiaFiles = (repo: Repo) =>
  Object.keys(everything(repo.root)).filter((path) => path.startsWith('.gaia/') && /\.\w+$/.test(path))

describe('a meeting from charter to notes', () => {
  /** The transcript of the notes has the first line of a prelude only. */
  const abridged = (stdout: string) => stdout.trim().replace(/^(\[Prelude\] .*)\n(?:.+\n)+/gm, '$1\n')

  test('leaves what was accepted, the transcript alone on standard output, and the work of the person as it was', async () => {
    const repo = repository()
    const [before, status] = [own(repo), repo.git('status', '--porcelain')]
    const answers = [
      'continue',
      { to: 'discuss-cadence', choose: 'i', text: 'And in winter? [inference]' },
      { to: 'discuss-cadence', choose: 'continue' },
      { to: 'scratchpad.SP-1', choose: 'extract' },
      { to: 'post-research', choose: 'c' },
      { to: 'pre-close', choose: '[c]ontinue' },
      { to: 'review.action-items', choose: 'accept' },
      { to: 'review.memory.theo', choose: 'accept' },
      { to: 'review.memory.zara', choose: 'drop' },
      { to: 'review.notes', choose: 'accept' },
      { to: 'pre-save', choose: 'continue' },
    ]
    repo.write('.claude/settings.json', JSON.stringify({ meeting: { checkpoint_every_n_turns: 2 } }))
    const { code, stdout, stderr } = await meet(repo, { ...whole, answers }, '-v')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Notes: .gaia/') })
    const id = onlyId(repo)
    expect(id).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${slug}$`))
    expect(lastLine(stdout)).toBe('## Phase: SAVE')
    expect([...stdout.matchAll(/^## Phase: (\w+)$/gm)].map(([, name]) => name)).toEqual(phases)
    const notes = repo.read(notesPath(id))
    expect(section(notes, 'Transcript', 'Decisions').trim()).toBe(`## Transcript\n\n${abridged(stdout)}`)
    expect(stdout).toContain(
      '[round 1 / turn 5 / Tester (User) / per-turn-cost 0 tokens / running-total 160 tokens]\nPhase: DISCUSS\nTurn: d3\ndispatched_via: interject\norigin: interject\n\nAnd in winter?',
    )
    const item = `AI-${id.slice(0, 10)}-1`
    expect(frontmatter(notes)).toMatchObject({
      mode: 'decide',
      research_phase: 'enabled',
      web_search: 'disabled',
      action_items: [item],
      total_tokens: 400,
      parley: {
        meeting: id,
        ended_by: 'all-passed',
        degraded: [],
        citations: { verified: 2, unverified: 1, broken: 0 },
      },
    })
    expect(notes).toContain('- Nobody watches the gate on a Sunday [inference] — Zara, turn 4')
    expect(notes).toContain(`- ${item} — new-story: Open the gate at noon on Sundays`)
    expect(repo.read('.gaia/state/action-items.yaml')).toContain(`source_meeting: meeting-${id}`)
    expect(repo.read(`.gaia/memory/theo-sidecar/decisions/${id}.md`)).toContain(`- ${item}`)
    expect(existsSync(join(repo.root, '.gaia/memory/zara-sidecar'))).toBe(false)
    const folder = `.gaia/artifacts/creative-artifacts/meeting-scratchpad/${id.slice(0, 7)}/${slug}`
    expect(readdirSync(join(repo.root, folder))).toEqual([expect.stringMatching(/^SP-1-.*\.ts$/)])
    expect(existsSync(join(repo.root, '.gaia/memory/meeting-sessions'))).toBe(false)
    rmSync(join(repo.root, '.claude'), { recursive: true })
    expect(own(repo)).toEqual(before)
    expect(
      repo
        .git('status', '--porcelain')
        .split('\n')
        .filter((line) => !/\.gaia|seats\.yaml/.test(line))
        .join('\n'),
    ).toBe(status)
    expect(await parley(repo, 'verify', id)).toMatchObject({ code: 0 })
  })

  test('tells the next meeting on the same subject what the first one remembered, and takes another id', async () => {
    const repo = repository()
    expect((await meet(repo, whole, '--yes')).code).toBe(0)
    const first = onlyId(repo)
    const { code } = await meet(repo, { ...whole, log: 'calls.jsonl' }, '--yes')
    expect(code).toBe(0)
    expect(ids(repo)).toEqual([first, `${first}-2`])
    const calls = repo
      .read('calls.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seat: string; call: string; prompt: string })
    const opening =
      calls.find(({ seat, call }) => seat === 'theo' && call === 'research.prelude')?.prompt ?? ''
    expect(opening).toContain(`.gaia/memory/theo-sidecar/decisions/${first}.md`)
    expect(opening).toContain('The rule follows the tide')
    expect(opening).not.toContain('A watch is needed on Sundays')
    expect(repo.read(notesPath(`${first}-2`))).toContain(`.gaia/memory/theo-sidecar/decisions/${first}.md`)
    const date = first.slice(0, 10)
    expect(
      [...repo.read('.gaia/state/action-items.yaml').matchAll(/^- id: (.*)$/gm)].map(([, id]) => id),
    ).toEqual([`AI-${date}-1`, `AI-${date}-2`])
  })

  test('two that are held at the same moment share no id and lose nothing', async () => {
    const repo = repository()
    repo.write('seats.yaml', JSON.stringify(whole))
    const words = [
      'meet',
      '--charter',
      charter,
      '--invitees',
      'Theo,Zara',
      '--agents',
      'script:seats.yaml',
      '--yes',
    ]
    const ran = await Promise.all([1, 2].map(() => parley(repo, ...words)))
    expect(ran.map(({ code }) => code)).toEqual([0, 0])
    const [first = '', second = ''] = ids(repo)
    expect(second).toBe(`${first}-2`)
    const registry = repo.read('.gaia/state/action-items.yaml')
    for (const id of [first, second]) {
      expect(registry).toContain(`source_meeting: meeting-${id}\n`)
      expect(repo.read(notesPath(id))).toContain(`meeting: ${id}`)
      expect(await parley(repo, 'verify', id)).toMatchObject({ code: 0 })
    }
    expect(new Set([...registry.matchAll(/^- id: (.*)$/gm)].map(([, id]) => id)).size).toBe(2)
  })

  test('keeps what a seat opened and never closed inside its own turn, the same on the screen and in the notes', async () => {
    const repo = repository()
    const open = {
      text: 'Look here [inference]\n```js\nconst gate = 12\n[raise-hand → respond to Zara]',
      usage,
    }
    const hidden = { text: '<!-- [inference]\n<details> Is anybody reading this?', usage }
    const seats = {
      theo: [preludes.theo, open, turns.theo[1], memories.theo],
      zara: [preludes.zara, hidden, turns.zara[0], turns.zara[1], memories.zara],
      facilitator: closing,
    }
    const { code, stdout } = await meet(repo, { seats }, '--yes', '-v')
    expect(code).toBe(0)
    expect(stdout).toContain('const gate = 12\n[raise-hand → respond to Zara]\n```\n\n[raise-hand cycle=1 ')
    expect(stdout).toContain('\\<!-- [inference]\n\\<details> Is anybody')
    const notes = repo.read(notesPath(onlyId(repo)))
    expect(section(notes, 'Transcript', 'Decisions').trim()).toBe(`## Transcript\n\n${abridged(stdout)}`)
  })

  test('forked before its close writes under its own name, and the first stays as it was', async () => {
    const repo = repository()
    await meet(repo, whole, '--yes')
    const id = onlyId(repo)
    const notes = repo.read(notesPath(id))
    const lines = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.includes('"question":"pre-close"')) + 1
    expect((await parley(repo, 'fork', id, '--at', String(at), '--yes')).code).toBe(0)
    expect(repo.read(notesPath(id))).toBe(notes)
    expect(repo.read(notesPath(forkOf(id)))).toContain(`meeting: ${forkOf(id)}`)
    repo.write('docs/tide.md', '# Tide\n\nHigh water is at one.\n')
    for (const one of [id, forkOf(id)])
      expect(await parley(repo, 'verify', one)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('docs/tide.md was cited and has changed since.'),
      })
  })

  test('under a ceiling ends its discussion in time to pay for its close', async () => {
    const repo = repository()
    const refused = await meet(repo, whole, '--token-ceiling', '1000')
    const least = Number(/Give at least (\d+)/.exec(refused.stderr)?.[1])
    expect(refused.code).toBe(2)
    const long = { text: `${'The gate opens with the tide, says the sea. '.repeat(80)}[inference]` }
    const seats = Object.fromEntries(
      (['theo', 'zara'] as const).map((seat) => [
        seat,
        [preludes[seat], ...Array.from({ length: 9 }, () => long), memories[seat]],
      ]),
    )
    const ran = await meet(
      repo,
      { seats: { ...seats, facilitator: closing } },
      '--yes',
      '--json',
      '--token-ceiling',
      String(least),
    )
    const ended = events(ran).at(-1) as {
      exit: number
      summary: { input: number; output: number }
      outcome: unknown
    }
    expect(ended).toMatchObject({
      exit: 0,
      outcome: { endedBy: 'token-ceiling', degraded: ['unattended', 'token-ceiling'] },
    })
    expect(ended.summary.input + ended.summary.output).toBeLessThanOrEqual(least)
    expect(repo.read(notesPath(onlyId(repo)))).toContain('Turn: d2\n')
  })

  test('a mode brings its company to the person’s own table, and the notes list everybody', async () => {
    const repo = repository()
    repo.write('seats.yaml', JSON.stringify(whoever({ risks: [], notes: 'None.' })))
    const { code, stdout } = await run(
      [
        ...['meet', '--charter', charter, '--mode', 'red-team', '--invitees', 'me'],
        ...['--agents', 'script:seats.yaml', '--yes'],
      ],
      { cwd: repo.root },
    )
    expect({ code, last: lastLine(stdout) }).toEqual({ code: 0, last: '## Phase: SAVE' })
    const id = onlyId(repo)
    const notes = repo.read(notesPath(id))
    expect(frontmatter(notes)).toMatchObject({
      default_invitees_resolved: ['Zara', 'Sable', 'Nova'],
      parley: { citations: { broken: 0 }, degraded: ['unattended'] },
    })
    expect(stdout).toContain('Invitees: Zara, Sable, Nova, Tester (User)')
    expect(notes).toContain('  - name: Tester\n    role: User\n    tokens: 0\n')
    expect(await parley(repo, 'verify', id)).toMatchObject({ code: 0 })
  })
})

describe('the person decides', () => {
  test('at each yield the meeting waits with exit 3, is answered by letter, and is never asked twice', async () => {
    const repo = repository()
    const opened = await meet(repo, whole, '--max-turns', '3')
    expect(opened).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/answer \S+ interject "your words"/),
    })
    expect(opened.stdout).toContain('Before research: ')
    expect(opened.stdout).not.toMatch(/^Phase: CHARTER|dispatched_via/m)
    expect(lastLine(opened.stdout)).toBe(prompt)
    const id = onlyId(repo)
    expect(gaiaFiles(repo)).toEqual([])
    const again = await parley(repo, 'resume', id)
    expect(again).toMatchObject({ code: 3, stdout: expect.stringContaining('Before research: ') })
    const lines = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
    expect(lines.match(/"kind":"asked"/g)).toHaveLength(1)
    expect(lines).not.toContain('"kind":"turn"')
    const research = await parley(repo, 'answer', id, 'c')
    expect(research.stdout).toMatch(
      /^## Phase: RESEARCH\n[\s\S]*Before the discussion: [\s\S]*Sundays may be quieter \[inference\]/,
    )
    const paused = await parley(repo, 'answer', id, 'p')
    expect(paused).toMatchObject({ code: 3, stderr: expect.stringContaining(`resume ${id}`) })
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const spoke = await parley(repo, 'resume', id, '--interject', `Mind the winter. ${secret}`)
    expect(spoke).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /\[gaia-meeting\] CRITICAL: secret masked in the answer to "Yield: post-RESEARCH"/,
      ),
    })
    expect(JSON.stringify([spoke, everything(repo.root)])).not.toContain(secret)
    expect(spoke.stdout).toMatch(
      /^## Phase: DISCUSS\n\n\[round 1 \/ turn 3 \/ Tester \(User\) [^\n]*\n\nMind the winter\./,
    )
    expect(spoke.stdout).toContain('max-turns-cap: REJECTED')
    expect(spoke.stdout).toContain('Before the closing drafts: ')
    const pins = await parley(repo, 'meet', '--resume', id, '--continue')
    expect(pins).toMatchObject({ code: 3, stdout: expect.stringContaining('SP-1: extract, keep or drop?') })
    expect(await parley(repo, 'resume', id, '--wrap-up')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('scratchpad.SP-1'),
    })
    expect(await parley(repo, 'resume', id, '--continue')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('SP-1: extract'),
    })
    const saving = await parley(repo, 'answer', id, 'drop', '--yes')
    expect(saving).toMatchObject({ code: 0 })
    expect(frontmatter(repo.read(notesPath(id)))).toMatchObject({
      parley: { ended_by: 'max-turns', degraded: ['unattended'] },
    })
    expect(await parley(repo, 'resume', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('concluded'),
    })
  })

  test('wrapping up goes straight to the drafts, and what was dropped leaves the disk as it was', async () => {
    const repo = repository()
    const answers = ['w', { to: 'review.notes', choose: 'drop' }, { to: 'pre-save', choose: 'continue' }]
    const { code, stdout } = await meet(repo, { ...whole, answers })
    expect(code).toBe(0)
    expect(stdout).toContain(
      '## Phase: RESEARCH (skipped — wrap-up)\n\n## Phase: DISCUSS (skipped — wrap-up)\n',
    )
    expect(stdout).not.toContain('Before the closing drafts')
    expect(gaiaFiles(repo)).toEqual([])
  })

  test('aborting ends it for good with exit 1, and nothing is written', async () => {
    const repo = repository()
    const { code, stderr } = await meet(repo, { ...whole, answers: ['continue', 'a'] })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Aborted') })
    const id = onlyId(repo)
    expect(gaiaFiles(repo)).toEqual([])
    expect(await parley(repo, 'resume', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('aborted'),
    })
  })

  test('an edit at REVIEW replaces the draft; one that cannot be read is answered with its faults', async () => {
    const repo = repository()
    const answers = [
      'c',
      'c',
      'c',
      { to: 'scratchpad.SP-1', choose: 'keep' },
      { to: 'review.action-items', choose: 'edit', text: '- type: nonsense\n  context_for_target: x' },
      {
        to: 'review.action-items',
        choose: 'edit',
        text: '- type: feature\n  context_for_target: "Ring the bell at noon"\n  assignee: Zara',
      },
      { to: 'review.memory.theo', choose: 'accept' },
      { to: 'review.memory.zara', choose: 'accept' },
      { to: 'review.notes', choose: 'edit', text: 'summary: Noon it is, and the bell rings.' },
      { to: 'pre-save', choose: 'interject', text: 'Look again.' },
      'accept',
      'drop',
      'accept',
      'accept',
      'continue',
    ]
    const { code, stdout } = await meet(repo, { ...whole, answers })
    expect(code).toBe(0)
    expect(stdout).toMatch(/Tester \(User\)[^\n]*\n\n/)
    const notes = repo.read(notesPath(onlyId(repo)))
    expect(notes).toContain('\nNoon it is, and the bell rings.\n')
    expect(notes).toContain('- Nobody watches the gate on a Sunday [inference] — Zara, turn 4')
    expect(repo.read('.gaia/state/action-items.yaml')).toMatch(
      /assignee: "Zara"\n {2}context_for_target: "Ring the bell at noon"/,
    )
    expect(existsSync(join(repo.root, '.gaia/memory/theo-sidecar'))).toBe(false)
  })
})

describe('flags', () => {
  test('--no-web, --skip-research and --invitees-override hold, and the notes say so', async () => {
    const repo = repository()
    const seats = {
      zara: [...turns.zara, memories.zara],
      facilitator: [{ ...closing[0], value: { items: [] } }, closing[1]],
    }
    repo.write('seats.yaml', JSON.stringify({ seats, log: 'calls.jsonl' }))
    const flags = [
      '--mode',
      'red-team',
      '--invitees',
      'security',
      '--invitees-override',
      '--no-web',
      '--skip-research',
    ]
    const { code, stdout } = await run(
      ['meet', '--charter', charter, ...flags, '--agents', 'script:seats.yaml', '--yes'],
      { cwd: repo.root },
    )
    expect(code).toBe(0)
    expect(stdout).toContain('## Phase: RESEARCH (skipped — --skip-research)\n')
    expect(stdout).toContain('Invitees: Zara\n')
    const notes = repo.read(notesPath(onlyId(repo)))
    expect(frontmatter(notes)).toMatchObject({
      mode: 'red-team',
      closing_artifact_bias: 'risk-register',
      invitees_override: true,
      default_invitees_resolved: [],
      missing_invitees: [],
      research_phase: 'skipped',
      web_search: 'disabled',
    })
    expect(section(notes, 'Research preludes', 'Transcript')).toContain('_(skipped)_')
    const calls = repo
      .read('calls.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { call: string; tools: string[] })
    expect(calls.map(({ call }) => call)).not.toContain('research.prelude')
    for (const { tools } of calls) for (const tool of tools) expect(tool).not.toMatch(/write|edit|web|fetch/i)
  })

  test('a charter needs no flag, and a default invitee who cannot sit is missed aloud while the meeting goes on', async () => {
    const repo = repository()
    repo.write('.parley/personas/sable.md', '---\nid: sable\nname: "S/able"\ntitle: Broken\n---\n\nNobody.\n')
    repo.write('seats.yaml', JSON.stringify(whoever({ criteria: [], follow_ups: 'None.' })))
    const { code, stderr } = await run(
      ['meet', charter, '--mode', 'ac', '--agents', 'script:seats.yaml', '--yes'],
      { cwd: repo.root },
    )
    expect(code).toBe(0)
    expect(stderr).toContain(
      '[gaia-meeting] WARNING: missing default invitee(s) for mode ac: Sable (resolved subset: Vera)\n',
    )
    expect(frontmatter(repo.read(notesPath(onlyId(repo))))).toMatchObject({ missing_invitees: ['Sable'] })
  })

  test('--json prints the journal as events and how it ended', async () => {
    const repo = repository()
    const ran = await meet(repo, whole, '--json')
    expect(ran.code).toBe(3)
    expect(events(ran).at(-1)).toMatchObject({
      type: 'ended',
      ending: 'waiting',
      exit: 3,
      question: {
        id: 'post-charter',
        body: expect.stringContaining('stored in the meeting’s journal, below PARLEY_HOME;'),
      },
    })
  })

  test('the charter is required: exit 4, the same halt last on both streams, and nothing on disk', async () => {
    const repo = repository()
    const before = everything(repo.root)
    for (const words of [[], ['--charter', ' \n']]) {
      const { code, stdout, stderr } = await run(['meet', '--invitees', 'Nobody', ...words], {
        cwd: repo.root,
      })
      expect({ code, last: lastLine(stderr) }).toEqual({ code: 4, last: stdout.trimEnd() })
      expect(stdout).toMatch(/^HALT condition=CHARTER-MISSING agent=— fr=FR-MTG-28 detail=\S/)
      expect(stderr).toMatch(/^BLOCKED — meeting charter is required before INVITE\.\n/)
    }
    expect(everything(repo.root)).toEqual(before)
  })

  test('wrong usage is exit 2 before anything exists', async () => {
    const repo = repository()
    repo.write('nobody.yaml', 'seats: {}\n')
    const voiced = ['--agents', 'script:nobody.yaml']
    const before = everything(repo.root)
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--invitees', 'Zarra'], /Nobody called "Zarra"[\s\S]*Did you mean Zara/],
      [['--mode', 'decide', '--mode', 'ac', '--invitees', 'Theo'], /single-mode-only/],
      [['--mode', 'decision', '--invitees', 'Theo'], /unknown mode 'decision'/],
      [['--invitees', 'Theo', '--max-turns', '0'], /--max-turns cannot be "0"/],
      [['--invitees', 'me'], /Cannot start meeting: no agents or stakeholders invited\./],
      [['--invitees', 'Theo', '--resume', 'x'], /--resume and --charter exclude each other/],
      [['--invitees', 'Theo', '--continue'], /require --resume/],
      [['Pick', 'one.', '--invitees', 'Theo'], /--charter was given, and the words "Pick one\." beside it/],
      [['--invitees', 'Theo', '--token-ceiling', '500'], /cannot hold this meeting[\s\S]*Give at least \d+/],
      [['--invitees', 'Theo', '--seat', 'teo=claude'], /"teo"[\s\S]*theo/],
    ]
    const ran = await Promise.all(
      cases.map(([words]) => run(['meet', '--charter', charter, ...voiced, ...words], { cwd: repo.root })),
    )
    for (const [at, { code, stderr }] of ran.entries()) {
      expect(code, stderr).toBe(2)
      expect(stderr).toMatch(cases[at]?.[1] ?? /$./)
    }
    expect(everything(repo.root)).toEqual(before)
  })
})

describe('a halt', () => {
  test('for want of a prelude is asked about on resume, never answered by --yes, and dropping goes on without that seat', async () => {
    const repo = repository()
    const failing = { error: 'the line is dead', kind: 'failed' }
    const seats = {
      theo: [preludes.theo, ...turns.theo, memories.theo],
      zara: [failing, failing],
      facilitator: closing,
    }
    const halted = await meet(repo, { seats }, '--yes')
    expect(halted.code).toBe(4)
    expect(lastLine(halted.stdout)).toMatch(/^HALT condition=RESEARCH-MISSING agent=\S+ fr=FR-MTG-28 detail=/)
    expect(lastLine(halted.stderr)).toBe(lastLine(halted.stdout))
    expect(halted.stderr).toMatch(/Zara did not speak: [^\n]*the line is dead/)
    const id = onlyId(repo)
    const asked = await parley(repo, 'resume', id, '--yes')
    expect(asked).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/Without a prelude: Zara \(\S[^\n]*\)[\s\S]*answer \S+ drop/),
    })
    const { code } = await parley(repo, 'answer', id, 'drop', '--yes')
    expect(code).toBe(0)
    expect(frontmatter(repo.read(notesPath(id))).parley.degraded).toEqual(
      expect.arrayContaining(['absent:zara', 'one-voice']),
    )
  })

  test('for a claim without a source names its lines beside the transcript, and --continue asks for three fresh drafts', async () => {
    const repo = repository()
    const bare = { text: 'The gate is always open.', usage }
    const seats = {
      theo: [preludes.theo, bare, bare, bare, ...turns.theo, memories.theo],
      zara: [preludes.zara, ...turns.zara, memories.zara],
      facilitator: closing,
    }
    const halted = await meet(repo, { seats }, '--yes')
    expect(halted.code).toBe(4)
    expect(lastLine(halted.stdout)).toBe(
      'HALT condition=CITE-OR-FLAG agent=theo fr=FR-MTG-28 detail=1 unflagged line(s) after 2 re-emissions',
    )
    expect(halted.stdout).not.toContain('The gate is always open')
    expect(halted.stderr).toMatch(
      /cite or flag.* stopped theo: 1 unflagged [^\n]*: line 1: The gate is always open\./,
    )
    // A prelude stands whole under its header, and nothing of it elsewhere.
    expect(halted.stdout).toMatch(/\n\[Prelude\] Theo [^\n]*\n- High water comes at noon \(docs\/tide\.md:3/)
    expect(halted.stderr).not.toContain('High water')
    const id = onlyId(repo)
    const { code, stdout } = await parley(repo, 'resume', id, '--continue', '--yes')
    expect(code).toBe(0)
    expect(stdout).toContain(
      '[round 1 / turn 3 / Theo (System Architect) / per-turn-cost 160 tokens / running-total 240 tokens]',
    )
    expect(repo.read(notesPath(id))).not.toContain('The gate is always open')
  })

  test('for a link on a target path writes nothing; without the link the meeting is saved', async () => {
    const repo = repository()
    mkdirSync(join(repo.root, 'elsewhere'))
    mkdirSync(join(repo.root, '.gaia', 'memory'), { recursive: true })
    symlinkSync('../../elsewhere', join(repo.root, '.gaia', 'memory', 'theo-sidecar'))
    const halted = await meet(repo, whole, '--yes')
    expect(halted.code).toBe(4)
    expect(lastLine(halted.stdout)).toMatch(
      /^HALT condition=WRITE-BOUNDARY-VIOLATION agent=— fr=FR-MTG-31 detail=\.gaia\/memory\/theo-sidecar\//,
    )
    const id = onlyId(repo)
    expect(gaiaFiles(repo)).toEqual([])
    expect(readdirSync(join(repo.root, 'elsewhere'))).toEqual([])
    rmSync(join(repo.root, '.gaia', 'memory', 'theo-sidecar'))
    expect((await parley(repo, 'resume', id)).code).toBe(0)
    expect(existsSync(join(repo.root, notesPath(id)))).toBe(true)
  })
})
