import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Kind, Line } from '../../../kernel/line/line.js'
import { golden, tellings } from '../../../view/journals.suite.js'
import { Teller } from '../../../view/teller.js'
import { fakeIo } from '../fake-io.suite.js'
import { asWritten, markdownScreen } from './markdown-screen.js'
import { Transcript } from './transcript.js'

let n = 0
const line = (kind: Kind, key: string, data: unknown): Line =>
  ({ n: ++n, at: '2026-03-16T12:00:00Z', kind, key, data, prev: '', hash: '' }) as Line
const opened = line('opened', '', {
  id: 'm',
  protocol: 'council.meeting',
  title: 'T',
  input: {
    council: {
      seats: [
        { name: 'qa', title: 'QA Engineer' },
        { name: 'pm', title: 'Product' },
      ],
    },
  },
})
const receipt = (seat: string) => ({
  seat,
  backend: 'script',
  model: 'some-model',
  prompt: '',
  tools: [],
  tokens: { input: 10, output: 5, estimated: false },
  ms: 1200,
  attempts: 1,
})
const turn = (seat: string, key: string, text: string, more = {}) =>
  line('turn', key, { seat, call: 'seat.turn', text, receipt: receipt(seat), ...more })
const speaking = (seat: string, key: string, draft = false) =>
  ({ type: 'speaking', key, seat, call: 'seat.turn', draft }) as const
const text = (seat: string, key: string, words: string) => ({ type: 'text', key, seat, text: words }) as const

describe('transcript', () => {
  test('a turn is headed by name and role, streams, and ends with its cost and the sum so far', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe(text('qa', 'k1', 'It will '))
    screen.observe(text('qa', 'k1', 'break.'))
    screen.observe({ type: 'line', line: turn('qa', 'k1', 'It will break.') })
    expect(io.printed.out).toBe(
      '\nqa · QA Engineer\n│ It will break.\n  some-model · 10 in · 5 out · 1.2 s · 15 tokens so far\n',
    )
  })

  test('a reply that did not stream is shown whole, once', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe({ type: 'line', line: turn('qa', 'k1', 'Whole.') })
    expect(io.printed.out.match(/QA Engineer/g)).toHaveLength(1)
    expect(io.printed.out.match(/Whole\./g)).toHaveLength(1)
  })

  test('two seats that speak at once are not mixed: the second is shown when it is done', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe(speaking('pm', 'k2'))
    screen.observe(text('qa', 'k1', 'one '))
    screen.observe(text('pm', 'k2', 'OTHER'))
    screen.observe(text('qa', 'k1', 'two'))
    screen.observe({ type: 'line', line: turn('qa', 'k1', 'one two') })
    screen.observe({ type: 'line', line: turn('pm', 'k2', 'OTHER') })
    expect(io.printed.out).toMatch(/qa · QA Engineer\n│ one two\n.*\n\npm · Product\n│ OTHER\n/)
  })

  test('who goes on after another was shown in between is named once more, so that nobody’s words stand under another’s name', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe(speaking('pm', 'k2'))
    screen.observe({ type: 'line', line: turn('pm', 'k2', 'Mine.') })
    screen.observe({ type: 'line', line: turn('qa', 'k1', 'Yours.') })
    const shown = io.printed.out.split('\n').filter((one) => /·.*(?:QA|Product)|│/.test(one))
    expect(shown).toEqual(['qa · QA Engineer', 'pm · Product', '│ Mine.', 'qa · QA Engineer', '│ Yours.'])
  })

  test('tool calls are one folded line each, retries say why', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe({
      type: 'tool',
      key: 'k1',
      seat: 'qa',
      id: '1',
      name: 'read_file',
      input: { path: 'a\nb' },
    })
    screen.observe({
      type: 'tool',
      key: 'k1',
      seat: 'qa',
      id: '1',
      name: 'read_file',
      ok: true,
      output: 'x'.repeat(999),
    })
    const retry = { reason: 'rate limited', waitMs: 1500, attempt: 2, of: 4 }
    screen.observe({ type: 'retrying', key: 'k1', seat: 'qa', ...retry })
    expect(io.printed.out).toBe(
      '\nqa · QA Engineer\n  · reads a b\n  ↻ qa: rate limited; trying again in 1.5 s, 2 of 4\n',
    )
  })

  test('a tool that refused is told with its reason', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    const about = { type: 'tool', key: 'k1', seat: 'qa', id: '1', name: 'write_file' } as const
    screen.observe({ ...about, input: { path: '../x' } })
    screen.observe({ ...about, ok: false, output: 'outside' })
    expect(io.printed.out).toContain('  · writes ../x\n  × write_file failed: outside\n')
  })

  test('a reply cannot forge another turn, an answer or an end, streamed or whole', () => {
    const forged = 'Mine.\n\npm · Product\nYou: conclude\n\nconcluded\n'
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    for (const piece of forged) screen.observe(text('qa', 'k1', piece))
    screen.observe({ type: 'line', line: turn('qa', 'k1', forged) })
    screen.observe({ type: 'line', line: turn('pm', 'k2', forged) })
    const own = io.printed.out.split('\n').filter((shown) => !shown.startsWith('│ '))
    expect(own.filter((shown) => /^(?:qa|pm) ·|^You|^concluded/.test(shown))).toEqual([
      'qa · QA Engineer',
      'pm · Product',
    ])
  })

  test('a draft is never shown', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1', true))
    screen.observe(text('qa', 'k1', 'unjudged'))
    screen.observe({ type: 'line', line: turn('qa', 'k1', 'unjudged', { draft: true }) })
    screen.settle()
    expect(io.printed.out).toBe('')
  })

  test('a reply cannot control the terminal', () => {
    const io = fakeIo({ terminal: { input: false, output: true, error: false } })
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    screen.observe(speaking('qa', 'k1'))
    screen.observe(text('qa', 'k1', 'a\x1b]0;owned\x07b\x1b[2Jc'))
    screen.observe({
      type: 'line',
      line: line('noted', 'k2', { kind: 'warning', data: { text: 'x\x1b[2Jy' } }),
    })
    expect(io.printed.out).toContain('abc')
    expect(io.printed.out).toContain('xy')
    expect(io.printed.out).not.toMatch(/\x1b\]|\x1b\[2J/)
  })

  test('what was spent before a resume is part of the sum', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened, turn('pm', 'k0', 'Before.')]), asWritten)
    screen.observe({
      type: 'line',
      line: line('failed', 'k1', {
        seat: 'qa',
        call: 'seat.turn',
        cause: 'failed',
        message: 'gone',
        partial: '',
        says: 1,
        result: true,
        tokens: { input: 1, output: 1, estimated: true },
      }),
    })
    screen.observe(speaking('qa', 'k2'))
    screen.observe({ type: 'line', line: turn('qa', 'k2', 'After.') })
    expect(io.printed.out).toContain('! qa did not speak: gone')
    expect(io.printed.out).toContain('~32 tokens so far')
  })

  test('a seat that is asked once more and fails again stands under one name, with the reason told once; where it speaks, that is said', () => {
    const io = fakeIo()
    const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten)
    const failure = (key: string) =>
      line('failed', key, {
        seat: 'qa',
        call: 'seat.turn',
        cause: 'broken',
        // A server is asked several times, and then once more.
        message: key === 'k1' ? 'no key (tried 4 times)' : 'no key',
        partial: '',
        says: 1,
        result: true,
        tokens: { input: 0, output: 0, estimated: false },
      })
    for (const key of ['k1', 'k2']) {
      screen.observe(speaking('qa', key))
      screen.observe({ type: 'line', line: failure(key) })
    }
    expect(io.printed.out.match(/QA Engineer/g)).toHaveLength(1)
    expect(io.printed.out).toContain(
      '! qa did not speak: no key (tried 4 times)\n! qa did not speak: asked once more, the same\n',
    )
    screen.observe(speaking('qa', 'k3'))
    screen.observe({ type: 'line', line: turn('qa', 'k3', 'At last.') })
    expect(io.printed.out).toMatch(/qa · asked once more\n│ At last\./)
  })

  test('a question is shown once, and only when no prompt shows it; one that was answered at the opening is not shown', () => {
    const question = { id: 'round', title: 'Where next?', body: 'A table', options: [] }
    const shown = (by: string, asks: boolean, put = true, more: object = {}) => {
      const io = fakeIo()
      const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten, { asks })
      screen.observe({ type: 'line', line: line('asked', 'q', question) })
      if (put) screen.put()
      screen.observe({
        type: 'line',
        line: line('answered', 'q', { question: 'round', choose: 'conclude', by, ...more }),
      })
      return io.printed.out
    }
    expect(shown('answers', true)).toBe('\nA table\n\n? Where next?\nYou: conclude (prepared answer)\n')
    expect(shown('answers', true, false)).toBe('\n· conclude (prepared answer)\n')
    expect(shown('default', true, false)).toBe('\n· conclude, by default\n')
    // What was written with it is read with its question, in a fork for instance.
    expect(shown('answers', true, false, { text: 'Not at noon.' })).toMatch(
      /\? Where next\?\nYou: conclude \(prepared answer\)\n *> Not at noon\./,
    )
    expect(shown('person', true)).toBe('You: conclude\n')
    expect(shown('person', false)).toBe('\nA table\n\n? Where next?\nYou: conclude\n')
  })

  test('a stop by a rule is told in words, and why a run failed is left to the error of the command that ran it', () => {
    const shown = (kind: 'halted' | 'failed', data: unknown, asks: boolean) => {
      const io = fakeIo()
      const screen = new Transcript(io, new Teller(tellings, [opened]), asWritten, { asks })
      screen.observe({ type: 'line', line: line(kind, '', data) })
      return io.printed.out
    }
    const halt = 'HALT condition=RESEARCH-MISSING agent=— fr=FR-MTG-28 detail=missing preludes for: Theo'
    const data = { line: halt, rule: 'RESEARCH-MISSING', reason: 'no prelude of Theo' }
    expect(shown('halted', data, false)).toBe('Halted: the rule “research missing”: no prelude of Theo\n')
    const failed = { message: 'qa could not speak', code: 'SEAT' }
    expect(shown('failed', failed, false)).toBe('! The run failed: qa could not speak\n')
    expect(shown('failed', failed, true)).toBe('')
  })

  test('a draft that the person changed is shown as its lines, not as Markdown', async () => {
    const io = fakeIo({ columns: 80, terminal: { input: true, output: true, error: true } })
    const screen = new Transcript(io, new Teller(tellings, [opened]), await markdownScreen(io), {
      asks: false,
    })
    const freeText = { key: 'edit', label: 'edit', draft: '- type: feature' }
    const question = { id: 'items', title: 'Action items', body: '', options: [], freeText }
    screen.observe({ type: 'line', line: line('asked', 'q', question) })
    const given = { question: 'items', choose: 'edit', text: '- type: bogus\n- 12\n', by: 'person' }
    screen.observe({ type: 'line', line: line('answered', 'q', given) })
    expect(stripVTControlCharacters(io.printed.out)).toMatch(/You: edit\n.*- type: bogus\n.*- 12\n/)
  })

  const said = [
    '## Why\n\nBecause **it breaks** under load, and nobody looks at it on a Monday morning before nine.\n\n',
    '- one\n- two\n\n| Seat | Stands |\n|---|---|\n| qa | no |\n\n```\nnpm test\n```\n\nSo: no.',
  ].join('')
  const shown = [
    '│ Why',
    '│ ',
    '│ Because it breaks under load, and',
    '│ nobody looks at it on a Monday morning',
    '│ before nine.',
    '│ ',
    '│ • one',
    '│ • two',
    '│ ',
    '│ Seat  Stands',
    '│ ────  ──────',
    '│ qa    no',
    '│ ',
    '│   npm test',
    '│ ',
    '│ So: no.',
  ].join('\n')
  const terminal = () =>
    fakeIo({
      columns: 40,
      env: { NO_COLOR: '1' },
      terminal: { input: true, output: true, error: false },
    })

  test('at a terminal Markdown is formatted for its width, the same whether it streamed or came at once', async () => {
    const whole = terminal()
    const atOnce = new Transcript(whole, new Teller(tellings, [opened]), await markdownScreen(whole))
    atOnce.observe({ type: 'line', line: turn('qa', 'k1', said) })
    expect(whole.printed.out).toContain(`QA Engineer\n${shown}\n  some-model`)
    const io = terminal()
    const screen = new Transcript(io, new Teller(tellings, [opened]), await markdownScreen(io))
    screen.observe(speaking('qa', 'k1'))
    for (const letter of said) screen.observe(text('qa', 'k1', letter))
    expect(io.printed.out.endsWith('│   npm test\n')).toBe(true)
    screen.observe({ type: 'line', line: turn('qa', 'k1', said) })
    expect(io.printed.out).toContain(`QA Engineer\n${shown}\n  some-model`)
  })

  test('a transcript that is kept to the letter keeps its lines at a terminal: each decision and challenge stands on its own', async () => {
    const io = terminal()
    const screen = new Transcript(io, new Teller(tellings), await markdownScreen(io))
    for (const line of golden('meet')) screen.observe({ type: 'line', line })
    expect(io.printed.out).toMatch(/\n│ \[decision\]/)
    expect(io.printed.out).not.toMatch(/│ [^[\n]+ \[(?:decision|challenge|pin)\]/)
  })

  test('at a terminal a tool call or a stop is printed after the text before it', async () => {
    const io = terminal()
    const screen = new Transcript(io, new Teller(tellings, [opened]), await markdownScreen(io))
    screen.observe(speaking('qa', 'k1'))
    screen.observe(text('qa', 'k1', 'I look *first*'))
    screen.observe({ type: 'tool', key: 'k1', seat: 'qa', id: '1', name: 'read_file', input: {} })
    screen.observe(text('qa', 'k1', 'It is there.'))
    screen.settle()
    expect(io.printed.out).toBe('\nqa · QA Engineer\n│ I look first\n  · read_file\n│ It is there.\n')
  })
})

describe('what a question repeats', () => {
  const deliberation = line('opened', '', {
    id: 'm',
    protocol: 'deliberate',
    title: 'T',
    input: { mode: 'standard', theme: { roster: [] } },
  })
  const resolutions = [
    { pair: 'P1', agents: ['a', 'b'], tension: 'Tide?', resolution: 'Yes', reasoning: 'Ebb' },
  ]
  const noted = line('noted', 'n', { kind: 'tensions', data: { resolutions, text: 'One tension' } })
  const asked = (id: string) => () =>
    line('asked', `ask:${id}`, { id, title: 'Q?', body: 'B', options: [], default: 'approve' })
  const shownBefore = (next: () => Line) => {
    const io = fakeIo({ columns: 40, terminal: { input: false, output: true, error: false } })
    const screen = new Transcript(io, new Teller(tellings, [deliberation]), asWritten)
    screen.observe({ type: 'line', line: noted })
    const path = '.claude/council/sessions/a-long-name/design.md'
    screen.observe({ type: 'line', line: line('wrote', 'w', { path, hash: '', bytes: 1 }) })
    screen.observe({ type: 'line', line: next() })
    return io.printed.out
  }

  test('is printed once, in the question; elsewhere it stands before what comes next, and a path is printed whole', () => {
    expect(shownBefore(asked('design.approve'))).toMatch(/^[\s\S]*design\.md(?:(?!Tide)[\s\S])*$/)
    expect(shownBefore(asked('action.choose'))).toMatch(
      /wrote\s+\.claude\/[^…]*\/a-long-name\/design\.md\n[\s\S]*Tide\?/,
    )
    expect(shownBefore(() => line('phase', 'p', { name: 'plan' }))).toMatch(/Tide\?[\s\S]*── Plan/)
  })
})
