import { describe, expect, test } from 'vitest'
import { renderMemory } from '../../../text/agent-memory.js'
import { matches, matchingMeetings, recall, type Sidecar } from './memory-manifest.js'

const folder = '.gaia/memory/theo-sidecar'
const bytes = (text: string) => Buffer.byteLength(text)

function entry(day: number, { tags = ['x'], decided = 'Wait', about = 'queues' } = {}) {
  const date = `2026-01-${String(day).padStart(2, '0')}`
  const sourceMeeting = `meeting-${date}-${about}`
  const draft = { decided: [decided], constraints: [], open_items: [], sources: [], tags }
  const text = renderMemory({ ...draft, agent: 'theo', date, sourceMeeting })
  return { path: `${folder}/decisions/${date}-${about}.md`, text }
}

const sidecar = (more: Partial<Sidecar>): Sidecar => ({ folder, decisions: [], others: [], ...more })
const given = (sidecars: readonly Sidecar[], words: string) =>
  recall(sidecars, words, matchingMeetings(sidecars, words))

describe('what a seat remembers', () => {
  test.each([
    [['order-queues'], 'Which queue takes an order?', true],
    [['order-queues'], 'Which queue?', false],
    [['x'], 'As said in 2026-01-05-queues, go on', true],
    [['x'], 'About queues', true],
    [['x'], 'About cats', false],
  ])('tags %j and "%s": %s', (tags, words, expected) => {
    expect(matches(entry(5, { tags }).text, words)).toBe(expected)
  })

  test('a matching entry comes first and in full, and so does one from the same meeting as another seat’s match', () => {
    const own = [entry(3, { about: 'cats', decided: 'Feed them' }), entry(9, { about: 'dogs' })]
    const other = {
      folder: '.gaia/memory/zara-sidecar',
      decisions: [entry(3, { about: 'cats', tags: ['paw'] })],
      others: [],
    }
    const meetings = matchingMeetings([sidecar({ decisions: own }), other], 'The paw')
    const { text, files } = recall([sidecar({ decisions: own })], 'The paw', meetings)
    expect(files).toEqual([own[0]?.path])
    expect(text.indexOf('-cats.md')).toBeLessThan(text.indexOf('-dogs.md'))
    expect(text).toContain(`- \`${own[1]?.path}\` — 2026-01-09 — meeting-2026-01-09-dogs — tags: x — Wait`)
  })

  test('the manifest stays within its bytes and says how many entries it left out', () => {
    const decisions = Array.from({ length: 90 }, (_, at) =>
      entry((at % 28) + 1, { about: `matter-${at}`, decided: 'ä'.repeat(60) }),
    )
    const { text } = given([sidecar({ decisions })], 'nothing of it')
    expect(bytes(text)).toBeLessThanOrEqual(8000)
    const listed = text.split('\n').length - 1
    expect(text).toContain(`\n- (+${90 - listed} older entries — list ${folder} and read as needed)`)
  })

  test('full entries are whole, and together within their bytes', () => {
    const decisions = [3000, 6000, 3000].map((size, at) =>
      entry(at + 1, { tags: ['queue'], about: `m${at}`, decided: 'y'.repeat(size) }),
    )
    const { files } = given([sidecar({ decisions })], 'The queue')
    expect(files).toEqual([decisions[2]?.path, decisions[0]?.path])
  })

  test.each([
    ['many lines', `${'- a line of the truth\n'.repeat(60_000)}- the last`],
    ['one line', `${'ü'.repeat(700_000)}the last`],
  ])('a file of %s is cut at its top, visibly, within its bytes', (_what, text) => {
    const others = [{ path: `${folder}/ground-truth.md`, text }]
    const told = given([sidecar({ others })], 'x').text
    expect(told).toContain('[… older part cut]\n')
    expect(told).toMatch(/the last\n```$/)
    expect(bytes(told)).toBeLessThanOrEqual(8000 + bytes(`${folder}/ground-truth.md:\n\`\`\`\n\n\`\`\``))
  })

  test('of a decision log the last twenty entries are taken', () => {
    const text = Array.from({ length: 30 }, (_, at) => `- entry ${at}.`).join('\n')
    const told = given([sidecar({ others: [{ path: `${folder}/decision-log.md`, text }] })], 'x').text
    expect(told.match(/entry \d+/g)).toHaveLength(20)
    expect(told).toContain('entry 29.')
  })
})
