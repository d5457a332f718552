// The scene: what the fake house holds when its doors open.

import type {
  Decision,
  DocumentRef,
  DocumentView,
  Forms,
  Project,
  TalkRequest,
  TalkView,
  Worker,
} from '../../../src/hall/api.js'
import { cacheMeeting, haltedMeeting, longMeeting } from './chartered.js'
import { concludedCouncil, record, runningCouncil, waitingCouncil } from './council.js'
import type { Journal } from './journal.js'
import { closedTalk, liveTalk, openTalk, talkOpened } from './talks.js'

export interface Held {
  readonly project: string
  readonly id: string
  readonly journal: Journal
  live: boolean
  readonly degraded: readonly string[]
  documents: readonly DocumentRef[]
  talk: TalkView | null
  title?: string
}

export interface Scene {
  projects: Project[]
  meetings: Held[]
  requests: TalkRequest[]
  documents: DocumentView[]
  decisions: Decision[]
  forms: Forms
}

export function scene(): Scene {
  return {
    projects: [
      project('thumbnailer', 'Thumbnailer', null),
      project('importer', 'Importer', null),
      project('attic', 'Attic', 'its folder is gone'),
    ],
    meetings: meetings(),
    requests: requests(),
    documents: documents(),
    decisions: decisions(),
    forms,
  }
}

export function emptyScene(): Scene {
  return { ...scene(), meetings: [], requests: [], documents: [], decisions: [] }
}

function project(name: string, title: string, trouble: string | null): Project {
  return { name, title, path: `/srv/${name}`, meetingCap: 5, openTalks: 2, trouble }
}

function meetings(): Held[] {
  const council = concludedCouncil('20260504-0900-newcomers')
  const rehearsed = concludedCouncil('20260502-1100-rehearsal', 'rehearsal')
  return [
    held('thumbnailer', 'cache-policy', cacheMeeting('cache-policy')),
    held('importer', 'storage-layouts', waitingCouncil('storage-layouts')),
    held('importer', 'importer-first', runningCouncil('importer-first'), { live: true }),
    held('thumbnailer', 'talk-open', openTalk('talk-open'), {
      talk: talk({ linked: ['.lore/specs/thumb-cache.md'], referenced: ['.lore/research/cache-survey.md'] }),
      documents: [{ path: '.lore/specs/thumb-cache.md', kind: 'artifact', line: 3, working: false }],
    }),
    held('thumbnailer', 'talk-live', liveTalk('talk-live'), {
      live: true,
      talk: talk({ agenda: 'Find out what the first page waits for' }),
    }),
    held('thumbnailer', 'talk-conflict', closedTalk('talk-conflict', 'A retry policy for uploads'), {
      talk: talk(conflicted),
      documents: [],
    }),
    held('thumbnailer', 'talk-no-notes', closedTalk('talk-no-notes', 'Names for the new queues'), {
      talk: talk(noNotes),
    }),
    held('thumbnailer', 'talk-asked', talkOpened(300, 'talk-asked', 'Two options need a decision', ''), {
      talk: talk({ state: 'requested', agenda: 'Compare LRU and a time limit; we ship on Friday' }),
    }),
    held('thumbnailer', 'scan-uploads', haltedMeeting('scan-uploads')),
    held('importer', '20260504-0900-newcomers', council, {
      documents: [
        { path: '.council/records/20260504-0900-newcomers.md', kind: 'record', line: 10, working: false },
        { path: '.council/memory/onboarding.md', kind: 'memory', line: 11, working: false },
      ],
    }),
    held('importer', '20260502-1100-rehearsal', rehearsed, { degraded: ['rehearsal', 'absent:security'] }),
    held('thumbnailer', 'backlog', longMeeting('backlog', 500)),
  ]
}

function held(project: string, id: string, journal: Journal, more: Partial<Held> = {}): Held {
  return { project, id, journal, live: false, degraded: [], documents: [], talk: null, ...more }
}

function talk(more: Partial<TalkView>): TalkView {
  return {
    worker: 'Verity',
    workerTitle: 'Pathfinder',
    agenda: 'What the cache survey missed, and what follows from it',
    referenced: [],
    linked: [],
    branch: 'claude/meeting/talk-open',
    state: 'open',
    notes: { state: 'pending', text: '', reason: null },
    merge: { state: 'none', files: [], howTo: null },
    ...more,
  }
}

const conflicted: Partial<TalkView> = {
  state: 'closed',
  branch: 'claude/meeting/talk-conflict',
  notes: {
    state: 'done',
    text: '## Notes\n\nThree tries, doubling, never more than a minute in all.\n\n## Decisions\n\n**How often?**\nThree times.',
    reason: null,
  },
  merge: {
    state: 'pending',
    files: ['src/upload/retry.ts', 'src/upload/queue.ts'],
    howTo:
      'Merge the branch by hand, then try again:\ngit switch claude/main\ngit merge --squash claude/meeting/talk-conflict\nResolve the files above and commit.',
  },
}

const noNotes: Partial<TalkView> = {
  state: 'closed',
  notes: { state: 'failed', text: '', reason: 'The agent is logged out.' },
  merge: { state: 'done', files: [], howTo: null },
}

function requests(): TalkRequest[] {
  const base = {
    project: 'thumbnailer',
    worker: 'Verity',
    workerTitle: 'Pathfinder',
    date: new Date(Date.now() - 5 * 3_600_000).toISOString(),
  }
  return [
    {
      ...base,
      id: 'talk-asked',
      title: 'Two options need a decision',
      agenda: 'Compare LRU and a time limit; we ship on Friday',
      reason: 'The survey is finished.',
      referenced: ['.lore/research/cache-survey.md'],
      deferredUntil: null,
    },
    {
      ...base,
      id: 'talk-later',
      title: 'Rename the queues',
      agenda: 'Agree on names before the next release',
      reason: '',
      referenced: [],
      deferredUntil: '2026-12-01',
    },
  ]
}

function documents(): DocumentView[] {
  const doc = (
    project: string,
    path: string,
    kind: DocumentView['kind'],
    title: string,
    text: string,
    meetings: string[],
  ): DocumentView => ({ project, path, kind, title, date: '2026-05-04', meetings, text })
  return [
    doc(
      'importer',
      '.council/records/20260504-0900-newcomers.md',
      'record',
      'How should a newcomer find their way?',
      record,
      ['20260504-0900-newcomers'],
    ),
    doc(
      'importer',
      '.council/memory/onboarding.md',
      'memory',
      'Onboarding',
      '# Onboarding\n\nA map that is kept true is worth more than a tour. → 20260504-0900-newcomers',
      ['20260504-0900-newcomers'],
    ),
    doc(
      'thumbnailer',
      '.lore/specs/thumb-cache.md',
      'artifact',
      'Thumbnail cache',
      '---\ntitle: Thumbnail cache\nstatus: draft\n---\n\n# Thumbnail cache\n\nA time limit is wrong wherever clocks drift further than the limit itself. See [the survey](.lore/research/cache-survey.md).\n\n```yaml\npolicy: lru\nceiling: 512MB\n```\n',
      ['talk-open', 'cache-policy'],
    ),
    doc(
      'thumbnailer',
      'docs/cache.md',
      'other',
      'The cache',
      Array.from({ length: 30 }, (_, at) => `Line ${at + 1} of the cache's own page.`).join('\n'),
      [],
    ),
    doc(
      'thumbnailer',
      '.lore/research/cache-survey.md',
      'artifact',
      'Cache survey',
      '# Cache survey\n\nThree regions, none at the edge.',
      ['talk-open'],
    ),
    doc(
      'thumbnailer',
      'notes/2026-05-01-cache.md',
      'notes',
      'Cache, first round',
      '# Cache, first round\n\nNothing was settled.',
      ['cache-policy'],
    ),
  ]
}

function decisions(): Decision[] {
  const at = new Date(Date.now() - 26 * 3_600_000).toISOString()
  return [
    {
      project: 'thumbnailer',
      meeting: 'talk-conflict',
      at,
      question: 'How often is an upload tried again?',
      decision: 'Three times, doubling, never more than a minute in all.',
      reasoning: 'Longer than that and people press the button again themselves.',
    },
    {
      project: 'thumbnailer',
      meeting: 'cache-policy',
      at,
      question: 'Which policy?',
      decision: 'LRU, 512 MB in all and at most a quarter of it for one customer.',
      reasoning: 'No clock is needed, and one customer cannot push out the others.',
    },
    {
      project: 'importer',
      meeting: '20260504-0900-newcomers',
      at,
      question: '',
      decision: 'Begin with the map, then follow one meeting end to end.',
      reasoning: '',
    },
  ]
}

const workers: readonly Worker[] = [
  {
    name: 'Verity',
    displayName: 'Verity',
    displayTitle: 'Pathfinder',
    description: 'Reads widely, compares options, and says what nobody has looked at.',
    guidance: null,
    checkout: 'sparse',
    model: null,
  },
  {
    name: 'Mason',
    displayName: 'Mason',
    displayTitle: 'Builder',
    description: 'Writes the change and its test, and keeps to what was agreed.',
    guidance: null,
    checkout: 'full',
    model: null,
  },
]

const forms: Forms = {
  modes: [
    { name: 'decide', purpose: 'Settle one question and say why', invitees: ['theo', 'mira'] },
    { name: 'explore', purpose: 'Find out what the question is', invitees: ['theo', 'mira', 'kai'] },
  ],
  invitees: [
    { id: 'theo', name: 'Theo', title: 'Storage engineer' },
    { id: 'mira', name: 'Mira', title: 'Site reliability' },
    { id: 'kai', name: 'Kai', title: 'Product' },
  ],
  council: {
    name: 'software-team',
    chair: 'architect',
    seats: ['architect', 'qa-engineer', 'product-manager', 'security'],
  },
  workers,
  agents: [
    { name: 'rehearsal', hint: 'no model, for a dry run' },
    { name: 'claude', hint: 'ready' },
  ],
}
