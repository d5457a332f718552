// Dispatch block: what its fields hold, and what a hostile draft inside it cannot do.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Dispatch, readDispatch } from './dispatch.js'

function read(text: string): Dispatch {
  const reading = readDispatch(text)
  if (reading.kind === 'wrong') throw new Error(reading.why)
  return reading
}
const head = 'SLUG: a\nARTIFACT_FOLDER: docs/requirements/a\n'

describe('dispatch block', () => {
  test('a slug and a folder are enough; everything else has its default', () => {
    expect(read(head)).toEqual({
      kind: 'dispatch',
      ...{ slug: 'a', folder: 'docs/requirements/a', source: 'manual', sourceId: 'unknown', meta: null },
      ...{
        draft: null,
        light: false,
        sizing: null,
        personas: null,
        topics: null,
        discovery: null,
        notices: [],
      },
    })
  })
  test('values stand on the line of their name or below it', () => {
    const text = `${head}SOURCE: github\nSOURCE_ID:\nGH-4\nDRAFT_CONTENT:\n# Title\n\nNOTE: text\nDISCOVERY_CONTEXT: one\ntwo\nANALYSIS_MODE: no branches\n`
    expect(read(text)).toMatchObject({
      source: 'github',
      sourceId: 'GH-4',
      draft: '# Title\n\nNOTE: text',
      discovery: 'one\ntwo',
    })
  })
  test.each([
    ['SLUG: a\n', /no ARTIFACT_FOLDER/],
    ['ARTIFACT_FOLDER: x\nSLUG:\n', /no SLUG/],
    ['', /no SLUG/],
    ['SLUG: ../x\nARTIFACT_FOLDER: y', /cannot be the name/],
    [`${head}SOURCE: svn`, /no source "svn"/],
  ])('%j is refused', (text, why) => {
    expect(readDispatch(text)).toMatchObject({ kind: 'wrong', why: expect.stringMatching(why) })
  })
  test('the literal of an absent draft is no draft', () => {
    expect(read(`${head}DRAFT_CONTENT: (No draft available)`).draft).toBeNull()
  })
  test('JSON that is none counts as absent, with a notice that names it', () => {
    const { meta, sizing, notices } = read(
      `${head}META_CONTEXT: {oops\nSIZING_INFO:\n  light_flag: true\n  sizing_decision: [1]`,
    )
    expect({ meta, sizing }).toEqual({ meta: null, sizing: null })
    expect(notices.map((notice) => notice.split(' ')[0])).toEqual(['META_CONTEXT', 'sizing_decision'])
  })
  test('sizing may stand in either order, on several lines, or be null', () => {
    const sizing = 'sizing_decision: {\n "effective_intensity": "epic"\n}'
    for (const lines of [`light_flag: true\n${sizing}`, `${sizing}\nlight_flag: true`])
      expect(read(`${head}SIZING_INFO:\n${lines}`)).toMatchObject({
        light: true,
        sizing: { effective_intensity: 'epic' },
        notices: [],
      })
    expect(read(`${head}SIZING_INFO:\nlight_flag: false\nsizing_decision: null`)).toMatchObject({
      light: false,
      sizing: null,
      notices: [],
    })
  })
  test('segments are whole files; text before the first is ignored and a field without any counts as absent', () => {
    const personas =
      'before\n--- persona-business-analyst ---\n# Maya\n```\nDRAFT_CONTENT: not this\n```\n--- persona-chef ---\nno role\n--- persona-system-designer ---\n# Jordan\n SLUG: indented'
    const topics = 'x\n--- topic: my-topic ---\n---\ntopic_id: my-topic\n---\n --- topic: no ---\nbody'
    const reading = read(`${head}PERSONA_CONTEXT:\n${personas}\nTOPIC_CONTEXT:\n${topics}\nDRAFT_CONTENT: d`)
    expect(reading.personas).toEqual({
      'business-analyst': '# Maya\n```\nDRAFT_CONTENT: not this\n```\n',
      'system-designer': '# Jordan\n SLUG: indented\n',
    })
    expect(reading.topics).toEqual([
      { id: 'my-topic', text: '---\ntopic_id: my-topic\n---\n --- topic: no ---\nbody\n' },
    ])
    expect(reading.draft).toBe('d')
    expect(read(`${head}PERSONA_CONTEXT: none here\nTOPIC_CONTEXT:`)).toMatchObject({
      personas: null,
      topics: null,
    })
  })
  test('a persona that leaves a fence open hides no field behind the next segment', () => {
    const text = `${head}PERSONA_CONTEXT:\n--- persona-business-analyst ---\n\`\`\`\nopen\n--- persona-system-designer ---\nx\nDRAFT_CONTENT: d`
    expect(read(text)).toMatchObject({ draft: 'd', personas: { 'system-designer': 'x\n' } })
  })
  test('no draft can change a field that stands before it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('SLUG: b', 'ARTIFACT_FOLDER: /etc', 'text', '```', '')),
        (lines) => {
          const reading = read(`${head}DRAFT_CONTENT:\n${lines.join('\n')}`)
          expect(reading).toMatchObject({ slug: 'a', folder: 'docs/requirements/a' })
          expect(reading.draft ?? '').toBe(lines.join('\n').trim())
        },
      ),
    )
  })
})
