// Outcome: what a concluded meeting came to, as far as the screen knows its shape.

import type { Outcome } from '../../../protocols/council/outcome.js'
import { clean, oneLine } from './clean.js'
import type { Paint } from './paint.js'

export function outcomeText(outcome: unknown, colour: Paint): string {
  if (isCouncil(outcome)) return councilText(outcome, colour)
  return outcome === null || outcome === undefined
    ? 'Concluded.\n'
    : `Concluded: ${oneLine(JSON.stringify(outcome), 400)}\n`
}

function isCouncil(outcome: unknown): outcome is Outcome {
  return typeof outcome === 'object' && outcome !== null && 'record' in outcome && 'recommendation' in outcome
}

function councilText(outcome: Outcome, colour: Paint): string {
  const { title, recommendation, record, topics, commit, remarks, work } = outcome
  return [
    `${colour.bold(oneLine(title, 200))}\n\n${clean(recommendation).trim()}\n`,
    `Record: ${record}`,
    ...topics.map((topic) => `Memory: ${topic}`),
    commit.kind === 'committed' ? `Committed as ${commit.hash.slice(0, 10)}.` : undefined,
    ...remarks.map((remark) => oneLine(remark, 400)),
    ...(work ? workLines(work) : []),
    '',
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}

function workLines({ stop, turns, branch, handOver }: NonNullable<Outcome['work']>): string[] {
  const where = branch === null ? 'in place: there is no repository' : `on branch ${branch}`
  const merge =
    handOver.length > 0
      ? handOver
      : branch === null
        ? []
        : ['Nothing to merge: the branch has no commit of its own.']
  return [`Stopped after ${turns} turns (${stop}), ${where}.`, ...merge]
}
