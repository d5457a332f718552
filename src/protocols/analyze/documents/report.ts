// The report at the end: which files there are and what they are worth, what is missing, and what comes next.

import { listedMarks } from '../../../rules/degradations.js'
import { shellWord } from '../../../rules/shell-word.js'
import { bullets } from '../../../text/embedded.js'
import { endLine, nextUses } from '../ends.js'
import { type Domain, nameIn, type Tier } from '../names.js'
import type { EndStatus } from '../rules/confirmation.js'
import type { Issue } from './issues.js'

export const signal = 'ROUNDTABLE_COMPLETE'

export interface FileWorth {
  readonly path: string
  readonly status: string
  readonly confidence: string
}

export interface AnalyzeOutcome {
  readonly status: EndStatus
  readonly slug: string
  readonly folder: string
  readonly tier: Tier
  readonly domains: readonly Domain[]
  readonly amendment_cycles: number
  readonly artifacts: readonly FileWorth[]
  readonly gaps: readonly string[]
  readonly known_issues: readonly string[]
  readonly degraded: readonly string[]
  readonly next: readonly string[]
  /** What there is to do, for `parley export --format issues`. */
  readonly issues: readonly Issue[]
  readonly signal: string
}

/** Commands for what an analysis is there for, with real paths. Nothing is started by itself. */
export function nextCommands(folder: string, meeting: string): string[] {
  const from = shellWord(folder)
  return [
    `parley council work --from ${from}`,
    `parley council meeting --from ${from}`,
    `parley deliberate --from ${from}`,
    `parley export ${meeting} --format issues --out ${shellWord(`${folder}-issues`)}`,
  ]
}

export function reportText(outcome: AnalyzeOutcome): string {
  const { slug, folder, artifacts, known_issues, gaps, degraded, next } = outcome
  const width = Math.max(0, ...next.map((command) => command.length))
  const parts = [
    endLine(slug, outcome),
    list(
      `Files in ${folder}`,
      artifacts.map(
        ({ path, status: state, confidence }) =>
          `${nameIn(folder, path)} (${state}, confidence ${confidence})`,
      ),
    ),
    list('Known issues', known_issues),
    list('Gaps', gaps),
    degraded.length === 0 ? '' : `Degraded: ${listedMarks(degraded)}`,
    `Next:\n\n${next.map((command, at) => `    ${command.padEnd(width)}  ${nextUses[at] ?? ''}`.trimEnd()).join('\n')}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function list(name: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${name}:\n\n${bullets(items)}`
}
