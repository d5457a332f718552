// CLI `parley rule scratchpad-resolve-path` and `scratchpad-extractor`: the same path, computed and written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { splitFrontmatter } from '../../../documents/split-frontmatter.js'
import { folder, run, snapshot } from './fake-io.suite.js'
import { scratchpadExtractor as extractor, scratchpadResolvePath as resolvePath } from './scratchpad.js'

const base = { date: '2026-01-02', slug: 'api', 'sp-n': 'SP-1' }
const argv = (given: Record<string, string>) =>
  Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
const path = (over: Record<string, string> = {}) => argv({ ...base, 'content-type': 'md', ...over })
const extract = (over: Record<string, string> = {}) =>
  argv({ root: 'p', ...base, 'pinning-agent': 'theo', ...over })
const place = '.gaia/artifacts/creative-artifacts/meeting-scratchpad/2026-01/api'

describe('scratchpad-resolve-path', () => {
  test.each([
    [path({ content: '# The Route\nmore', intent: 'x' }), `${place}/SP-1-the-route.md`],
    [
      path({ content: '{"a":1}', intent: 'The shape', 'content-type': 'json' }),
      `${place}/SP-1-the-shape.json`,
    ],
    [path({ 'sp-n': 'SP-12' }), `${place}/SP-12-untitled.md`],
    [path({ content: '', intent: '' }), `${place}/SP-1-untitled.md`],
    [
      path({ date: '2026-99-99', slug: 'a.b' }),
      '.gaia/artifacts/creative-artifacts/meeting-scratchpad/2026-99/a.b/SP-1-untitled.md',
    ],
  ])('%j', async (flags, expected) => {
    expect(await run(resolvePath, flags)).toEqual({ code: 0, out: `${expected}\n`, err: '' })
  })
  test.each([
    ['no date', path().slice(2), '--date is required'],
    ['no type', argv(base), '--content-type is required'],
    ['a date of another form', path({ date: '2026-1-2' }), 'date must be'],
    ['pin zero', path({ 'sp-n': 'SP-0' }), 'pin must be'],
    ['a bare number', path({ 'sp-n': '1' }), 'pin must be'],
    ['a slug upwards', path({ slug: 'a..b' }), 'slug must not'],
    ['a slug with a slash', path({ slug: 'a/b' }), 'slug must not'],
    ['a hidden slug', path({ slug: '.a' }), 'slug must not'],
    ['an unknown type', path({ 'content-type': 'exe' }), "'exe'"],
    ['an automatic type', path({ 'content-type': 'auto' }), "'auto'"],
    ['an unknown argument', [...path(), '--path', 'x'], "'--path'"],
  ])('%s is refused', async (_what, flags, message) => {
    const result = await run(resolvePath, flags)
    expect(result).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^scratchpad-resolve-path: /),
    })
    expect(result.err).toContain(message)
  })
})

describe('scratchpad-extractor', () => {
  test('a pin becomes a file that says where it came from', async () => {
    const cwd = folder()
    const flags = extract({ content: 'GET /v1', 'action-items': ' AI-2026-01-02-1 ,,AI-2026-01-02-2' })
    expect(await run(extractor, flags, { cwd })).toEqual({
      code: 0,
      out: `p/${place}/SP-1-get-v1.md\n`,
      err: '',
    })
    expect(readFileSync(join(cwd, 'p', place, 'SP-1-get-v1.md'), 'utf8')).toBe(`---
source_meeting: meeting-2026-01-02-api.md
source_scratchpad_id: SP-1
source_action_items: [AI-2026-01-02-1, AI-2026-01-02-2]
extracted_by: gaia-meeting
extracted_at: 2026-01-02T03:04:05Z
content_type: md
---

GET /v1
`)
    expect(Object.keys(snapshot(cwd))).toHaveLength(1)
  })
  test('the same path is replaced, the content kept as it is', async () => {
    const cwd = folder()
    await run(extractor, extract({ content: 'def f():\n  pass\n', intent: 'code' }), { cwd })
    const { out } = await run(
      extractor,
      extract({ content: '  def g(): pass\n\n', intent: 'code', 'content-type': 'auto' }),
      { cwd },
    )
    const text = readFileSync(join(cwd, out.trimEnd()), 'utf8')
    expect(out).toBe(`p/${place}/SP-1-code.py\n`)
    expect(text.endsWith('\n---\n\n  def g(): pass\n\n')).toBe(true)
    expect(Object.keys(snapshot(cwd))).toHaveLength(1)
  })
  test('without content the file of that type is empty, and an odd slug still parses', async () => {
    const cwd = folder()
    const { out } = await run(extractor, extract({ slug: 'a: "b" #c', root: `${cwd}/` }), { cwd })
    expect(out.startsWith(`${cwd}/.gaia/`)).toBe(true)
    const text = readFileSync(out.trimEnd(), 'utf8')
    expect(parse(splitFrontmatter(text)!.yaml)).toMatchObject({
      source_meeting: 'meeting-2026-01-02-a: "b" #c.md',
      source_action_items: [],
    })
    expect(text.endsWith('---\n\n\n')).toBe(true)
  })
  test.each([
    ['no root', extract().slice(2), 2, '--root is required'],
    ['no agent', argv({ root: 'p', ...base }), 2, '--pinning-agent is required'],
    ['a slug upwards', extract({ slug: '../x' }), 2, 'slug must not'],
    ['an unknown type', extract({ 'content-type': 'exe' }), 2, "'exe'"],
    ['an unknown argument', [...extract(), 'x'], 2, "'x'"],
    ['a root that is a file', extract({ root: 'f' }), 3, 'cannot write'],
  ])('%s is refused and changes nothing', async (_what, flags, code, message) => {
    const cwd = folder({ f: 'kept' })
    const before = snapshot(cwd)
    const result = await run(extractor, flags, { cwd })
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^scratchpad-extractor: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
})
