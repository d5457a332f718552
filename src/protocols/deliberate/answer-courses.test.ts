// What answers are foreseen to lead to, against what they led to in golden sessions.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Line } from '../../kernel/line.js'
import { storyOf } from '../../story/fold.js'
import { answerCourses } from './answer-courses.js'
import { telling } from './telling.js'

const journals = new URL('../../../test/journals/deliberate/', import.meta.url)

function linesOf(name: string): readonly Line[] {
  const text = readFileSync(new URL(`${name}/journal.jsonl`, journals), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

interface Answered {
  readonly question: string
  readonly options: readonly string[]
  readonly chose: string
  readonly foreseen: ReturnType<typeof answerCourses>
  /** The seats that were called before the next question. */
  readonly called: readonly string[]
}

function answersIn(lines: readonly Line[]): readonly Answered[] {
  return lines.flatMap((line, at): Answered[] => {
    if (line.kind !== 'asked') return []
    const { id, options, freeText } = line.data
    const rest = lines.slice(at + 1)
    const next = rest.findIndex(({ kind }) => kind === 'asked')
    const until = next < 0 ? rest : rest.slice(0, next)
    return [
      {
        question: id,
        options: [...options, ...(freeText ? [freeText] : [])].map(({ key }) => key),
        chose: until.flatMap((one) => (one.kind === 'answered' ? one.data.choose : []))[0] ?? '',
        foreseen: answerCourses(id, storyOf(lines.slice(0, at + 1), telling)),
        called: until.flatMap((one) => (one.kind === 'turn' ? one.data.seat : [])),
      },
    ]
  })
}

const courseOf = ({ foreseen, chose }: Answered) => foreseen[chose]

describe('the course of an answer', () => {
  test.each(readdirSync(journals))('%s called as many seats as was foreseen, give or take two', (name) => {
    for (const answer of answersIn(linesOf(name)).filter(({ question }) => question !== 'audit.scope')) {
      const course = courseOf(answer)
      if (!course) continue
      expect(Math.abs(course.calls.length - answer.called.length), answer.question).toBeLessThanOrEqual(2)
    }
  })

  test('names the seats that then spoke, once the table is agreed on', () => {
    const approved = answersIn(linesOf('v1')).find(({ question }) => question === 'assembly.approve')
    const seats = approved && courseOf(approved)?.calls.map(({ seat }) => seat)
    expect(seats?.length).toBe(13)
    expect(new Set(seats)).toEqual(
      new Set(approved?.called.map((seat) => (seat === 'context' ? 'conductor' : seat))),
    )
  })

  test('is told for every answer that calls for somebody, and for no other', () => {
    const told = answersIn(linesOf('v1')).map(({ question, options, foreseen }) => [
      question,
      options.filter((key) => Object.hasOwn(foreseen, key)),
    ])
    expect(told).toEqual([
      ['interview.round', ['skip', 'answer']],
      ['assembly.approve', ['approve', 'restart']],
      ['design.approve', ['approve', 'adjust']],
      ['scope.review', ['adjust']],
      ['action.choose', []],
    ])
  })

  test('is foreseen from what can be read of an opening that somebody else wrote', () => {
    const [first, ...rest] = linesOf('v1')
    const odd = { toString: 1, valueOf: 1 }
    const input = {
      mode: 'standard',
      idea: odd,
      personas: { a: odd },
      files: [odd],
      skills: odd,
      seats: [odd],
      context: odd,
    }
    const opened = { ...first, data: { ...first?.data, input } } as Line
    const { approve } = answerCourses('assembly.approve', storyOf([opened, ...rest], telling))
    expect(approve?.calls.every(({ reads }) => Number.isFinite(reads))).toBe(true)
  })

  test('is foreseen for no question of a meeting whose opening nobody can read', () => {
    const [, ...lines] = linesOf('v1')
    expect(answerCourses('assembly.approve', storyOf(lines, telling))).toEqual({})
  })
})
