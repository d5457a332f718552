// Talks: open, under way, closed with a merge that waits, closed without notes.

import type { Question } from '../../../src/kernel/question.js'
import { Journal } from './journal.js'

const next: Question = {
  id: 'message',
  title: 'Your message',
  body: '',
  options: [{ key: 'close', label: 'Close', effect: 'ends the meeting and merges' }],
  freeText: { key: 'message', label: 'Message' },
}

export function talkOpened(minutesAgo: number, id: string, title: string, message: string): Journal {
  const journal = new Journal(minutesAgo)
  journal.add('opened', {
    id,
    protocol: 'talk',
    version: 1,
    parley: '0.1.0',
    title,
    input: { worker: 'Verity', workerTitle: 'Pathfinder', message },
    agents: { default: 'claude', ceiling: 200_000 },
  })
  return journal
}

export function openTalk(id: string): Journal {
  const journal = talkOpened(15, id, 'Cache eviction: what the survey missed', 'What did the survey miss?')
  journal.turn(
    'Verity',
    'Edge nodes. The survey took its numbers from three regions, and none of them is at the edge.\n\nI read what there is and wrote down what follows from it in `.lore/specs/thumb-cache.md`:\n\n> A time limit is wrong wherever clocks drift further than the limit itself.\n\nShall I go through the numbers with you, or draft the spec first?',
    {
      call: 'talk.reply',
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
  journal.turn('Verity', 'It waits for the font. I will measure it.', { call: 'talk.reply' })
  journal.ask(next)
  journal.answer('message', 'Please do, and tell me what you find.')
  return journal
}

export function closedTalk(id: string, title: string): Journal {
  const journal = talkOpened(60 * 50, id, title, 'Draft the retry policy.')
  journal.turn('Verity', 'Drafted. Three tries, doubling, never more than a minute in all.', {
    call: 'talk.reply',
  })
  journal.ask(next)
  journal.answer('close')
  journal.add('concluded', { outcome: {} })
  return journal
}

export { next }
