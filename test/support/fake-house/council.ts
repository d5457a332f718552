// Council meetings: rounds, a steer, dissent, a synthesis, and a record.

import { whereNext } from '../../../src/protocols/council/questions.js'
import { Journal } from './journal.js'

const seats = [
  { name: 'architect', title: 'Architect', voice: '', persona: '' },
  { name: 'qa-engineer', title: 'Quality', voice: '', persona: '' },
  { name: 'product-manager', title: 'Product', voice: '', persona: '' },
  { name: 'security', title: 'Security', voice: '', persona: '' },
]

export function councilOpened(minutesAgo: number, id: string, task: string): Journal {
  const journal = new Journal(minutesAgo)
  journal.add('opened', {
    id,
    protocol: 'council.meeting',
    version: 1,
    parley: '0.1.0',
    title: task,
    input: { task, council: { name: 'software-team', chair: 'architect', seats } },
    agents: { default: 'model', ceiling: null },
  })
  return journal
}

const table = [
  '| Seat | Position | Dissent? |',
  '|---|---|---|',
  '| architect | Split the importer before anything else | no |',
  '| qa-engineer | Not before there is a fixture for each format | yes |',
  '| product-manager | Ship the importer as it is, behind a switch | no |',
  '| security | The parser must run apart from the rest | no |',
].join('\n')

export function firstRound(journal: Journal, backend = 'model'): Journal {
  journal.phase('round-1')
  journal.turn(
    'architect',
    '**Position:** Split the importer before anything else\n\nIt reads, checks and stores in one function of 400 lines. Everything that we want to change runs through it, so every change is a change to all of it.\n\n- Reading belongs to the format.\n- Checking belongs to the domain.\n- Storing belongs to neither.',
    { backend, tools: [{ name: 'read_file', input: { path: 'src/import.ts' }, output: '…400 lines…' }] },
  )
  journal.turn(
    'qa-engineer',
    '**Position:** Not before there is a fixture for each format\n\nWe have two fixtures and nine formats. A split without them is a guess.\n\n**Dissent (on the order):** Splitting first means that the next three bugs are found by customers. I want fixtures first, whatever it costs in days.',
    { backend, model: 'harbour-2' },
  )
  journal.turn(
    'product-manager',
    '**Position:** Ship the importer as it is, behind a switch\n\nTwo customers wait for it. They would accept a rough edge; they will not accept September.',
    { backend },
  )
  journal.turn(
    'security',
    '**Position:** The parser must run apart from the rest\n\nIt reads files that strangers send us. Whatever we do first, it should not be able to open a socket.',
    { backend, model: 'harbour-2' },
  )
  journal.note('round', { round: 1, rows: [], table, size: 'Round 1 · scratchpad 6 KB' })
  journal.ask(whereNext(table, 'Round 1 · scratchpad 6 KB'), 'ask:round')
  return journal
}

export function runningCouncil(id: string): Journal {
  const journal = firstRound(councilOpened(9, id, 'What do we do first about the importer?'))
  journal.answer('steer', 'Assume that we have four weeks, not two. Does the order change?')
  journal.phase('round-2')
  journal.turn(
    'architect',
    '**Position:** Fixtures first, then the split\n\nWith four weeks I follow the QA engineer: the fixtures cost one of them and make the split safe.',
  )
  return journal
}

export function waitingCouncil(id: string): Journal {
  return firstRound(councilOpened(48, id, 'Which of the three storage layouts do we keep?'))
}

export function concludedCouncil(id: string, backend = 'model'): Journal {
  const journal = firstRound(
    councilOpened(60 * 30, id, 'How should a newcomer find their way through this repository?'),
    backend,
  )
  journal.answer('conclude')
  journal.phase('synthesis')
  journal.turn('architect', '', {
    backend,
    call: 'chair.synthesize',
    value: { recommendation: 'Begin with the map, then one meeting end to end.', dissent: ['qa-engineer'] },
  })
  journal.add('wrote', { path: `.council/records/${id}.md`, sha256: 'a', bytes: 1800 })
  journal.add('wrote', { path: '.council/memory/onboarding.md', sha256: 'b', bytes: 600 })
  journal.add('concluded', { outcome: {} })
  return journal
}

export const record = `# How should a newcomer find their way through this repository?

**Recommendation:** Begin with the map, then follow one meeting from its first line to its record.

## Reasoning

The architect and the security seat agree that a map which is kept true is worth more than a tour. Product adds that a newcomer wants to *run* something within five minutes.

## Dissent

**qa-engineer, on the order:** A map goes stale unless a test reads it. I would rather have an example that checks itself.

*Answered:* both are kept; the example is named in the map.

## Follow-ups

- [ ] Write the map — architect
- [ ] Make the first example check itself — qa-engineer

| Seat | Position | Dissent? |
|---|---|---|
| architect | the map first | no |
| qa-engineer | a checked example first | yes |
`
