// Talks: open, under way, closed with a merge that waits, closed without notes.

import type { Question } from '../../../src/kernel/question.js'
import { Journal } from './journal.js'

const next: Question = {
  id: 'message',
  title: 'What do you say to Verity?',
  body: 'The talk stays open until you close it.',
  options: [
    { key: 'close', label: 'Close', effect: 'writes notes, merges what was made, and ends it for good' },
  ],
  freeText: { key: 'say', label: 'Say something' },
}

export function talkOpened(minutesAgo: number, id: string, title: string, message: string): Journal {
  const journal = new Journal(minutesAgo)
  journal.add('opened', {
    id,
    protocol: 'talk',
    version: 1,
    parley: '0.1.0',
    title,
    input: {
      worker: { packageName: 'verity', name: 'Verity', displayTitle: 'Pathfinder', description: '' },
      message: message === '' ? null : message,
    },
    agents: { default: 'claude', ceiling: 200_000 },
  })
  if (message !== '') journal.ask(next).answer('say', message)
  return journal
}

export function openTalk(id: string): Journal {
  const journal = talkOpened(15, id, 'Cache eviction: what the survey missed', 'What did the survey miss?')
  journal.turn(
    'verity',
    'Edge nodes. The survey took its numbers from three regions, and none of them is at the edge.\n\nI read what there is and wrote down what follows from it in `.lore/specs/thumb-cache.md`:\n\n> A time limit is wrong wherever clocks drift further than the limit itself.\n\nShall I go through the numbers with you, or draft the spec first?',
    {
      call: 'talk.turn',
      tools: [
        {
          name: 'read_file',
          input: { path: '.lore/research/cache-survey.md' },
          output: '3 regions, none at the edge',
        },
        { name: 'write_file', input: { path: '.lore/specs/thumb-cache.md' }, output: 'written' },
        { name: 'run_command', input: { argv: ['npm', 'test', '--', 'cache'] }, ok: false, output: 'exit 1' },
      ],
    },
  )
  journal.ask(next)
  return journal
}

export function liveTalk(id: string): Journal {
  const journal = talkOpened(2, id, 'Why is the first page slow?', 'Why is the first page slow?')
  journal.turn('verity', 'It waits for the font. I will measure it.', { call: 'talk.turn' })
  journal.ask(next)
  journal.answer('say', 'Please do, and tell me what you find.')
  return journal
}

export function closedTalk(id: string, title: string): Journal {
  const journal = talkOpened(60 * 50, id, title, 'Draft the retry policy.')
  journal.turn('verity', 'Drafted. Three tries, doubling, never more than a minute in all.', {
    call: 'talk.turn',
  })
  journal.ask(next)
  journal.answer('close')
  return journal
}

export { next }
