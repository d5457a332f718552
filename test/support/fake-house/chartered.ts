// A chartered meeting as its journal has it: drafts, emitted turns with their headers, citations, pins, yields.

import { yieldQuestion } from '../../../src/protocols/meet/questions.js'
import { turnHeader } from '../../../src/rules/turn-header.js'
import { Journal, type TurnMore } from './journal.js'

const seats = [
  { id: 'theo', name: 'Theo', role: 'Storage engineer', persona: '', upstream: null },
  { id: 'mira', name: 'Mira', role: 'Site reliability', persona: '', upstream: null },
  { id: 'kai', name: 'Kai [Agent]', role: 'Product', persona: '', upstream: null },
]

export class Chartered extends Journal {
  #t = 0
  #total = 0

  constructor(minutesAgo: number, id: string, charter: string, ceiling: number | null = null) {
    super(minutesAgo)
    this.add('opened', {
      id,
      protocol: 'meet',
      version: 1,
      parley: '0.1.0',
      title: charter,
      input: { charter, mode: 'decide', seats, person: { name: 'Ada', known: true, attends: true } },
      agents: { default: 'model', ceiling },
    })
    this.enter('INVITE').enter('CHARTER')
    this.emit(null, 'Ada', 'User', charter, 'CHARTER', 0, 'c1', 0)
  }

  enter(phase: string, skipped?: string): this {
    this.phase(phase)
    return this.say(`## Phase: ${phase}${skipped ? ` (skipped — ${skipped})` : ''}`)
  }

  prelude(
    seat: string,
    known: readonly { text: string; source?: number }[],
    sources: readonly string[],
  ): this {
    const { name, role } = this.#seat(seat)
    const value = { known, sources: sources.map((ref) => ({ kind: 'file', ref })) }
    const tools = sources.map((path) => ({
      name: 'read_file',
      input: { path },
      output: `1  # ${path}\n2  …`,
    }))
    this.turn(seat, '', { value, draft: true, call: 'research.prelude', tools })
    this.emit(
      seat,
      name,
      role,
      `[Prelude] ${name} (${role}) — 180 tokens`,
      'RESEARCH',
      180,
      `r${this.#t + 1}`,
      0,
    )
    this.checked(sources.map((path) => ({ ref: path, path, outcome: { kind: 'unverified' } })))
    return this.say(`[citations verified=0 unverified=${sources.length} broken=0]`)
  }

  discuss(
    seat: string,
    round: number,
    text: string,
    cited: readonly Citation[] = [],
    more: TurnMore = {},
  ): this {
    const { name, role } = this.#seat(seat)
    this.turn(seat, text, { draft: true, call: 'discuss.turn', ...more })
    if (cited.length > 0) this.checked(cited)
    this.emit(seat, name, role, text, 'DISCUSS', Math.ceil(text.length / 4), `d${this.#t + 1}`, round)
    const count = (kind: string) => cited.filter(({ outcome }) => outcome.kind === kind).length
    if (cited.length > 0)
      this.say(
        `[citations verified=${count('verified')} unverified=${count('unverified')} broken=${count('broken')}]`,
      )
    return this
  }

  person(text: string, round: number): this {
    this.emit(null, 'Ada', 'User', text, 'DISCUSS', 0, `d${this.#t + 1}`, round)
    return this
  }

  emit(
    seat: string | null,
    speaker: string,
    role: string,
    shown: string,
    phase: string,
    cost: number,
    id: string,
    round: number,
  ): void {
    if (phase !== 'CHARTER') this.#t++
    this.#total += cost
    const t = phase === 'CHARTER' ? 0 : this.#t
    const header = turnHeader({
      round,
      turn: t,
      speaker,
      role,
      turnCost: cost,
      runningTotal: this.#total,
      phase,
      turnId: id,
      dispatchedVia: seat === null ? 'interject' : 'subagent',
    })
    this.note('emitted', { turn: id, t, seat, speaker, block: `${header}\n${shown}` })
  }

  checked(result: readonly Citation[]): void {
    this.add('acted', {
      name: 'check citations',
      result: result.map((one) => ({ line: 1, sha256: null, ...one })),
    })
  }

  #seat(id: string) {
    return seats.find((seat) => seat.id === id) ?? { name: id, role: '' }
  }
}

export interface Citation {
  readonly ref: string
  readonly path: string | null
  readonly outcome: { readonly kind: 'verified' | 'unverified' | 'broken'; readonly reason?: string }
}

export function cacheMeeting(id: string): Chartered {
  const meeting = new Chartered(
    26,
    id,
    'Pick an eviction policy for the thumbnail cache before Friday',
    60_000,
  )
  meeting
    .ask(
      yieldQuestion('post-charter', [
        'Charter: pick an eviction policy',
        'Mode: decide — settle one question',
      ]),
    )
    .answer('continue')
  meeting.enter('RESEARCH')
  meeting.prelude(
    'theo',
    [
      { text: 'The cache holds 41 000 files and grows by 900 a day', source: 1 },
      { text: 'Nothing is evicted today [inference]' },
    ],
    ['docs/cache.md'],
  )
  meeting.prelude(
    'mira',
    [{ text: 'Edge nodes drift by up to 90 seconds', source: 1 }],
    ['ops/clock-skew.md'],
  )
  meeting.prelude(
    'kai',
    [{ text: 'Reports of missing thumbnails doubled since March', source: 1 }],
    ['support/2026-q2.md'],
  )
  meeting
    .ask(
      yieldQuestion('post-research', [
        'Theo: 1 source(s), 2 bullet(s)',
        'Citations: 0 verified, 3 unverified, 0 broken',
      ]),
    )
    .answer('continue')
  meeting.enter('DISCUSS')
  meeting.discuss(
    'theo',
    1,
    'LRU with a ceiling of **512 MB** is enough. The hot set is small: docs/cache.md:12-18 says "ninety percent of reads hit four percent of files".\n\n[pin] Proposed setting\n  ```yaml\n  cache:\n    policy: lru\n    ceiling: 512MB\n  ```',
    [{ ref: 'docs/cache.md:12-18', path: 'docs/cache.md', outcome: { kind: 'verified' } }],
    {
      tools: [
        {
          name: 'read_file',
          input: { path: 'docs/cache.md', lines: '1-40' },
          output: '12  Ninety percent of reads hit\n13  four percent of files.',
        },
        { name: 'search_text', input: { query: 'evict' }, ok: false, output: 'no match' },
      ],
    },
  )
  meeting.discuss(
    'mira',
    1,
    'A time limit would be simpler to explain, but our clocks are not to be trusted: ops/clock-skew.md:4 has nodes that are 90 seconds apart.\n\n[challenge] A ceiling alone lets one noisy customer push out everyone else.\n\n[raise-hand → respond to Kai]',
    [{ ref: 'ops/clock-skew.md:4', path: 'ops/clock-skew.md', outcome: { kind: 'verified' } }],
  )
  meeting.say('[raise-hand cycle=1 requesting=Mira target=Kai status=honored]')
  meeting.discuss(
    'kai',
    1,
    'What customers notice is not age but absence. support/2026-q2.md:88 counts 212 tickets about *missing* thumbnails and none about stale ones.\n\n1. Evict late.\n2. Say so when it happens.\n3. Never evict what was uploaded today.',
    [
      {
        ref: 'support/2026-q2.md:88',
        path: 'support/2026-q2.md',
        outcome: { kind: 'broken', reason: 'no such lines' },
      },
    ],
  )
  meeting
    .ask(yieldQuestion('discuss-cadence', ['Since the last question:', '  turn 4, Theo: LRU with a ceiling']))
    .answer('interject', 'What would a ceiling per customer cost us?')
  meeting.person('What would a ceiling per customer cost us?', 1)
  meeting.discuss(
    'theo',
    2,
    'A counter for each customer: about 40 bytes a file, so 1.6 MB today [inference]. That is nothing.\n\n[decision] LRU, 512 MB in all and at most a quarter of it for one customer.\n\n[pin SP-1] Proposed setting, with a share\n  ```yaml\n  cache:\n    policy: lru\n    ceiling: 512MB\n    share: 0.25\n  ```',
  )
  meeting.discuss(
    'mira',
    2,
    'Then I withdraw my objection to the ceiling. I still want the eviction to be *logged*; without that we learn of a full cache from support.',
  )
  meeting.discuss('kai', 2, '[pass]')
  meeting.say('[cost-check turn=10 running-total=1422 tokens input=21034 ceiling=60000]')
  meeting.ask(
    yieldQuestion('discuss-cadence', [
      'Since the last question:',
      '  turn 8, Theo: A counter for each customer: about 40 bytes a file',
      '  turn 9, Mira: Then I withdraw my objection to the ceiling',
      'Decisions so far: 1',
      '  [decision] LRU, 512 MB in all and at most a quarter of it for one customer. — Theo, turn 8',
      'Challenges so far: 1',
      '  [challenge] A ceiling alone lets one noisy customer push out everyone else. — Mira, turn 5',
      'Pins: SP-1 Proposed setting, with a share',
      'Muted: nobody',
      'Cost so far: 1422 spoken tokens; 21034 in and 1422 out in all; ceiling 60000',
    ]),
    'ask:cadence',
  )
  return meeting
}

export function longMeeting(id: string, turns: number): Chartered {
  const meeting = new Chartered(900, id, 'Go through the whole backlog, one entry at a time', 2_000_000)
  meeting.enter('RESEARCH', '--skip-research').enter('DISCUSS')
  for (let at = 0; at < turns; at++) {
    const seat = seats[at % seats.length]?.id ?? 'theo'
    meeting.discuss(
      seat,
      Math.floor(at / 9) + 1,
      `Entry ${at + 1}: what we have in \`backlog/${at}.md\` is **not yet** what was asked for.\n\n- It names the symptom, and not the cause.\n- It has no owner; I would give it to whoever wrote the last change [inference].\n\nLet us keep it, and say so in the record. ${'The argument is the same as before, and it holds. '.repeat(3)}`,
    )
  }
  return meeting
}

export function haltedMeeting(id: string): Chartered {
  const meeting = new Chartered(1500, id, 'Should uploads be scanned before or after they are stored?')
  meeting.enter('RESEARCH', '--skip-research').enter('DISCUSS')
  meeting.discuss('theo', 1, 'Before. A file that nobody has looked at should not have an address.')
  meeting.add('halted', {
    line: 'HALT condition=CITE-OR-FLAG agent=mira detail="2 unflagged line(s) after 2 re-emissions"',
  })
  return meeting
}
