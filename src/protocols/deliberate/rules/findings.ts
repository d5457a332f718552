// Findings: which are new, which are known in other words, and their numbers.

import { oneLine } from '../documents/text.js'
import type { Zone as ZoneReply } from '../schemas.js'

export const severities = ['critical', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

export interface Finding {
  /** `F-001` upward. */
  readonly id: string
  readonly severity: Severity
  readonly zone: string
  readonly file: string
  readonly line: number | null
  readonly category: string
  readonly title: string
  readonly detail: string
  readonly pass: number
}

export interface Merged {
  readonly all: readonly Finding[]
  readonly fresh: readonly Finding[]
  /** In files outside the zone's list. */
  readonly leftOut: number
}

/** Two findings of one reply are two unless their titles say the same, however near they stand. */
export function mergedFindings(
  known: readonly Finding[],
  reply: ZoneReply['findings'],
  where: { readonly zone: string; readonly files: readonly string[]; readonly pass: number },
): Merged {
  const all = [...known]
  let leftOut = 0
  for (const found of reply) {
    const file = found.file.trim().replace(/^(?:\.\/)+/, '')
    if (!where.files.includes(file)) leftOut++
    else if (
      !all.some((one, at) => isSame(one, { ...found, file, line: found.line ?? null }, at >= known.length))
    ) {
      all.push({
        id: findingId(all.length),
        severity: found.severity,
        zone: where.zone,
        file,
        line: found.line ?? null,
        category: oneLine(found.category),
        title: oneLine(found.title),
        detail: oneLine(found.detail),
        pass: where.pass,
      })
    }
  }
  return { all, fresh: all.slice(known.length), leftOut }
}

/** The same file, and the same category nearby or much the same words: comparing whole texts would be defeated by rewording. */
function isSame(
  one: Finding,
  other: Pick<Finding, 'file' | 'line' | 'category' | 'title'>,
  byTitle: boolean,
): boolean {
  if (one.file !== other.file) return false
  if (byTitle) return overlap(one.title, other.title) >= 0.6
  const near = one.line === null || other.line === null || Math.abs(one.line - other.line) <= 5
  const alike = oneLine(one.category).toLowerCase() === oneLine(other.category).toLowerCase()
  return (alike && near) || overlap(one.title, other.title) >= 0.6
}

/** Shared words of all words. */
function overlap(one: string, other: string): number {
  const [here, there] = [wordsOf(one), wordsOf(other)]
  const shared = [...here].filter((word) => there.has(word)).length
  const all = here.size + there.size - shared
  return all === 0 ? 0 : shared / all
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

function findingId(count: number): string {
  return `F-${String(count + 1).padStart(3, '0')}`
}

export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { critical: count('critical'), warning: count('warning'), info: count('info') }
}

export interface FixTask {
  readonly zone: string
  readonly findings: readonly string[]
}

/** One for each zone with something to mend; those with critical findings first. */
export function fixTasks(findings: readonly Finding[]): FixTask[] {
  const worth = findings.filter(({ severity }) => severity !== 'info')
  const zones = [...new Set(worth.map(({ zone }) => zone))].toSorted()
  const isCritical = (zone: string) =>
    worth.some((finding) => finding.zone === zone && finding.severity === 'critical')
  return [...zones.filter(isCritical), ...zones.filter((zone) => !isCritical(zone))].map((zone) => ({
    zone,
    findings: worth.filter((finding) => finding.zone === zone).map(({ id }) => id),
  }))
}
