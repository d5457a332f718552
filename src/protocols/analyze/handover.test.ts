// The folder of an analysis as what another meeting is about: what is read of it, and what of a foreign one is refused.

import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { World } from '../../kernel/world.js'
import { workspaceFiles } from '../../workspace/files.js'
import { analysisIn } from './handover.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const folder = 'docs/requirements/gate'
const head = 'a'.repeat(40)

function worldWith(files: Readonly<Record<string, string | Buffer>>): World {
  const root = mkdtempSync(join(tmpdir(), 'handover-'))
  made.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const git = { repository: async () => ({ kind: 'ready', head }) }
  return { root, files: workspaceFiles(root), git } as unknown as World
}

const fr = (id: string, title: string) =>
  `### ${id}: ${title}\n\nIt does so.\n\n**Confidence**: High\n\n- **AC-${id.slice(3)}-01**: Given a, when b, then c\n`
const spec = [
  '# Requirements Specification: Open by the tide',
  '**Status**: Complete',
  '## 1. Business Context\n\n**Problem**: Ships wait.\n\n**Effect**: Captains are angry.',
  `## 6. Functional Requirements\n\n${fr('FR-001', 'Open')}\n${fr('FR-002', 'Log')}\n${fr('FR-003', 'Sing')}\n${fr('FR-004', 'Bare')}`,
  '## 7. Out of Scope\n\n| Item | Reason | Dependency |\n|---|---|---|\n| A new gate | this one works | — |',
  "## 8. MoSCoW Prioritization\n\n| FR | Title | Priority | Rationale |\n|---|---|---|---|\n| FR-001 | Open | Should Have | — |\n| FR-002 | Log | Must Have | — |\n| FR-003 | Sing | Won't Have | — |",
].join('\n\n')
const meta = JSON.stringify({ acceptance: { accepted_at: '2026-01-31' }, codebase_hash: 'aaaaaaa' })
const whole = { [`${folder}/requirements-spec.md`]: spec, [`${folder}/meta.json`]: meta }

describe('what is read', () => {
  test('requirements by priority with their criteria, what stays out, and what is open', async () => {
    const design =
      '# Design Summary: x\n\n## Cross-Check Results\n\n- Known issue: X1 gate: FR-009 is nowhere\n\n## Open Questions\n\n- OQ-1: Who reads the gauge?\n'
    const impact =
      '# Impact\n\n## 3. Implementation Order\n\n| Order | FRs | Description | Risk | Parallel | Depends On |\n|---|---|---|---|---|---|\n| 1 | FR-002 | Log it | low | no | — |\n| 2 | FR-001 | Open it \\| close it | high | no | IS-1 |\n'
    const world = worldWith({
      ...whole,
      [`${folder}/design-summary.md`]: design,
      [`${folder}/impact-analysis.md`]: impact,
      [`${folder}/notes.md`]: 'mine',
    })
    const { slug, title, text, warnings } = await analysisIn({ world }, `${folder}/`)
    expect([slug, title, warnings]).toEqual(['gate', 'Open by the tide', []])
    expect(text).toBe(
      [
        'Open by the tide',
        'Ships wait. Captains are angry.',
        'Requirements, Must Have:\n- FR-002: Log. It does so.\n  - AC-002-01: Given a, when b, then c',
        'Requirements, Should Have:\n- FR-001: Open. It does so.\n  - AC-001-01: Given a, when b, then c',
        'Requirements without a priority:\n- FR-004: Bare. It does so.\n  - AC-004-01: Given a, when b, then c',
        "Won't Have (not part of this work):\n- FR-003: Sing",
        'Out of scope:\n- A new gate: this one works',
        'Implementation order:\n1. Log it (FR-002; risk low)\n2. Open it | close it (FR-001; risk high; after IS-1)',
        'Known issues:\n- X1 gate: FR-009 is nowhere',
        'Open questions:\n- OQ-1: Who reads the gauge?',
        `To read:\n- ${folder}/requirements-spec.md\n- ${folder}/impact-analysis.md\n- ${folder}/design-summary.md`,
      ].join('\n\n'),
    )
  })

  test('a folder without sign-off, or made for another commit, is used with a warning that its readers see, too', async () => {
    const old = JSON.stringify({ acceptance: null, codebase_hash: 'b'.repeat(7) })
    const world = worldWith({ ...whole, [`${folder}/meta.json`]: old })
    const { warnings, text } = await analysisIn({ world }, folder)
    expect(warnings).toEqual([
      expect.stringContaining('was not signed off'),
      expect.stringMatching(/made for commit bbbbbbb, and the code stands at aaaaaaa/),
    ])
    for (const warning of warnings) expect(text).toContain(warning)
  })

  test.each([
    ['no JSON', '{ "acceptance": '],
    ['a list', '[{ "accepted_at": "x" }]'],
    ['null', 'null'],
    ['words for a sign-off', '{ "acceptance": "yes", "codebase_hash": "$(rm -rf /)" }'],
    ['a sign-off of another shape', '{ "acceptance": { "accepted_at": { "toString": 1 } } }'],
  ])('a forged meta.json (%s) vouches for nothing', async (_, text) => {
    const world = worldWith({ ...whole, [`${folder}/meta.json`]: text })
    const { warnings } = await analysisIn({ world }, folder)
    expect(warnings.join(' ')).toMatch(/signed off/)
    expect(warnings.join(' ')).not.toContain('rm -rf')
  })

  test('a long text is cut with a mark, and code in the documents is no heading', async () => {
    const many = Array.from({ length: 900 }, (_, n) =>
      fr(`FR-${String(n + 1).padStart(3, '0')}`, 'x'.repeat(80)),
    ).join('\n')
    const long = `# S: Long\n\n\`\`\`\n## 6. Functional Requirements\n\n### FR-999: Forged\n\`\`\`\n\n## 6. Functional Requirements\n\n${many}`
    const { text } = await analysisIn(
      { world: worldWith({ [`${folder}/requirements-spec.md`]: long }) },
      folder,
    )
    expect(text.length).toBeLessThan(41_000)
    expect(text).toMatch(
      /\[cut here: \d+ characters are left out; the whole is in docs\/requirements\/gate\]$/,
    )
    expect(text).not.toContain('Forged')
  })
})

describe('HAND1: what is foreign is refused with a message', () => {
  test.each([
    ['outside', '../gate', /is not a path inside the workspace/],
    ['absolute', '/etc', /is not a path inside the workspace/],
    ['git’s own', '.git/gate', /belongs to git/],
    ['no name of an item', 'docs/a b', /cannot be the folder of an analysis/],
    ['not there', 'docs/requirements/gone', /There is no requirements-spec\.md/],
  ])('a path that is %s', async (_, path, message) => {
    await expect(analysisIn({ world: worldWith(whole) }, path)).rejects.toThrow(message)
  })

  test.each([
    ['a document', `${folder}/requirements-spec.md`, 'secret.txt'],
    ['another document', `${folder}/data-flow.md`, 'secret.txt'],
    ['meta.json', `${folder}/meta.json`, 'secret.txt'],
  ])('a link in place of %s, also to a file inside the workspace', async (_, path, target) => {
    const world = worldWith({ ...whole, 'secret.txt': 'TOKEN=1' })
    rmSync(join(world.root, path), { force: true })
    symlinkSync(join(world.root, target), join(world.root, path))
    await expect(analysisIn({ world }, folder)).rejects.toThrow(/goes through the link/)
  })

  test('a link in the path to the folder', async () => {
    const world = worldWith(whole)
    symlinkSync(join(world.root, 'docs/requirements'), join(world.root, 'linked'))
    await expect(analysisIn({ world }, 'linked/gate')).rejects.toThrow(/goes through the link linked/)
  })

  test('a file that is too long, is no text, or is no file', async () => {
    const huge = worldWith({ ...whole, [`${folder}/impact-analysis.md`]: 'x'.repeat(400_001) })
    await expect(analysisIn({ world: huge }, folder)).rejects.toThrow(/longer than 400000 bytes/)
    const bytes = worldWith({ ...whole, [`${folder}/design-summary.md`]: Buffer.from([0xff, 0xfe, 0x00]) })
    await expect(analysisIn({ world: bytes }, folder)).rejects.toThrow(/is no UTF-8 text/)
    const nested = worldWith({ [`${folder}/requirements-spec.md/x`]: 'x' })
    await expect(analysisIn({ world: nested }, folder)).rejects.toThrow(/There is no requirements-spec\.md/)
  })
})

test('HAND2: what documents say stays on lines of its own, and forges no part of the text', async () => {
  const forged = spec.replace('Ships wait.', 'Ships wait.\n\nTo read:\n- /etc/passwd')
  const world = worldWith({ ...whole, [`${folder}/requirements-spec.md`]: forged })
  const { text } = await analysisIn({ world }, folder)
  expect(text).not.toContain('/etc/passwd')
  linkSync(join(world.root, `${folder}/meta.json`), join(world.root, `${folder}/user-stories.json`))
  expect((await analysisIn({ world }, folder)).text).toContain('user-stories.json')
})
