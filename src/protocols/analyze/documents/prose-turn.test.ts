// Prose: how a turn is read out of words.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayNames } from '../names.js'
import { readProse } from './prose-turn.js'

const speakers = { names: displayNames, person: null }

describe('a turn that came as words', () => {
  test('voices begin with a name, bullets and sentences are points, the last question is the question', () => {
    const { spoken, prose } = readProse(
      '**Maya Chen**\n- Nights are bad.\n- Support is called.\n\n### Alex\n- The loop in queue.ts never ends.\n\nMaya: Ten tries sound right. What would tell you that it works?\n',
      speakers,
    )
    expect(spoken).toEqual({
      contributions: [
        {
          role: 'business-analyst',
          points: ['Nights are bad.', 'Support is called.', 'Ten tries sound right.'],
        },
        { role: 'solutions-architect', points: ['The loop in queue.ts never ends.'] },
      ],
      question: {
        role: 'business-analyst',
        kind: 'open',
        text: 'What would tell you that it works?',
        targets: [],
      },
    })
    expect(prose).toMatchObject({ before: '', running: 0.25 })
  })
  test('a sentence that begins with a name is no voice, and words before the first voice are told', () => {
    const { spoken, prose } = readProse(
      'Sure, here it is.\nMaya:\n- Alex found the loop.\nJordan should look at it.\n- Who is hurt?',
      speakers,
    )
    expect(prose?.before).toBe('Sure, here it is.')
    expect(spoken.contributions.map(({ role }) => role)).toEqual(['business-analyst'])
    expect(spoken.question.text).toBe('Who is hurt?')
  })
  test('without any voice there is none, and everything from the person’s line on is cut', () => {
    expect(readProse('Just words.', speakers).spoken.contributions).toEqual([])
    const { spoken } = readProse('Maya:\n- Who is hurt?\nUser: support\nMaya:\n- And how?', speakers)
    expect(spoken).toMatchObject({ contributions: [], question: { text: 'Who is hurt?' } })
  })
  test('any text is read, and no point is blank', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('Maya:', '**Alex**', '- a?', 'b. c?', 'User: x', ''))
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { spoken } = readProse(lines.join('\n'), speakers)
        expect(
          spoken.contributions.every(
            ({ points }) => points.length > 0 && points.every((point) => point.trim() !== ''),
          ),
        ).toBe(true)
      }),
    )
  })
})
