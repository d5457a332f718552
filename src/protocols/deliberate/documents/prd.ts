// prd.md and plan.md: stories with their boxes, tasks with their order; and quick's task list.

import { embed } from '../../../text/embedded.js'
import { splitMarks } from '../rules/degraded.js'
import { nameOf } from '../rules/members.js'
import { type Criterion, type Story, saysMore, taskId } from '../rules/plan.js'
import type { QualityGate } from '../rules/project.js'
import type { Prd, Tasks } from '../schemas.js'
import { withoutHalts } from './reply.js'
import { sectionOf, sectionsIn } from './sections.js'
import { readTable, table } from './tables.js'
import { inline, listed, saidIn } from './text.js'
import type { Member } from './theme-shape.js'

export interface PlanParts {
  readonly idea: string
  readonly stories: readonly Story[]
  readonly gates: readonly QualityGate[]
  readonly roster: readonly Member[]
}

export function renderPrd(prd: Prd, { idea, stories, gates, roster }: PlanParts): string {
  return `# PRD: ${inline(idea)}

## Overview
${withoutHalts(embed(prd.overview))}

## Goals
${listed(prd.goals, 'None.')}

## Non-Goals
${listed(prd.non_goals, 'None.')}

## Quality Gates
${gates.length === 0 ? 'none detected' : gates.map(({ command, proves }) => `- ${inline(`\`${command}\` — ${proves}`)}`).join('\n')}

## User Stories

${stories.map((story) => storyText(story, roster)).join('\n\n')}

## Technical Notes
${withoutHalts(embed(prd.technical_notes)) || 'None.'}

## Dependencies
${listed(prd.dependencies, 'None.')}
`
}

function storyText({ id, title, description, member, criteria }: Story, roster: readonly Member[]): string {
  return `### ${id}: ${inline(title)}
**Description:** ${inline(description)}
**Agent:** ${inline(nameOf(member, roster))}
**Acceptance Criteria:**
${criteria.map(boxOf).join('\n')}`
}

/** The scenario stands below its box where it says more than the box. */
function boxOf({ words, scenario }: Criterion): string {
  const box = `- [ ] ${inline(words)}`
  return saysMore(scenario, words) ? `${box}\n  ${inline(scenario)}` : box
}

export interface ReadStory {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly agent: string
  readonly boxes: readonly string[]
  /** What stands below each box; empty where nothing does. */
  readonly scenarios: readonly string[]
}

/** The stories of a PRD as they stand on disk, also of one that another tool wrote. */
export function storiesIn(prd: string): ReadStory[] {
  const text = sectionOf(prd, 'User Stories') ?? prd
  return sectionsIn(text, 3).flatMap(({ title, body }) => {
    const [, id, name] = /^(US-\d+):\s*(.*)$/.exec(title) ?? []
    if (id === undefined) return []
    const field = (label: string) =>
      saidIn(new RegExp(`^\\*\\*${label}:\\*\\*(.*)$`, 'm').exec(body)?.[1]?.trim() ?? '')
    const found = [...body.matchAll(/^- \[[ xX]\] (.*)$(?:\n {2}(GIVEN .*)$)?/gm)]
    const boxes = found.map((box) => saidIn(box[1]!.trim()))
    const scenarios = found.map((box) => saidIn((box[2] ?? '').trim()))
    return [
      {
        id,
        title: saidIn(name!),
        description: field('Description'),
        agent: field('Agent'),
        boxes,
        scenarios,
      },
    ]
  })
}

/** A PRD as it lies there, also one of another tool; what it does not have is empty. */
export function readPrd(prd: string): Prd {
  const section = (title: string) => sectionOf(prd, title) ?? ''
  const bullets = (title: string) =>
    section(title)
      .split('\n')
      .flatMap((line) => /^[-*] (.*)$/.exec(line)?.[1]?.trim() ?? [])
      .map(saidIn)
  return {
    overview: splitMarks(section('Overview')).rest.trim(),
    goals: bullets('Goals'),
    non_goals: bullets('Non-Goals'),
    stories: storiesIn(prd).map(({ title, description, agent, boxes }) => {
      const [, who, want, why] = /^As an? (.+?), I want (.+?) so that (.+?)\.?$/i.exec(description) ?? []
      const story = { as_a: who ?? '', want: want ?? description, so_that: why ?? '' }
      return { title, ...story, member: agent, criteria: boxes.map((text) => ({ text })) }
    }),
    technical_notes: section('Technical Notes'),
    dependencies: bullets('Dependencies'),
  }
}

export type TaskStatus = 'pending' | 'done' | 'skipped' | 'failed'

export interface PlanRow {
  readonly task: string
  readonly story: string
  readonly title: string
  readonly agent: string
  readonly dependsOn: readonly string[]
  readonly status: TaskStatus
}

const planColumns = ['Task', 'Story', 'Agent', 'Depends on', 'Status']

export function renderPlan(
  { idea, stories, roster }: Pick<PlanParts, 'idea' | 'stories' | 'roster'>,
  statuses: Readonly<Record<string, TaskStatus>> = {},
): string {
  const tasks = new Map(stories.map(({ id, task }) => [id, task]))
  const rows = stories.map(({ id, task, title, member, dependsOn }) => [
    task,
    `${id}: ${title}`,
    nameOf(member, roster),
    dependsOn.map((story) => tasks.get(story) ?? story).join(', ') || '—',
    statuses[task] ?? 'pending',
  ])
  return `# Plan: ${inline(idea)}\n\n${table(`| ${planColumns.join(' | ')} |`, rows)}\n`
}

export function readPlan(text: string): PlanRow[] {
  return readTable(text, planColumns).flatMap((row) => {
    const [, story, title] = /^(US-\d+)(?::\s*(.*))?$/.exec(row['Story']!) ?? []
    if (story === undefined) return []
    const status = statuses.find((name) => name === row['Status']) ?? 'pending'
    const dependsOn = row['Depends on']!.match(/(?:T|US)-\d+/g) ?? []
    return [{ task: row['Task']!, story, title: title ?? '', agent: row['Agent']!, dependsOn, status }]
  })
}

const statuses: readonly TaskStatus[] = ['pending', 'done', 'skipped', 'failed']

export function renderTaskList(idea: string, { tasks }: Tasks): string {
  const lines = tasks.map(({ title, description }, at) => {
    const about = inline(description)
    return `${at + 1}. **${boldable(title)}**${about === '' ? '' : ` — ${about}`}`
  })
  return `# Task List: ${inline(idea)}\n\n${lines.join('\n')}\n`
}

/** Between the marks of bold text: nothing that ends it, and not marks alone, which would be a rule across the page. */
function boldable(title: string): string {
  const words = inline(title).replaceAll('**', '')
  return /[^*\\\s]/.test(words) ? words : '—'
}

export interface ListedTask {
  readonly id: string
  readonly title: string
  readonly description: string
}

export function tasksIn(list: string): ListedTask[] {
  const lines = [...list.matchAll(/^\d+\. \*\*(.+?)\*\*(?: — (.*))?$/gm)]
  return lines.map(([, title, description], at) => ({
    id: taskId(at),
    title: saidIn(title!),
    description: saidIn(description ?? ''),
  }))
}

/** What the question about the scope shows; `where` is the session's folder, as a question names it. */
export function scopeText(prd: Prd, stories: readonly Story[], where: string): string {
  const criteria = stories.flatMap((story) => story.criteria)
  const counts = methodCounts(stories)
  const byMethod = Object.entries(counts).map(([method, count]) => `${method}: ${count}`)
  return [
    `**Goals**\n${listed(prd.goals, 'None.')}`,
    `**Non-goals**\n${listed(prd.non_goals, 'None.')}`,
    `**Stories**\n${stories.map(scopeOf).join('\n')}`,
    `${stories.length} stories, ${criteria.length} criteria (${byMethod.join(', ')}).`,
    `The contract is \`acceptance-contract.md\` in ${where}.`,
  ].join('\n\n')
}

/** A story with what it must fulfil: that is what the person agrees to. */
function scopeOf({ id, title, dependsOn, criteria }: Story): string {
  const after = dependsOn.length === 0 ? '' : ` (after ${dependsOn.join(', ')})`
  const lines = criteria.map(({ words, method }) => `  - ${inline(words)} — ${method}`)
  return [`- ${id}: ${inline(title)}${after}`, ...lines].join('\n')
}

export function methodCounts(stories: readonly Story[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { method } of stories.flatMap(({ criteria }) => criteria))
    counts[method] = (counts[method] ?? 0) + 1
  return counts
}
