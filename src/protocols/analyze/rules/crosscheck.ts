// Cross-check: whether the documents agree with each other, as far as ids and numbers can tell.

import type { Tier } from '../names.js'
import { moduleCycle } from './counting.js'
import { confidenceOf } from './evidence.js'
import { acsOf, all, type Store } from './records.js'

export type CheckId = 'X1' | 'X2' | 'X3' | 'X4' | 'X5'

export interface Issue {
  readonly check: CheckId
  readonly where: string
  readonly what: string
}

export interface Crosschecked {
  readonly store: Store
  readonly tier: Tier
  /** Kept text by file, where ids may stand that no longer exist. */
  readonly kept: ReadonlyMap<string, string>
  /** The matrix as it is on disk; null where there is none. */
  readonly matrix: readonly { readonly fr: string; readonly ac: string }[] | null
  /** By file: whole text, and the sections that it lists as pending. */
  readonly files: ReadonlyMap<string, { readonly text: string; readonly pending: readonly string[] }>
}

export function crosschecked(input: Crosschecked): Issue[] {
  const hasArchitecture = input.tier === 'standard' || input.tier === 'epic'
  return [
    ...danglingIds(input),
    ...(hasArchitecture ? [...unservedPoints(input.store), ...strayModules(input.store)] : []),
    ...uneven(input),
    ...unlisted(input),
  ]
}

/** X1: every id of a requirement or criterion that is used is there. */
function danglingIds({ store, kept }: Crosschecked): Issue[] {
  const used = [...store.records.values()].flatMap((entry) =>
    idsIn(JSON.stringify(entry.data)).map((id) => ({ where: entry.id, id })),
  )
  const quoted = [...kept].flatMap(([where, text]) => idsIn(text).map((id) => ({ where, id })))
  return [...used, ...quoted]
    .filter(({ id }) => !store.records.has(id))
    .map(({ where, id }) => ({ check: 'X1', where, what: `${id} is used, and is not there` }))
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:FR-\d{3}|AC-\d{3}-\d{2})\b/g) ?? [])]
}

/** X2: every integration point has an interface. */
function unservedPoints(store: Store): Issue[] {
  const served = new Set(all(store, 'interface').flatMap(({ data }) => data.integration ?? []))
  return all(store, 'integration')
    .filter(({ id }) => !served.has(id))
    .map(({ id }) => ({ check: 'X2', where: id, what: 'no interface serves this integration point' }))
}

/** X3: modules belong to decisions that were taken, and do not wait for themselves. */
function strayModules(store: Store): Issue[] {
  const decided = new Set(
    all(store, 'decision')
      .filter(({ data }) => data.selected !== undefined)
      .map(({ id }) => id),
  )
  const stray = all(store, 'module').flatMap(({ id, data }): Issue[] =>
    data.adr === undefined || decided.has(data.adr)
      ? []
      : [{ check: 'X3', where: id, what: `${data.adr} is not a decision that was taken` }],
  )
  const cycle = moduleCycle(store)
  return cycle === null
    ? stray
    : [
        ...stray,
        {
          check: 'X3',
          where: cycle[0]!,
          what: `modules depend on each other in a circle: ${cycle.join(', ')}`,
        },
      ]
}

/** X4: what is sure is not carried by guesses alone, and the matrix says what the specification says. */
function uneven({ store, matrix }: Crosschecked): Issue[] {
  const carried = all(store, 'fr').flatMap((fr): Issue[] => {
    const carriers = all(store, 'module').filter(({ data }) => data.frs?.includes(fr.id))
    const isGuess = carriers.length > 0 && carriers.every(({ source }) => confidenceOf(source) === 'low')
    return isGuess && confidenceOf(fr.source) === 'high'
      ? [{ check: 'X4', where: fr.id, what: 'it is sure, and only modules that nobody agreed to carry it' }]
      : []
  })
  return matrix === null ? carried : [...carried, ...matrixDiffers(store, matrix)]
}

function matrixDiffers(
  store: Store,
  matrix: readonly { readonly fr: string; readonly ac: string }[],
): Issue[] {
  const wanted = new Set(all(store, 'fr').flatMap(({ id }) => acsOf(store, id).map((ac) => `${id} ${ac.id}`)))
  const found = new Set(matrix.map(({ fr, ac }) => `${fr} ${ac}`))
  const missing = [...wanted].filter((pair) => !found.has(pair))
  const extra = [...found].filter((pair) => !wanted.has(pair))
  return [
    ...missing.map(
      (pair): Issue => ({ check: 'X4', where: 'traceability-matrix.csv', what: `${pair} is missing` }),
    ),
    ...extra.map(
      (pair): Issue => ({
        check: 'X4',
        where: 'traceability-matrix.csv',
        what: `${pair} is in no requirement`,
      }),
    ),
  ]
}

/** X5: a section that is open is listed as open. */
function unlisted({ files }: Crosschecked): Issue[] {
  return [...files].flatMap(([where, { text, pending }]) => {
    const open = [...text.matchAll(/^## (.+)\n\nTBD: /gm)].map(([, title]) => title!)
    return open
      .filter((title) => !pending.includes(title))
      .map(
        (title): Issue => ({ check: 'X5', where, what: `"${title}" is open, and is not listed as pending` }),
      )
  })
}

/** One plain sentence for the head of the first summary. `known`: issues that are left, as they are recorded; the first is said. */
export function crosscheckSentence(corrected: number, known: readonly string[]): string {
  if (corrected === 0 && known.length === 0)
    return 'The documents were checked against each other, and everything agrees.'
  const mended =
    corrected === 0 ? '' : `${corrected === 1 ? 'one thing was' : `${corrected} things were`} corrected`
  const count =
    known.length === 1 ? 'one known issue is left: ' : `${known.length} known issues are left, first: `
  const open = known.length === 0 ? '' : `${count}${known[0]!.replace(/^X\d /, '').replace(/\.$/, '')}`
  return `The documents were checked against each other: ${[mended, open].filter(Boolean).join(', and ')}.`
}
