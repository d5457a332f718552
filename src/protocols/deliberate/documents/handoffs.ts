// Cross-council handoffs: questions of a design that lie outside of the theme's domain. The person holds them elsewhere, with the words that
// stand here; those words count how often a question was handed over, and after twice it is the person's own.

import type { Design } from '../schemas.js'
import { sectionOf } from './sections.js'
import { oneLine } from './text.js'

export const handoffsTitle = 'Cross-Council Handoffs'

/** A question that was handed over this often is handed over no more. */
const deepest = 2

export interface HandoffGround {
  readonly idea: string
  readonly themeId: string
  readonly themeName: string
}

/** Empty where there is none. */
export function renderHandoffs({ handoffs = [] }: Design, ground: HandoffGround): string {
  const back = timesHandedOver(ground.idea) >= deepest
  return handoffs.map((one, at) => (back ? takenBack(one, at) : handedOn(one, at, ground))).join('\n\n')
}

type Handoff = NonNullable<Design['handoffs']>[number]

function handedOn(one: Handoff, at: number, { idea, themeId, themeName }: HandoffGround): string {
  const artifacts = (one.artifacts ?? []).map(oneLine).filter((text) => text !== '')
  return [
    `### Handoff ${at + 1}`,
    `- **From:** ${themeName}`,
    `- **To:** ${oneLine(one.to)}`,
    `- **Question:** ${oneLine(one.question)}`,
    `- **Why we can't answer it:** ${oneLine(one.why)}`,
    `- **Carry-forward artifacts:** ${artifacts.join(', ') || 'this design'}`,
    `- **Recommended trigger:** ${oneLine(one.trigger ?? '') || 'before the stories that need the answer'}`,
    `- **Idea to hold there:** ${oneLine(one.question)} ${[...marksOf(idea), markOf(themeId)].join(' ')}`,
  ].join('\n')
}

function takenBack({ question, why }: Handoff, at: number): string {
  return [
    `### Back to you ${at + 1}`,
    `- **Question:** ${oneLine(question)}`,
    `- **Why we can't answer it:** ${oneLine(why)}`,
    '- **Why it is yours:** it was handed over twice already',
  ].join('\n')
}

function markOf(themeId: string): string {
  return `[handed over by ${themeId}]`
}

function marksOf(idea: string): string[] {
  return idea.match(/\[handed over by [a-z0-9-]+\]/g) ?? []
}

function timesHandedOver(idea: string): number {
  return marksOf(idea).length
}

/** What the outcome says of them, from the document itself. */
export function handoffRemarks(design: string): string[] {
  const section = sectionOf(design, handoffsTitle) ?? ''
  const count = (heading: string) =>
    section.split('\n').filter((line) => line.startsWith(`### ${heading} `)).length
  const [on, back] = [count('Handoff'), count('Back to you')]
  return [
    ...(on === 0 ? [] : [`${questions(on)} for another council: see “${handoffsTitle}” in the design.`]),
    ...(back === 0 ? [] : [`${questions(back)} handed over twice already and now yours: see the design.`]),
  ]
}

function questions(count: number): string {
  return `${count} ${count === 1 ? 'question is' : 'questions are'}`
}
