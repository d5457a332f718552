// The course of an audit: what was planned, what was read and found so far. It follows from recorded steps, so a replay rebuilds it.

import type { AuditState, Convergence, GapSection, PassRow } from '../documents/audit.js'
import type { ZoneState } from '../rules/audit.js'
import type { Finding } from '../rules/findings.js'
import type { Reading, Receipt } from '../rules/read-files.js'
import type { InventoryFile, Zone } from '../rules/zones.js'

export interface AuditPlan {
  readonly criteria: readonly string[]
  /** Path prefixes; none means everything. */
  readonly scope: readonly string[]
  readonly zones: readonly Zone[]
  /** Members through whose lenses it looks, the nearest first. */
  readonly lenses: readonly string[]
  /** Text files that nobody may read, because they hold secrets. */
  readonly closed: readonly string[]
}

export interface Course {
  readonly plan: AuditPlan
  zones: readonly ZoneState[]
  findings: readonly Finding[]
  gaps: readonly GapSection[]
  history: readonly PassRow[]
  pass: number
  /** Waves of this pass. */
  wave: number
  /** New findings of this pass. */
  fresh: number
  /** What each zone's calls of this pass brought. */
  readonly looked: Map<string, Looked>
  /** By zone, what the latest pass that looked at it left unread. */
  readonly unread: Map<string, readonly string[]>
  /** Why a zone is read again in this pass. */
  readonly why: Map<string, string>
  convergence: Convergence
  active: boolean
}

export interface Looked {
  readonly receipts: readonly Receipt[]
  readonly claims: readonly string[]
  readonly leftOut: number
  readonly reading: Reading
}

export function courseOf(plan: AuditPlan): Course {
  return {
    plan,
    zones: plan.zones.map(({ name, files }) => ({
      zone: name,
      files: files.length,
      loc: linesIn(files),
      status: 'pending',
      pass: null,
      agent: null,
      read: 0,
      calls: 0,
    })),
    findings: [],
    gaps: [],
    history: [],
    pass: 1,
    wave: 0,
    fresh: 0,
    looked: new Map(),
    unread: new Map(plan.zones.map(({ name, files }) => [name, files.map(({ path }) => path)])),
    why: new Map(),
    convergence: 'pending',
    active: true,
  }
}

export function linesIn(files: readonly InventoryFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0)
}

export function filesOf({ plan }: Course, zone: string): readonly InventoryFile[] {
  return plan.zones.find(({ name }) => name === zone)?.files ?? []
}

/** What its calls of this pass have not shown yet. */
export function unreadNow(course: Course, zone: string): readonly InventoryFile[] {
  const looked = course.looked.get(zone)
  const files = filesOf(course, zone)
  return looked === undefined ? files : files.filter(({ path }) => looked.reading.unread.includes(path))
}

export function totals({ zones }: Pick<Course, 'zones'>): { readonly files: number; readonly read: number } {
  return {
    files: zones.reduce((sum, { files }) => sum + files, 0),
    read: zones.reduce((sum, { read }) => sum + read, 0),
  }
}

export function allUnread({ unread }: Pick<Course, 'unread'>): string[] {
  return [...unread.values()].flat().toSorted()
}

export function stateOf(course: Course): AuditState {
  const { files, read } = totals(course)
  return {
    active: course.active,
    pass: course.pass,
    wave: course.wave,
    total: course.findings.length,
    fresh: course.fresh,
    files,
    filesRead: read,
    convergence: course.convergence,
    history: course.history,
  }
}
