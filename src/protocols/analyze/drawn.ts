// What an analysis lays beside its thread: the documents as they grow, for everybody; and apart, for whoever asks, how the talk is steered.

import { type Checks, type Drawing, drawnAs, type Entries, type PaperDrawn } from '../../view/drawings.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import type { Story } from '../../view/story.js'
import { faceOf } from '../../view/story.js'
import type { Draws } from '../../view/telling.js'
import { placeIn } from '../../view/tellings.js'
import { documents } from './places.js'
import { artifactOwners } from './rules/owners.js'

type Drawings = Story['drawings']

export const draws: Readonly<Record<string, Draws>> = {
  artifacts: (data, { drawings }, n) => written(drawings, data, n),
  coverage: (data, story) => [...due(story.drawings, data), ...steering(data, story)],
  claims: (data, { drawings }) =>
    more(drawings, 'refused', 'Refused, because the evidence does not hold', [
      ...listIn(data, 'rejected').map((one) => ({
        words: textIn(one, 'what') ?? '',
        about: `${textIn(one, 'why') ?? ''}, ${exchangeIn(data)}`,
      })),
    ]),
  retry: (data, { drawings }) =>
    more(drawings, 'retries', 'Drafts that were sent back', [
      {
        words: textsIn(data, 'why').join('; '),
        about: `${textsIn(data, 'rules').join(', ')}, ${exchangeIn(data)}`,
      },
    ]),
  salvaged: (data, { drawings }) =>
    more(drawings, 'retries', 'Drafts that were sent back', [
      {
        words: `Mended by taking out what broke a rule: ${numberIn(data, 'removed') ?? 0}`,
        about: `${textsIn(data, 'rules').join(', ')}, ${exchangeIn(data)}`,
      },
    ]),
  scan: (data) => [searched(data)],
  crosscheck: (data, { drawings }) => [checked(drawings, data)],
  state: (data, { drawings }) =>
    more(drawings, 'states', 'States', [
      { words: `${textIn(data, 'from')} → ${textIn(data, 'to')}`, about: textIn(data, 'event') ?? '' },
    ]),
}

// ---- documents

const papersId = 'papers'
const coverageId = 'coverage'

function written(drawings: Drawings, data: unknown, n: number): readonly Drawing[] {
  const before = papersIn(drawings)
  const now = listIn(data, 'files').map((file) => ({
    ...paperAt(textIn(file, 'path') ?? ''),
    state: (textIn(file, 'status') ?? '').toLowerCase(),
    worth: confidence(textIn(file, 'confidence')),
    changed: n,
  }))
  return [papers([...before.filter(({ path }) => now.every((paper) => paper.path !== path)), ...now])]
}

/** Everything that is due and not there yet is named too. What is due no more is named only where it was written. */
function due(drawings: Drawings, data: unknown): readonly Drawing[] {
  const paths = textsIn(data, 'due')
  if (paths.length === 0) return []
  const before = papersIn(drawings).filter(({ changed }) => changed > 0)
  const missing = paths.filter((path) => before.every((paper) => paper.path !== path)).map(paperAt)
  return [papers([...before, ...missing])]
}

function papersIn(drawings: Drawings): readonly PaperDrawn[] {
  return drawnAs(drawings, papersId, 'papers')?.papers ?? []
}

/** In the order of the places: requirements, impact, architecture, design, and what is signed off. */
function papers(all: readonly PaperDrawn[]): Drawing {
  const rank = ({ path }: PaperDrawn) => documents.findIndex((place) => place.path.test(path))
  return {
    kind: 'papers',
    id: papersId,
    title: 'Documents',
    papers: all.toSorted((a, b) => rank(a) - rank(b)),
  }
}

const owners: ReadonlyMap<string, string> = new Map(Object.entries(artifactOwners))

function paperAt(path: string): PaperDrawn {
  const name = path.split('/').at(-1) ?? path
  const owner = owners.get(name) ?? 'lead'
  const title = placeIn(path, documents).title || name
  return { path, title, seat: owner === 'lead' ? null : owner, state: 'not yet', worth: '', changed: 0 }
}

function confidence(word: string | undefined): string {
  return word === undefined ? '' : `confidence ${word.toLowerCase()}`
}

// ---- how it is steered

function steering(data: unknown, story: Story): readonly Drawing[] {
  const topics = listIn(fieldsOf(story.opened?.input), 'topics')
  return [
    {
      ...apart(coverageId, 'What is covered'),
      kind: 'bars',
      counts: { one: 'criterion', many: 'criteria', done: 'met' },
      bars: listIn(data, 'topics').map((topic) => barOf(topic, topics)),
      remark: textIn(data, 'recap') ?? '',
    },
    entries(
      'inferences',
      'Taken for granted, without your word',
      listIn(data, 'inferences').map((one) => ({
        words: textIn(one, 'assumption') ?? '',
        about: [textIn(one, 'id'), textIn(one, 'confidence'), textIn(one, 'trigger')]
          .filter(Boolean)
          .join(', '),
      })),
    ),
    entries(
      'held',
      'Found, and held back for later',
      listIn(data, 'queue').map((one) => ({
        words: textIn(one, 'text') ?? '',
        about: faceOf(story, textIn(one, 'role') ?? '').name,
      })),
    ),
  ]
}

/** A topic with the words of its criteria, which stand in what the meeting was opened with. */
function barOf(topic: unknown, topics: readonly unknown[]) {
  const id = textIn(topic, 'topic_id') ?? ''
  const known = topics.find((one) => textIn(one, 'id') === id)
  const met = textsIn(topic, 'met')
  const { covered, closed } = fieldsOf(topic)
  const state = covered === true ? 'covered' : typeof closed === 'string' ? `closed (${closed})` : 'open'
  return {
    name: textIn(known, 'name') ?? id,
    done: met.length,
    of: numberIn(topic, 'total') ?? 0,
    state: `${state}, ${textIn(topic, 'depth') ?? ''}, confidence ${textIn(topic, 'confidence') ?? ''}`,
    left: listIn(known, 'criteria').flatMap((one) =>
      met.includes(textIn(one, 'id') ?? '') ? [] : [textIn(one, 'text') ?? ''],
    ),
  }
}

function searched(data: unknown): Drawing {
  const hits = fieldsOf(fieldsOf(data)['hits'])
  const whole = fieldsOf(data)['complete'] === true ? '' : ', not finished'
  return entries('scan', 'What the code was searched for', [
    ...textsIn(data, 'keywords').map((word) => ({ words: word, about: `${numberIn(hits, word) ?? 0} hits` })),
    { words: `${numberIn(data, 'files') ?? 0} files hold them${whole}`, about: '' },
  ])
}

const runs: Readonly<Record<string, string>> = {
  first: 'Before the first sign-off',
  amend: 'After an amendment',
  final: 'At the end',
}

function checked(drawings: Drawings, data: unknown): Drawing {
  const id = 'crosscheck'
  const [corrected, known] = [textsIn(data, 'corrected'), textsIn(data, 'known')]
  const look: Checks['looks'][number] = {
    name: runs[textIn(data, 'run') ?? ''] ?? '',
    ok: known.length === 0,
    faults: known,
    result: `${listIn(data, 'found').length} found, ${corrected.length} corrected`,
    at: '',
  }
  const before = drawnAs(drawings, id, 'checks')?.looks ?? []
  return { ...apart(id, 'Documents checked against each other'), kind: 'checks', looks: [...before, look] }
}

type Entry = Entries['entries'][number]

/** What was noted before stays. Nothing is drawn where there never was anything. */
function more(drawings: Drawings, id: string, title: string, added: readonly Entry[]): readonly Drawing[] {
  const before = drawnAs(drawings, id, 'entries')?.entries ?? []
  return before.length + added.length === 0 ? [] : [entries(id, title, [...before, ...added])]
}

function entries(id: string, title: string, all: readonly Entry[]): Entries {
  return { ...apart(id, title), kind: 'entries', entries: all }
}

function apart(id: string, title: string) {
  return { id, title, apart: true } as const
}

function exchangeIn(data: unknown): string {
  return `exchange ${numberIn(data, 'exchange') ?? 0}`
}
