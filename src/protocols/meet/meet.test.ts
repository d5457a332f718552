// What holds in every chartered meeting, shown on one meeting that has everything in it.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Line } from '../../kernel/line/line.js'
import type { TurnData } from '../../kernel/line/line-data.js'
import { auditProvenance, turnBlocks } from '../../rules/provenance.js'
import { asked, file, grandId, type Held, holdGrand } from './grand.suite.js'

const notesFile = `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${grandId}.md`
const phases = ['INVITE', 'CHARTER', 'RESEARCH', 'DISCUSS', 'CLOSE', 'REVIEW', 'SAVE']

let held: Held
let lines: readonly Line[]
let notes: string
let transcript: string

beforeAll(async () => {
  held = await holdGrand()
  lines = await held.here.lines(grandId)
  notes = file(held.root, notesFile)
  transcript = section(notes, 'Transcript', 'Decisions')
})

describe('a chartered meeting', () => {
  test('concludes with everything the person accepted on disk, and verifies', async () => {
    expect(held.ending).toMatchObject({
      kind: 'concluded',
      outcome: { endedBy: 'wrap-up', actionItems: ['AI-2026-01-02-1', 'AI-2026-01-02-2'] },
    })
    expect(await held.here.verify(grandId)).toMatchObject({ findings: [] })
  })

  test('holds what it is meant to hold: hands, a mute, a look-up, pins, a re-emission, a loop-break, a pause', () => {
    expect(transcript).toContain('[raise-hand cycle=1 requesting=Ann target=Cy status=honored]')
    expect(transcript).toContain('[raise-hand cycle=1 requesting=Bo target=Di status=deferred-to-next-cycle]')
    expect(transcript).toContain('[research-interrupt cycle=1 requesting=Bo status=honored]')
    expect(transcript).toContain('MUTED agent=cy tokens=930 cap=900 fr=FR-MTG-29')
    expect(transcript).toContain(
      'FACILITATOR / LOOP-BREAK turn injected — A=Di B=Ann no-progress fr=FR-MTG-30',
    )
    expect(lines.some(({ kind }) => kind === 'paused')).toBe(true)
    expect(turns().some(({ call }) => call === 'discuss.reemit')).toBe(true)
    expect(notes).toContain("export const policy = 'lru'")
  })

  test('every turn in the name of the person has an answered line behind it', () => {
    const said = turnBlocks(transcript).filter(({ speaker }) => speaker.startsWith('Pat ('))
    const answered = lines.filter(({ kind, data }) => kind === 'answered' && data.text !== undefined)
    expect(said).toHaveLength(4)
    expect(answered).toHaveLength(4)
  })

  test('every turn of a seat in RESEARCH and DISCUSS has a call of that seat behind it', () => {
    const emitted = notesOfKind<{ seat: string | null }>('emitted').filter(({ seat }) => seat !== null)
    for (const seat of ['ann', 'bo', 'cy', 'di']) {
      const calls = turns().filter(
        (turn) => turn.seat === seat && /^(research|discuss)\.(?!reemit)/.test(turn.call),
      )
      expect(emitted.filter((turn) => turn.seat === seat)).toHaveLength(calls.length)
    }
    expect(auditProvenance(transcript)).toEqual([])
  })

  test('UNSEEN1: a draft that failed the gate is neither in the transcript nor elsewhere in the notes', () => {
    const rejected = turns().find(({ seat, text }) => seat === 'bo' && text === 'The cache is slow.')
    expect(rejected?.draft).toBe(true)
    expect(notes).not.toMatch(/^The cache is slow\.$/m)
  })

  test('all seven phase markers stand once each, in order, at column 1 of the notes', () => {
    expect([...notes.matchAll(/^## Phase: (\w+)/gm)].map(([, name]) => name)).toEqual(phases)
  })

  test('turn numbers have no gap, running totals never fall, cost checks stand at multiples of ten only', () => {
    const heads = [
      ...transcript.matchAll(/^\[round \d+ \/ turn (\d+) \/ .* \/ running-total (\d+) tokens\]$/gm),
    ]
    expect(heads.map(([, t]) => Number(t))).toEqual(heads.map((_, at) => at))
    const totals = heads.map(([, , total]) => Number(total))
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
    const checks = [...transcript.matchAll(/^\[cost-check turn=(\d+)/gm)].map(([, t]) => Number(t))
    expect(checks).toEqual([10, 20])
  })

  test('SAVE1: before SAVE nothing is written, and nothing ever outside the boundary', () => {
    const save = lines.find(({ kind, data }) => kind === 'phase' && data.name === 'SAVE')
    const wrote = lines.flatMap(({ n, kind, data }) => (kind === 'wrote' ? [{ n, path: data.path }] : []))
    const early = wrote.filter(({ n }) => n < (save?.n ?? 0)).map(({ path }) => path)
    expect(early).toEqual([])
    expect(readdirSync(held.root).sort()).toEqual(['.gaia', '.parley', 'docs', 'script.yaml'])
  })

  test('slots come in invite order, whatever is inserted', () => {
    const slots = turns()
      .filter(({ call, seat }) => call === 'discuss.turn' && seat !== 'facilitator')
      .map(({ seat }) => seat)
    expect(slots).toEqual(['ann', 'bo', 'cy', 'di', 'ann', 'bo', 'di', 'ann', 'bo'])
  })

  test('each request for the floor ends in exactly one way', () => {
    const ends = [
      ...transcript.matchAll(/^\[raise-hand cycle=\d+ requesting=(\w+) target=(\w+) status=([\w-]+)\]$/gm),
    ]
    const settled = ends
      .filter(([, , , status]) => status !== 'deferred-to-next-cycle')
      .map(([, a, b]) => `${a}→${b}`)
    expect(settled).toEqual(['Ann→Cy', 'Bo→Di', 'Ann→Di'])
  })

  test('a muted seat is never called again', () => {
    const muted = lines.find(
      ({ kind, data }) => kind === 'noted' && JSON.stringify(data).includes('MUTED agent=cy'),
    )
    expect(muted).toBeDefined()
    expect(
      lines.filter(({ n, kind, data }) => n > (muted?.n ?? 0) && kind === 'turn' && data.seat === 'cy'),
    ).toEqual([])
  })

  test('holding a concluded meeting again changes no byte and asks nothing', async () => {
    const again = await held.here.hold(grandId, {
      answer: async () => expect.fail('asked again'),
      observe: () => {},
      signal: new AbortController().signal,
    })
    expect(again.kind).toBe('concluded')
    expect(await held.here.lines(grandId)).toEqual(lines)
  })

  test('SAVE1: what was dropped at REVIEW leaves no trace on disk', () => {
    expect(asked(lines)).toContain('review.memory.bo')
    expect(existsSync(join(held.root, '.gaia/memory/bo-sidecar'))).toBe(false)
  })

  test('every challenge of the transcript stands under the risks, verbatim', () => {
    expect(section(notes, 'Risks identified', 'Open questions')).toContain(
      '- Eviction is untested [inference] — Ann, turn 7',
    )
  })

  test('the notes parse, and name why the result is degraded', () => {
    const front = parse(notes.split('---')[1] ?? '') as {
      parley: { degraded: string[]; voices: unknown[] }
      total_tokens: number
    }
    expect(front.parley.degraded).toEqual(['memory-by-engine:cy', 'items-left-out:1', 'lines-removed:1'])
    expect(front.total_tokens).toBeGreaterThan(1000)
    expect(notes).toContain('### Decision Record (degraded)')
  })

  test('ids stand where draft keys stood', () => {
    expect(file(held.root, `.gaia/memory/ann-sidecar/decisions/${grandId}.md`)).toContain('- AI-2026-01-02-1')
    const [name] = readdirSync(
      join(
        held.root,
        '.gaia/artifacts/creative-artifacts/meeting-scratchpad/2026-01/pick-a-cache-eviction-policy',
      ),
    )
    const extraction = file(
      held.root,
      `.gaia/artifacts/creative-artifacts/meeting-scratchpad/2026-01/pick-a-cache-eviction-policy/${name}`,
    )
    expect(extraction).toContain('source_action_items: [AI-2026-01-02-1]')
  })
})

function turns(): TurnData[] {
  return lines.flatMap(({ kind, data }) => (kind === 'turn' ? [data] : []))
}

function notesOfKind<T>(kind: string): T[] {
  return lines.flatMap((line) =>
    line.kind === 'noted' && line.data.kind === kind ? [line.data.data as T] : [],
  )
}

function section(text: string, from: string, to: string): string {
  return text.slice(text.indexOf(`\n## ${from}\n`), text.indexOf(`\n## ${to}\n`))
}
