// Issues: what an analysis leaves to do, one text for each step of its order; without steps, for each requirement that must or should be.

import { bullets, oneLine, paragraph } from '../../../text/embedded.js'
import { acsOf, all, type Entry, type Store } from '../rules/records.js'
import { dashed } from '../rules/slug.js'
import { blocks } from './rendering.js'

export interface Issue {
  /** `01-bound-the-loop.md`: in the order of the work. */
  readonly file: string
  readonly title: string
  /** Markdown, without the title. */
  readonly body: string
}

export interface ItemNamed {
  readonly slug: string
  readonly folder: string
}

export function issuesFrom(store: Store, item: ItemNamed): Issue[] {
  const steps = all(store, 'step').toSorted((one, other) => one.data.order - other.data.order)
  if (steps.length > 0) return stepIssues(store, steps, item)
  const wanted = ['Must Have', 'Should Have'].flatMap((priority) =>
    all(store, 'fr').filter(({ data }) => data.priority === priority),
  )
  return wanted.map((fr, at) => ({
    file: fileName(at, fr.data.title),
    title: oneLine(fr.data.title),
    body: blocks(
      origin(item),
      requirement(store, fr),
      affectedBy(store, [fr.id]),
      dependsOn(
        (fr.data.depends_on ?? []).flatMap((id) => {
          const before = wanted.findIndex((one) => one.id === id)
          return before < 0 ? [id] : [fileName(before, wanted[before]!.data.title)]
        }),
      ),
    ),
  }))
}

function stepIssues(store: Store, steps: readonly Entry<'step'>[], item: ItemNamed): Issue[] {
  const files = steps.map(({ data }, at) => fileName(at, data.description))
  return steps.map(({ data }, at) => {
    const frs = data.frs.flatMap((id) => all(store, 'fr').filter((fr) => fr.id === id))
    return {
      file: files[at]!,
      title: oneLine(data.description),
      body: blocks(
        origin(item),
        '## Requirements',
        ...frs.map((fr) => requirement(store, fr)),
        frs.length === 0 ? 'None is named.' : '',
        affectedBy(store, data.frs),
        `## Risk\n\n${paragraph(data.risk)}`,
        dependsOn(filesBefore(steps, files, at)),
      ),
    }
  })
}

/** Those that it names; a step that names none and cannot be made beside others waits for the one before it. */
function filesBefore(steps: readonly Entry<'step'>[], files: readonly string[], at: number): string[] {
  const { depends_on: named = [], parallel } = steps[at]!.data
  if (named.length > 0) return named.flatMap((id) => files[steps.findIndex((step) => step.id === id)] ?? [])
  return parallel || at === 0 ? [] : [files[at - 1]!]
}

function origin({ slug, folder }: ItemNamed): string {
  return `Part of ${slug}: ${folder}/requirements-spec.md.`
}

function requirement(store: Store, { id, data }: Entry<'fr'>): string {
  const criteria = acsOf(store, id).map(
    (ac) => `${ac.id}: given ${ac.data.given}, when ${ac.data.when}, then ${ac.data.then}`,
  )
  return blocks(`### ${id}: ${oneLine(data.title)}`, paragraph(data.description), bullets(criteria))
}

function affectedBy(store: Store, frs: readonly string[]): string {
  const files = all(store, 'affected').filter(
    ({ data }) => data.path !== undefined && data.traces?.some((id) => frs.includes(id)),
  )
  const lines = files.map(({ data }) => `${data.path}${data.change ? ` (${data.change})` : ''}`)
  return `## Affected files\n\n${bullets([...new Set(lines)]) || 'Not known.'}`
}

function dependsOn(files: readonly string[]): string {
  return `## Depends on\n\n${bullets(files) || 'Nothing.'}`
}

function fileName(at: number, title: string): string {
  return `${String(at + 1).padStart(2, '0')}-${dashed(title, 50) || 'step'}.md`
}
