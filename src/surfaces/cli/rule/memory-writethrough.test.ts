// CLI `parley rule memory-writethrough`: a file per draft, named after the draft.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import { memoryWritethrough as command } from './save.js'

const draft =
  '---\nagent: someone-else\ndecided:\n  - "Use REST"\nconstraints: []\ntags:\n  - api\n---\nignored\n'
const flags = (over: Record<string, string> = {}) =>
  Object.entries({
    root: 'p',
    drafts: 'd',
    'source-meeting': 'meeting-x',
    date: '2026-01-02',
    slug: 'api',
    ...over,
  }).map(([name, value]) => `--${name}=${value}`)
const place = 'p/.gaia/memory/theo-sidecar/decisions/2026-01-02-api.md'

describe('memory-writethrough', () => {
  test('each draft becomes the memory of the agent its file is named after', async () => {
    const cwd = folder({
      'd/theo.md': draft,
      'd/Ada.md': '',
      'd/.hidden.md': draft,
      'd/notes.txt': 'x',
      'd/sub/x.md': draft,
      [place]: 'old',
    })
    expect(await run(command, flags(), { cwd })).toEqual({ code: 0, out: '', err: '' })
    const text = readFileSync(join(cwd, place), 'utf8')
    expect(
      text.startsWith(
        '---\nagent: theo\ndate: 2026-01-02\nsource_meeting: meeting-x\ntype: decision\ntags:\n  - "api"\n---\n',
      ),
    ).toBe(true)
    expect(text).toContain(
      '\n## What I decided / agreed to in this meeting\n\n- Use REST\n\n## Constraints I committed to\n\n## Open items',
    )
    const written = Object.keys(snapshot(join(cwd, 'p'))).map((path) => path.slice(cwd.length + 1))
    expect(written).toEqual(['p/.gaia/memory/Ada-sidecar/decisions/2026-01-02-api.md', place])
  })
  test('a folder without drafts writes nothing', async () => {
    const cwd = folder({ 'd/readme.txt': '' })
    const before = snapshot(cwd)
    expect(await run(command, flags(), { cwd })).toEqual({ code: 0, out: '', err: '' })
    expect(snapshot(cwd)).toEqual(before)
  })
  test.each([
    ['no root', flags().slice(1), 2, '--root is required'],
    ['no slug', flags({ slug: '' }), 2, '--slug is required'],
    ['a slug that leads elsewhere', flags({ slug: '../x' }), 2, 'slug must not'],
    ['a slug with a slash', flags({ slug: 'a/b' }), 2, 'slug must not'],
    ['a date of another form', flags({ date: 'today' }), 2, 'date must be'],
    ['an agent that leads elsewhere', flags({ drafts: 'odd' }), 2, "'..' leads elsewhere"],
    ['an unknown argument', [...flags(), 'x'], 2, "'x'"],
    ['drafts that are not there', flags({ drafts: 'none' }), 3, 'no such folder: none'],
    ['a root that is a file', flags({ root: 'd/theo.md' }), 3, 'cannot write'],
  ])('%s is refused and changes nothing', async (_what, argv, code, message) => {
    const cwd = folder({ 'd/theo.md': draft, 'odd/aa.md': draft, 'odd/b..c.md': draft, [place]: 'old' })
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^memory-writethrough: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
})
