// Outcome: what a concluded meeting came to, as far as the screen knows its shape.

import type { Outcome } from '../../../protocols/council/outcome.js'
import type { Outcome as MeetOutcome } from '../../../protocols/meet/save.js'
import { clean, oneLine } from './clean.js'
import type { Paint } from './paint.js'

export function outcomeText(outcome: unknown, colour: Paint): string {
  if (isCouncil(outcome)) return councilText(outcome, colour)
  if (isMeet(outcome)) return meetText(outcome, colour)
  return outcome === null || outcome === undefined
    ? 'Concluded.\n'
    : `Concluded: ${oneLine(JSON.stringify(outcome), 400)}\n`
}

function isCouncil(outcome: unknown): outcome is Outcome {
  return typeof outcome === 'object' && outcome !== null && 'record' in outcome && 'recommendation' in outcome
}

/** What a chartered meeting left, one line each. */
function meetText(outcome: MeetOutcome, colour: Paint): string {
  const { notes, actionItems, memories, extractions, degraded } = outcome
  const lines = [
    notes === null ? 'The notes were dropped.' : `Notes: ${notes}`,
    ...(actionItems.length > 0 ? [`Action items: ${actionItems.join(', ')}`] : []),
    ...memories.map((path) => `Memory: ${path}`),
    ...extractions.map((path) => `Extracted: ${path}`),
  ]
  const mark =
    degraded.length > 0 ? `${colour.yellow(oneLine(`Degraded: ${degraded.join(', ')}`, 400))}\n` : ''
  return `${lines.map((line) => oneLine(line, 400)).join('\n')}\n${mark}`
}

function isMeet(outcome: unknown): outcome is MeetOutcome {
  return typeof outcome === 'object' && outcome !== null && 'notes' in outcome && 'endedBy' in outcome
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
