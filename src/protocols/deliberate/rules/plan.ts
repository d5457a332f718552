// The plan: stories, criteria and tasks with their ids, made from the conductor's reply. Order and cycles are the engine's business.

import { oneLine } from '../documents/text.js'
import type { Member } from '../documents/theme-shape.js'
import type { Prd } from '../schemas.js'
import { storyId } from './gates.js'
import { memberNamed } from './members.js'
import { type Method, methodOf } from './methods.js'

export interface Criterion {
  /** `AC-001`, numbered through all stories. */
  readonly id: string
  readonly words: string
  readonly method: Method
  /** `GIVEN … WHEN … THEN …` */
  readonly scenario: string
}

export interface Story {
  readonly id: string
  /** `T-001`: one task for each story. */
  readonly task: string
  readonly title: string
  readonly description: string
  /** The member's id. */
  readonly member: string
  readonly dependsOn: readonly string[]
  readonly criteria: readonly Criterion[]
}

export interface Planned {
  readonly stories: readonly Story[]
  readonly warnings: readonly string[]
}

export function plannedFrom(prd: Prd, seated: readonly Member[], endToEnd: boolean): Planned {
  const { edges, warnings } = dependenciesOf(prd)
  let counted = 0
  const stories = prd.stories.map((story, at) => ({
    id: storyId(at),
    task: taskId(at),
    title: oneLine(story.title),
    description: descriptionOf(story),
    member: memberNamed(story.member, seated)?.id ?? story.member,
    dependsOn: edges[at]!,
    criteria: story.criteria.map((criterion) => criterionOf(criterion, ++counted, endToEnd)),
  }))
  return { stories, warnings }
}

type Told = Pick<Prd['stories'][number], 'as_a' | 'want' | 'so_that'>

/** Many a reply repeats the words of the form (“As a …”, “I want …”): they stand there once. */
function descriptionOf({ as_a: who, want, so_that: why }: Told): string {
  const person = bare(bare(who, /^as\s+/i), /^(?:an?|the)\s+/i)
  const article = /^(?:[aei]|o(?!ne\b))/i.test(person) && !/^eu/i.test(person) ? 'an' : 'a'
  return `As ${article} ${person}, I want ${bare(want, /^I\s+want\s+/i)} so that ${bare(why, /^so\s+that\s+/i)}.`
}

/** On one line, without these first words and without the sign of the sentence that it ended. */
function bare(text: string, first: RegExp): string {
  const whole = oneLine(text).replace(/[\s.,;]+$/, '')
  return whole.replace(first, '') || whole || oneLine(text)
}

/** `T-001` for the first. */
export function taskId(at: number): string {
  return `T-${String(at + 1).padStart(3, '0')}`
}

/** What a story waits for comes before it; otherwise the order of the stories. */
export function inDependencyOrder<T extends Pick<Story, 'id' | 'dependsOn'>>(stories: readonly T[]): T[] {
  const ordered: T[] = []
  const waiting = [...stories]
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ dependsOn }) => !waiting.some(({ id }) => dependsOn.includes(id)))
    // Without a ready one there is a cycle, which only somebody else's file can hold.
    ordered.push(...waiting.splice(Math.max(0, ready), 1))
  }
  return ordered
}

export function criterionOf(
  given: Prd['stories'][number]['criteria'][number],
  count: number,
  endToEnd: boolean,
): Criterion {
  const { words, method } = methodOf(oneLine(given.text), endToEnd)
  const scenario = scenarioOf(given, words)
  return { id: `AC-${String(count).padStart(3, '0')}`, words, method, scenario }
}

/** Whether a scenario says more than its criterion does: the one that is made of the criterion alone does not. */
export function saysMore(scenario: string, words: string): boolean {
  return scenario !== '' && scenario !== scenarioOf({}, words)
}

function scenarioOf(
  given: Pick<Prd['stories'][number]['criteria'][number], 'given' | 'when' | 'then'>,
  words: string,
) {
  const parts = [
    ['GIVEN', given.given ?? 'the system'],
    ['WHEN', given.when ?? words],
    ['THEN', given.then ?? 'it holds'],
  ] as const
  return parts.map(([keyword, text]) => `${keyword} ${withoutKeyword(text, keyword)}`).join(' ')
}

function withoutKeyword(text: string, keyword: string): string {
  return oneLine(text).replace(new RegExp(`^${keyword}\\s+`, 'i'), '')
}

/** Story by story: an id that does not exist is dropped, and so is one that would close a cycle, with a warning. */
function dependenciesOf({ stories }: Prd): {
  readonly edges: readonly (readonly string[])[]
  readonly warnings: readonly string[]
} {
  const ids = stories.map((_, at) => storyId(at))
  const edges: string[][] = stories.map(() => [])
  const warnings: string[] = []
  stories.forEach(({ depends_on: wanted = [] }, at) => {
    const known = [...new Set(wanted.map((id) => id.trim().toUpperCase()))].filter(
      (id) => ids.includes(id) && id !== ids[at],
    )
    for (const id of known) {
      if (reaches(id, ids[at]!, ids, edges))
        warnings.push(`${ids[at]} cannot wait for ${id}, which waits for it: left out`)
      else edges[at]!.push(id)
    }
  })
  return { edges, warnings }
}

function reaches(
  from: string,
  to: string,
  ids: readonly string[],
  edges: readonly (readonly string[])[],
): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true
    if (!seen.has(id)) open.push(...edges[ids.indexOf(id)]!)
    seen.add(id)
  }
  return false
}
