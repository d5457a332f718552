// CLI `parley rule action-items-writer`: appends, or leaves the file unchanged.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { folder, run, snapshot } from './fake-io.suite.js'
import { actionItemsWriter as command } from './save.js'

const drafts = '- type: feature\n  assignee: "Theo"\n- type: adr-draft\n  priority: high\n'
const flags = (over: Record<string, string> = {}) =>
  Object.entries({
    registry: 'deep/state/items.yaml',
    drafts: 'd.yaml',
    'source-meeting': 'meeting-x',
    date: '2026-01-02',
    ...over,
  }).flatMap(([name, value]) => [`--${name}`, value])

describe('action-items-writer', () => {
  test('a missing registry is created with its folders', async () => {
    const cwd = folder({ 'd.yaml': drafts })
    expect(await run(command, flags(), { cwd })).toEqual({ code: 0, out: '', err: '' })
    const text = readFileSync(join(cwd, 'deep/state/items.yaml'), 'utf8')
    expect(
      text.startsWith(
        '# Action Items — canonical registry\nschema_version: 2\nitems:\n\n- id: AI-2026-01-02-1\n',
      ),
    ).toBe(true)
    expect(parse(text).items).toMatchObject([
      { created: '2026-01-02T03:04:05Z', source_meeting: 'meeting-x', assignee: 'Theo', status: 'open' },
      {
        id: 'AI-2026-01-02-2',
        priority: 'high',
        target_command: 'no target — manual',
        assignee: 'unassigned',
      },
    ])
  })
  test('a second call goes on numbering and leaves the first as it was', async () => {
    const cwd = folder({ 'd.yaml': drafts })
    const registry = join(cwd, 'elsewhere.yaml')
    await run(command, flags({ registry }), { cwd })
    const first = readFileSync(registry, 'utf8')
    await run(command, flags({ registry }), { cwd })
    expect(readFileSync(registry, 'utf8').startsWith(`${first}\n- id: AI-2026-01-02-3\n`)).toBe(true)
  })
  test.each(['', '[]\n', '# none\n'])(
    'drafts of %j leave the registry unchanged, with a message',
    async (text) => {
      const cwd = folder({ 'd.yaml': text, 'r.yaml': 'old: 1' })
      const before = snapshot(cwd)
      const result = await run(command, flags({ registry: 'r.yaml' }), { cwd })
      expect(result).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no drafted items') })
      expect(snapshot(cwd)).toEqual(before)
      expect((await run(command, flags({ registry: 'new.yaml' }), { cwd })).code).toBe(0)
      expect(snapshot(cwd)).toEqual(before)
    },
  )
  test('an unknown key is ignored, with a message', async () => {
    const cwd = folder({ 'd.yaml': '- type: feature\n  colour: red\n' })
    expect(await run(command, flags(), { cwd })).toMatchObject({
      code: 0,
      err: expect.stringContaining("'colour'"),
    })
  })
  const kept = {
    'd.yaml': drafts,
    'bad.yaml': `${drafts}- type: risk-followup\n`,
    'empty.yaml': '- type:\n',
    'r.yaml': 'x: "1"  \n',
  }
  test.each([
    [
      'one unknown type',
      flags({ drafts: 'bad.yaml', registry: 'r.yaml' }),
      2,
      "REJECTED — unknown action-item type 'risk-followup'",
    ],
    ['an empty type', flags({ drafts: 'empty.yaml' }), 2, 'REJECTED — empty type'],
    ['no registry', flags().slice(2), 2, '--registry is required'],
    ['no drafts', [...flags().slice(0, 2), ...flags().slice(4)], 2, '--drafts is required'],
    ['an empty source', flags({ 'source-meeting': '' }), 2, '--source-meeting is required'],
    ['a date of another form', flags({ date: '2026-1-2' }), 2, '--date must be YYYY-MM-DD'],
    ['an unknown argument', [...flags(), '--force'], 2, "'--force'"],
    ['drafts that are not there', flags({ drafts: 'none.yaml' }), 3, 'no such file: none.yaml'],
    ['a registry that is a folder', flags({ registry: '.' }), 3, 'cannot write'],
    ['a registry below a file', flags({ registry: 'r.yaml/x' }), 3, 'cannot write'],
  ])('%s is refused and changes nothing', async (_what, argv, code, message) => {
    const cwd = folder(kept)
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^action-items-writer: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
  test('a registry that is not text is left unchanged', async () => {
    const cwd = folder({ 'd.yaml': drafts })
    writeFileSync(join(cwd, 'r.yaml'), Buffer.from([0x61, 0xff, 0x0a]))
    const before = snapshot(cwd)
    expect((await run(command, flags({ registry: 'r.yaml' }), { cwd })).code).toBe(3)
    expect(snapshot(cwd)).toEqual(before)
  })
})
