// Structured replies are told in words: nobody at a terminal reads JSON.

import { describe, expect, test } from 'vitest'
import { storyOf } from '../../view/fold.js'
import { calls } from './calls.js'
import { session, usual } from './harness.suite.js'
import { telling } from './telling.js'
import { reply } from './told-replies.js'

const held = await session()
await held.hold(usual(), ['skip', 'approve', 'approve', 'approve', 'keep'])
const story = storyOf(await held.lines(), telling)

const samples: Readonly<Record<string, readonly [unknown, string]>> = {
  'brainstorm.synthesis': [{ agree: 'a', tension: 't', next_step: 'n' }, '**Key tension:** t'],
  'interview.questions': [
    { scores: [{ member: 'Alder', score: 5 }], questions: [{ member: 'alder', question: 'q' }], more: false },
    '1 question to choose from. Nearest to the idea, of 5: alder 5.',
  ],
  'interview.summary': [
    { intent: 'i', decisions: ['d\n# e'], open_questions: [], scores: [] },
    'i\n\nSettled:\n\n- d # e',
  ],
  'interview.topic': [{ topic: 't', summary: 's' }, '**t**\n\ns'],
  'assembly.semantic': [{ members: [{}], bonuses: [], overlaps: [] }, 'Scored 1 lens.'],
  pairing: [{ pairs: [{}, {}] }, 'Found 2 pairs'],
  synthesis: [{ overview: 'o', decisions: [{ decision: 'd', chosen: 'c' }] }, 'Decided:\n\n- d: **c**'],
  'design.revise': [{ overview: 'o' }, 'o'],
  sketch: [
    { overview: 'o', recommendations: [{ member: 'birch', text: 'r' }], open_questions: ['q'] },
    '- **birch**: r',
  ],
  tasklist: [{ tasks: [{ title: 't', description: 'd' }] }, '1. **t** — d'],
  'meeting.questions': [{ questions: [{ to: 'birch', question: 'q' }] }, '- to birch: q'],
  'meeting.answer': [{ answer: 'a', follow_up: 'f' }, 'a\n\n**Asks back:** f'],
  'meeting.followup': [{ answer: 'a' }, 'a'],
  'meeting.synthesis': [
    { insight: 'i', tension: 't', recommendation: 'r', question: 'q' },
    '**Question for you:** q',
  ],
  'meeting.notes': [
    { topic: 't', summary: 's', highlights: [], next_steps: ['n'] },
    's\n\nNext steps:\n\n- n',
  ],
  prd: [{ overview: 'o', goals: ['g'] }, 'o\n\nGoals:\n\n- g'],
  'prd.revise': [{ overview: 'o', goals: ['g'] }, 'Goals:'],
  'verify.criterion': [{ met: true, argv: ['a', 'b'], why: 'w' }, 'Met: w\n\nRan `a b`'],
  'audit.criteria': [{ criteria: ['c'], scope: [] }, 'To look for:\n\n- c'],
  'audit.zone': [
    { files_read: ['a'], findings: [{ severity: 'info', file: 'a', line: 3, title: 't' }] },
    'Says that it read 1 file.\n\n- info `a:3` t',
  ],
  'audit.gaps': [{ reopen: [] }, 'Nothing to read once more.'],
  'audit.report': [
    { summary: 's', recommendations: [{ text: 'r', findings: ['F-001'] }] },
    's\n\n1. r (F-001)',
  ],
  'skill.note': [{ notes: [{ skill: 's', observation: 'o' }] }, '- s: o'],
}

describe('a structured reply', () => {
  const structured = Object.entries(calls).flatMap(([id, call]) => (call.reply === null ? [] : [id]))

  test.each(structured)('%s is told in words, also when it was sent back', (id) => {
    const [value, words] = samples[id] ?? [{}, 'no sample']
    expect(reply(id, value, story)).toContain(words)
    expect(reply(`${id}.again`, value, story)).toBe(reply(id, value, story))
  })

  test('that holds nothing of what was asked for is told without a fault', () => {
    for (const id of structured) expect(typeof reply(id, null, story)).toBe('string')
  })

  test('stands in the story of a session with its words', () => {
    const replies = story.items.flatMap((item) => (item.kind === 'reply' ? [item.words] : []))
    expect(replies.length).toBeGreaterThan(4)
    expect(replies.every((words) => words !== null && !words.includes('{"'))).toBe(true)
  })
})
