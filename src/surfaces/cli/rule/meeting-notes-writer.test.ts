// CLI `parley rule meeting-notes-writer`: one file per meeting, at one place.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import { meetingNotesWriter as command } from './save.js'

const payload =
  'charter: Choose "REST": or not\nmode: decide\nattendees:\n  - name: Theo\n    role: Architect\n    tokens: 5\n'
const flags = (over: Record<string, string> = {}) =>
  Object.entries({ root: 'p', payload: 'n.yaml', date: '2026-01-02', slug: 'api', ...over }).flatMap(
    ([name, value]) => [`--${name}`, value],
  )
const place = 'p/.gaia/artifacts/creative-artifacts/meeting-notes/meeting-2026-01-02-api.md'
const former = 'p/.gaia/artifacts/creative-artifacts/meeting-2026-01-02-api.md'

describe('meeting-notes-writer', () => {
  test('the notes are written at their path, and a second call writes the same bytes', async () => {
    const cwd = folder({ 'n.yaml': payload })
    expect(await run(command, flags(), { cwd })).toEqual({ code: 0, out: '', err: '' })
    const text = readFileSync(join(cwd, place), 'utf8')
    expect(text.split('\n').slice(0, 10)).toEqual([
      '---',
      'date: 2026-01-02',
      'slug: api',
      'charter: "Choose \\"REST\\": or not"',
      'mode: decide',
      'cost_breakdown:',
      '  - name: Theo',
      '    role: Architect',
      '    tokens: 5',
      'total_tokens: 0',
    ])
    await run(command, flags(), { cwd })
    expect(readFileSync(join(cwd, place), 'utf8')).toBe(text)
  })
  test('notes at the former path are removed', async () => {
    const cwd = folder({
      'n.yaml': payload,
      [former]: 'old',
      'p/.gaia/artifacts/creative-artifacts/meeting-2026-01-02-b.md': 'kept',
    })
    expect((await run(command, flags(), { cwd })).code).toBe(0)
    expect([existsSync(join(cwd, former)), existsSync(join(cwd, place))]).toEqual([false, true])
    expect(existsSync(join(cwd, 'p/.gaia/artifacts/creative-artifacts/meeting-2026-01-02-b.md'))).toBe(true)
  })
  test.each([
    ['no root', flags().slice(2), 2, '--root is required'],
    ['no payload flag', [...flags().slice(0, 2), ...flags().slice(4)], 2, '--payload is required'],
    ['a date of another form', flags({ date: '2026' }), 2, 'date must be'],
    ['a slug that leads elsewhere', flags({ slug: '..' }), 2, 'slug must not'],
    ['a slug with a slash', flags({ slug: 'a/b' }), 2, 'slug must not'],
    ['an unknown argument', [...flags(), '--draft'], 2, "'--draft'"],
    ['a payload that is not there', flags({ payload: 'none' }), 3, 'no such file: none'],
    ['a root that is a file', flags({ root: 'n.yaml' }), 3, 'cannot write'],
  ])('%s is refused and changes nothing', async (_what, argv, code, message) => {
    const cwd = folder({ 'n.yaml': payload, [former]: 'old' })
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^meeting-notes-writer: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
})
