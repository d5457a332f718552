// Planning of the audit: what is looked for, where, and in which zones. In audit mode the person sees it first.

import { ask } from '../asking.js'
import { table } from '../documents/tables.js'
import { listed, oneLine } from '../documents/text.js'
import { mustHear } from '../hearing.js'
import { propose } from '../phases/assembly.js'
import { notInterviewed } from '../phases/interview.js'
import { criteriaPrompt } from '../prompts/audit.js'
import type { Interviewed } from '../prompts/frame.js'
import { fewestCalls, mostCallsFor } from '../rules/audit.js'
import { inScope, zonesOf } from '../rules/zones.js'
import * as shapes from '../schemas.js'
import { conductorSeat, named, type Sitting } from '../sitting.js'
import { type AuditPlan, linesIn } from './course.js'
import { type Inventory, takeInventory } from './inventory.js'

/** What an audit is made from. */
export interface AuditGround {
  readonly interview: Interviewed
  /** The PRD, where there is one. */
  readonly prd: string
}

export async function planAudit(sitting: Sitting, ground: AuditGround): Promise<AuditPlan> {
  const inventory = await takeInventory(sitting)
  const lenses = await lensesOf(sitting)
  let plan = await criteriaFor(sitting, ground, inventory, lenses)
  while (sitting.input.mode === 'audit') {
    const answer = await ask(sitting, 'audit.scope', {
      title: 'Is this what the audit shall look for?',
      body: scopeText(sitting, plan, lenses),
      effects: { start: 'the auditors begin to read', adjust: 'your words change criteria and scope' },
    })
    if (answer.choose !== 'adjust') break
    plan = await criteriaFor(sitting, ground, inventory, lenses, { before: plan, wish: answer.text ?? '' })
  }
  return plan
}

/** Those at the table, or in audit mode, where nobody sits there, the lenses nearest to what was asked. */
async function lensesOf(sitting: Sitting): Promise<readonly string[]> {
  if (sitting.shape.assembly !== 'lenses') return sitting.ranked.length > 0 ? sitting.ranked : sitting.seated
  return (await propose(sitting, notInterviewed)).selected
}

async function criteriaFor(
  sitting: Sitting,
  ground: AuditGround,
  { files, closed }: Inventory,
  lenses: readonly string[],
  revising?: { readonly before: AuditPlan; readonly wish: string },
): Promise<AuditPlan> {
  const prompt = criteriaPrompt(sitting, { ...ground, lenses, zones: zonesOf(files) }, revising)
  const asked = { seat: conductorSeat(sitting), id: 'audit.criteria' }
  const reply = await mustHear(sitting, asked, prompt, shapes.Criteria)
  const criteria = reply.criteria.map(oneLine)
  const scope = reply.scope.map(oneLine).filter((prefix) => prefix !== '')
  const chosen = inScope(files, scope)
  if (chosen.length > 0 || files.length === 0)
    return { criteria, scope, zones: zonesOf(chosen), lenses, closed }
  // An audit of nothing would look like a clean one.
  await sitting.meeting.note('warning', {
    text: `No file lies below ${scope.join(', ')}: the whole project is audited`,
  })
  return { criteria, scope: [], zones: zonesOf(files), lenses, closed }
}

function scopeText(
  sitting: Sitting,
  { criteria, scope, zones, closed }: AuditPlan,
  lenses: readonly string[],
): string {
  const files = zones.flatMap((zone) => zone.files)
  const rows = zones.map((zone) => [zone.name, String(zone.files.length), String(linesIn(zone.files))])
  const calls =
    `It takes at least ${fewestCalls(zones.length)} calls: two passes over ${zones.length} zones, and the report; ` +
    `at most ${mostCallsFor(zones.length)}, where files stay unread and every pass finds something new.`
  return [
    `Criteria:\n${listed(criteria, 'None.')}`,
    `Lenses: ${named(sitting, lenses).join(', ')}`,
    `Scope: ${scope.length === 0 ? 'everything' : scope.join(', ')}`,
    `${files.length} files, ${linesIn(files)} lines:\n\n${table('| Zone | Files | Lines |', rows)}`,
    closedText(closed),
    calls,
  ]
    .filter(Boolean)
    .join('\n\n')
}

export function closedText(closed: readonly string[]): string {
  return closed.length === 0 ? '' : `Not to be read, because they hold secrets:\n${listed(closed, '')}`
}
