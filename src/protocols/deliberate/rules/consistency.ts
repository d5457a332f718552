// The plan's papers agree: same stories in PRD, contract and plan, as many blocks and rows as boxes, every stub there, no id twice.

import { criteriaIn } from '../documents/contract.js'
import { readPlan, storiesIn } from '../documents/prd.js'
import { sectionOf } from '../documents/sections.js'
import { readTable } from '../documents/tables.js'

export interface Papers {
  readonly prd: string
  readonly contract: string
  readonly plan: string
  /** Stub files that exist, relative to the session. */
  readonly stubs: readonly string[]
}

/** What does not fit together, a sentence each. Made by construction, so anything here is a file that somebody changed. */
export function disagreements({ prd, contract, plan, stubs }: Papers): string[] {
  const stories = storiesIn(prd)
  const rows = criteriaIn(contract)
  const summary = readTable(sectionOf(contract, 'Verification Summary') ?? '', ['ID']).map(
    (row) => row['ID']!,
  )
  const listed = readTable(sectionOf(contract, 'Test Stubs') ?? '', ['AC', 'Stub'])
  const ids = stories.map(({ id }) => id)
  const boxes = stories.reduce((sum, { boxes: own }) => sum + own.length, 0)
  const criteria = rows.map(({ id }) => id)
  return [
    ...differ('the contract', [...new Set(rows.map(({ story }) => story))], ids),
    ...differ(
      'the plan',
      readPlan(plan).map(({ story }) => story),
      ids,
    ),
    ...differ('the verification summary', summary, criteria),
    ...(boxes === rows.length ? [] : [`the PRD has ${boxes} criteria, the contract ${rows.length}`]),
    ...[ids, criteria].flatMap(twice).map((id) => `${id} stands there twice`),
    ...listed
      .map((row) => row['Stub']!.replaceAll('`', ''))
      .filter((path) => !stubs.includes(path))
      .map((path) => `the stub ${path} is missing`),
    ...listed
      .filter((row) => !criteria.includes(row['AC']!))
      .map((row) => `${row['AC']} has a stub and no criterion`),
  ]
}

function differ(paper: string, found: readonly string[], wanted: readonly string[]): string[] {
  const lacking = wanted.filter((id) => !found.includes(id))
  const strange = found.filter((id) => !wanted.includes(id))
  return [
    ...lacking.map((id) => `${id} is missing in ${paper}`),
    ...strange.map((id) => `${id} stands only in ${paper}`),
  ]
}

function twice(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}
