// For tests: an analysis in memory, with a lead that reads its replies from a list (lead.suite.ts).

import type { Line } from '../../kernel/line/line.js'
import { journalOf } from '../../kernel/line/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import type { Deps } from '../../kernel/run/deps.js'
import type { MeetingEvent } from '../../kernel/run/events.js'
import { type Ending, hold, open } from '../../kernel/run/hold.js'
import { type Verification, verify } from '../../kernel/verify/verify.js'
import type { World } from '../../kernel/world.js'
import {
  type Called,
  depsOf,
  type FakeWorkspace,
  fakeWorkspace,
  type Lines,
  noon,
} from '../council/harness.suite.js'
import { topics } from './fixtures.suite.js'
import type { AnalyzeInput } from './input.js'
import { usual } from './lead.suite.js'
import { displayNames, roles } from './names.js'
import { analyze } from './protocol.js'

export const meetingId = '2026-01-31-analyze-retry-queue'
export const folder = 'docs/requirements/retry-queue'

export function inputFor(more: Partial<AnalyzeInput> = {}): AnalyzeInput {
  return {
    meeting: meetingId,
    slug: 'retry-queue',
    folder,
    root: 'docs/requirements',
    source: 'manual',
    sourceId: 'unknown',
    draft: { text: '# Bound the retries\n\nRetries of the queue run for hours.\n', from: 'ticket.md' },
    discovery: null,
    seats: roles.map((id) => ({
      id,
      name: displayNames[id],
      role: id,
      persona: `You are ${id}.`,
      from: 'library',
      missing: false,
    })),
    topics: topics.map((topic) => ({
      ...topic,
      contributing: [...topic.contributing],
      criteria: [...topic.criteria],
      sections: [],
      steps: [...topic.steps],
    })),
    skippedTopics: 0,
    tier: 'light',
    light: false,
    team: false,
    maxExchanges: 30,
    head: 'abc1234',
    meta: null,
    again: false,
    notices: [],
    ...more,
  }
}

export type Answers = readonly (string | [string, string])[]

export interface Held {
  readonly at: FakeWorkspace
  readonly calls: Called[]
  hold(lines?: Lines, answers?: Answers, more?: Partial<Deps>): Promise<Ending>
  verify(): Promise<Verification>
  lines(): Promise<readonly Line[]>
  /** A file of the item's folder. */
  text(name: string): string
  notes(kind: string): Record<string, unknown>[]
  asked(): string[]
}

export async function session(
  input: AnalyzeInput = inputFor(),
  files: Readonly<Record<string, string>> = {},
  before: readonly Line[] = [],
): Promise<Held> {
  const at = fakeWorkspace({
    'src/queue.ts': 'loop\nretry(queue)\n',
    'src/worker.ts': 'import queue\n',
    ...files,
  })
  Object.assign(at.world.files, { search: searchIn(at.files) })
  const journal = journalOf(before)
  const calls: Called[] = []
  const events: MeetingEvent[] = []
  const protocol = analyze as Protocol
  const opened = {
    id: meetingId,
    protocol: 'analyze',
    version: analyze.version,
    parley: '0',
    title: 'Bound the retries',
    input,
    agents: {},
  }
  if (before.length === 0) await open(journal, opened, new Date(noon))
  const deps = (lines: Lines, answers: Answers, more: Partial<Deps>) =>
    depsOf(at, calls, events, lines, [...answers], more)
  const noted = () =>
    events.flatMap((event) => (event.type === 'line' && event.line.kind === 'noted' ? [event.line.data] : []))
  return {
    at,
    calls,
    hold: (lines = usual(), answers = [], more = {}) => hold(journal, protocol, deps(lines, answers, more)),
    verify: () => verify(journal, protocol, deps({}, [], {})),
    lines: () => journal.read(),
    text: (name) => at.files.get(`${folder}/${name}`) ?? '',
    notes: (kind) =>
      noted().flatMap((data) => (data.kind === kind ? [data.data as Record<string, unknown>] : [])),
    asked: () =>
      events.flatMap((event) =>
        event.type === 'line' && event.line.kind === 'asked' ? [event.line.data.id] : [],
      ),
  }
}

/** All at once, as the real one does where there is time. */
function searchIn(files: ReadonlyMap<string, string>): World['files']['search'] {
  return async ({ words }) => {
    const paths = [...files.keys()].filter((path) => path.startsWith('src/')).toSorted()
    const timesIn = (path: string, word: string) =>
      (files.get(path) ?? '').toLowerCase().split(word.toLowerCase()).length - 1
    const hitsOf = (word: string) =>
      paths.flatMap((path) => (timesIn(path, word) > 0 ? [[path, timesIn(path, word)]] : []))
    return {
      hits: Object.fromEntries(
        words.map((word) => [word, Object.fromEntries(hitsOf(word)) as Record<string, number>]),
      ),
      files: paths.length,
      complete: true,
      next: paths.length,
    }
  }
}
