// Meet: a chartered meeting of two seats in the harbour repository, scripted; tests change what they are about.

import { readdirSync } from 'node:fs'
import { parse } from 'yaml'
import type { Repo } from './repo.js'
import { meetingsIn } from './repo.js'
import { type Ran, run } from './run.js'

const clock = new URL('./clock.cjs', import.meta.url).pathname

export const charter = 'Decide when the gate opens on Sundays. Leave with one rule and its owner.'
export const slug = 'decide-when-the-gate-opens-on-sundays'
export const prompt = '[c]ontinue / [p]ause / [i]nterject "..." / [w]rap-up / [a]bort'

export interface Script {
  readonly seats: Readonly<Record<string, readonly unknown[]>>
  readonly answers?: readonly unknown[]
  readonly then?: string
  readonly log?: string
}

const usage = { input: 200, output: 40 }

export const preludes = {
  theo: {
    call: 'research.prelude',
    value: {
      sources: [{ kind: 'file', ref: 'docs/tide.md', lines: '3', quote: 'High water is at noon' }],
      known: [{ text: 'High water comes at noon', source: 1 }, { text: 'Sundays may be quieter' }],
    },
    usage,
  },
  zara: {
    call: 'research.prelude',
    value: {
      sources: [{ kind: 'file', ref: 'README.md' }],
      known: [{ text: 'Ships wait for the tide', source: 1 }],
    },
    usage,
  },
}

export const turns = {
  theo: [
    {
      text: 'docs/tide.md:3 says "High water is at noon".\n[decision] Open the gate at noon on Sundays too\n[pin] the rule\n```ts\nexport const opens = 12\n```',
      usage,
    },
    { text: '[pass]', usage },
  ],
  zara: [
    { text: '[challenge] Nobody watches the gate on a Sunday [inference]\nWho is on duty then?', usage },
    { text: '[pass]', usage },
  ],
}

export const memories = {
  theo: {
    call: 'close.memory',
    value: {
      decided: ['Open the gate at noon on Sundays too'],
      constraints: ['The rule follows the tide'],
      open_items: ['A1'],
      sources: ['docs/tide.md:3'],
      tags: ['gate', 'sunday-opening'],
    },
    usage,
  },
  zara: {
    call: 'close.memory',
    value: {
      decided: [],
      constraints: ['A watch is needed on Sundays'],
      open_items: [],
      sources: [],
      tags: ['gate'],
    },
    usage,
  },
}

export const closing = [
  {
    call: 'close.actions',
    value: {
      items: [
        {
          key: 'A1',
          type: 'new-story',
          priority: 'high',
          assignee: 'Theo',
          context_for_target: 'Open the gate at noon on Sundays',
          acceptance: 'The gate opens at noon on a Sunday',
          turns: [3],
          pins: ['SP-1'],
        },
      ],
    },
    usage,
  },
  {
    call: 'close.notes',
    value: {
      summary:
        'The gate opens at noon on Sundays, as on other days. Zara doubts that anybody watches it then.',
      closing: { sections: { Decision: 'Noon, every day.', Owner: 'Theo' } },
      decisions: [{ text: 'Open the gate at noon on Sundays too', turns: [3] }],
      open_questions: [{ text: 'Who is on duty on Sundays?', turns: [4] }],
    },
    usage,
  },
]

/** Two rounds, in the second of which both pass. */
export const whole: Script = {
  seats: {
    theo: [preludes.theo, ...turns.theo, memories.theo],
    zara: [preludes.zara, ...turns.zara, memories.zara],
    facilitator: closing,
  },
}

/** Theo speaks alone, without research; two items follow. */
export const alone: Script = {
  seats: {
    theo: ['The gate opens at noon. [inference]', '[pass]', memories.theo],
    facilitator: [
      {
        call: 'close.actions',
        value: {
          items: ['Open the gate', 'Tell the pilots'].map((context_for_target, at) => ({
            key: `A${at + 1}`,
            type: 'discussion-only',
            context_for_target,
            turns: [1],
          })),
        },
      },
      {
        call: 'close.notes',
        value: { summary: 'Noon.', closing: { sections: {} }, decisions: [], open_questions: [] },
      },
    ],
  },
}

export const invited = ['--invitees', 'Theo,Zara']

/** For commands whose clock stood at noon when the tests began: ids and items are named by the day, which must not end meanwhile. */
export const byDay = { NODE_OPTIONS: `--require ${clock}`, PARLEY_TEST_CLOCK_AHEAD: String(untilNoon()) }

/** Milliseconds from now until noon of this day; less than none after it. */
function untilNoon(): number {
  const now = new Date()
  return new Date(now).setHours(12, 0, 0, 0) - now.getTime()
}

/** `parley meet` with this script, in this repository. */
export function meet(repo: Repo, script: Script, ...args: string[]): Promise<Ran> {
  repo.write('seats.yaml', JSON.stringify(script))
  return parley(repo, ...['meet', '--charter', charter, ...invited, '--agents', 'script:seats.yaml'], ...args)
}

export function parley(repo: Repo, ...args: string[]): Promise<Ran> {
  return run(args, { cwd: repo.root, env: byDay })
}

export const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

/** The ids of the meetings here, oldest name first. */
export function ids(repo: Repo): string[] {
  return readdirSync(meetingsIn(repo.root)).toSorted()
}

export function onlyId(repo: Repo): string {
  const [id = ''] = ids(repo)
  return id
}

export const notesPath = (id: string) => `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${id}.md`

export interface Front {
  readonly [key: string]: unknown
  readonly parley: { readonly degraded: readonly string[]; readonly [key: string]: unknown }
}

export function frontmatter(notes: string): Front {
  return parse(notes.split('\n---\n')[0]?.replace(/^---\n/, '') ?? '') as Front
}

/** A part of the notes, from its heading to the next one that notes have. */
export function section(notes: string, from: string, to: string): string {
  return notes.slice(notes.indexOf(`\n## ${from}\n`), notes.indexOf(`\n## ${to}\n`))
}
