// Between passes: zones that what was found may reach are looked at again. Nothing here adds a finding.

import { hearShape } from '../hearing.js'
import { gapsPrompt } from '../prompts/audit.js'
import { reopened } from '../rules/audit.js'
import { importsOf } from '../rules/imports.js'
import * as shapes from '../schemas.js'
import { conductorSeat, type Sitting } from '../sitting.js'
import { compareTree } from '../tree.js'
import type { Course } from './course.js'
import { writeCoverage } from './papers.js'

interface Gap {
  readonly zone: string
  readonly why: string
}

/** Re-opens for the next pass: flagged zones, their neighbours, what the conductor names; after a first pass without findings, all. */
export async function detectGaps(sitting: Sitting, course: Course): Promise<void> {
  const any = course.findings.length > 0
  const linked = any ? await neighbours(sitting, course) : []
  const judged = any ? await judgedGaps(sitting, course, linked) : []
  const gaps = [...linked, ...judged]
  rememberWhy(course, gaps)
  const named = gaps.map(({ zone }) => zone)
  course.zones = reopened(course.zones, named, any || course.pass > 1)
  const lines = any
    ? gaps.map(({ zone, why }) => `${zone} is looked at again: ${why}`)
    : course.pass === 1
      ? ['Every zone is looked at again: the first pass found nothing.']
      : []
  course.gaps = [...course.gaps, { pass: course.pass, lines }]
  await compareTree(sitting)
  await writeCoverage(sitting, course)
}

/** For the auditors of the next pass: one who is not told why a zone is opened again looks for the same things in the same places. */
function rememberWhy({ why, zones, findings, pass, unread }: Course, gaps: readonly Gap[]): void {
  why.clear()
  for (const { zone, status } of zones) {
    const own = findings.filter((finding) => finding.zone === zone).length
    const gap = gaps.find((one) => one.zone === zone)
    const left = unread.get(zone)?.length ?? 0
    if (gap !== undefined) why.set(zone, gap.why)
    else if (status === 'flagged')
      why.set(
        zone,
        `pass ${pass} left ${own} ${own === 1 ? 'finding' : 'findings'} in it; more of their kind may be near`,
      )
    else if (left > 0) why.set(zone, `pass ${pass} did not read ${left} of its files to their last line`)
    else if (findings.length === 0)
      why.set(zone, `pass ${pass} found nothing anywhere, and one reading is no proof`)
  }
}

/** Zones with a file that imports a flagged one, or that a flagged one imports; one reason each. */
async function neighbours({ meeting }: Sitting, { plan, findings, zones }: Course): Promise<Gap[]> {
  const flagged = [...new Set(findings.map(({ file }) => file))]
  const paths = plan.zones.flatMap(({ files }) => files.map(({ path }) => path))
  const links = await meeting.act('imports', async ({ files }) => {
    const found: [string, string][] = []
    for (const path of paths) {
      const text = (await files.read(path).catch(() => null)) ?? ''
      for (const target of importsOf(path, text, paths))
        if (flagged.includes(path) || flagged.includes(target)) found.push([path, target])
    }
    return found
  })
  const zoneOf = new Map(
    plan.zones.flatMap(({ name, files }) => files.map(({ path }) => [path, name] as const)),
  )
  const isFlagged = (zone: string) => zones.some((one) => one.zone === zone && one.status === 'flagged')
  const gaps = new Map<string, Gap>()
  for (const [from, to] of links) {
    for (const end of [from, to]) {
      const zone = zoneOf.get(end)
      if (zone === undefined || isFlagged(zone) || gaps.has(zone)) continue
      gaps.set(zone, { zone, why: `${from} imports ${to}` })
    }
  }
  return [...gaps.values()]
}

/** Callers of what was flagged, and exports that nobody uses, are a matter of judgment; zones that do not exist are not looked at. */
async function judgedGaps(sitting: Sitting, course: Course, linked: readonly Gap[]): Promise<Gap[]> {
  const asked = { seat: conductorSeat(sitting), id: 'audit.gaps' }
  const prompt = gapsPrompt(sitting, course, linked)
  const heard = await hearShape(sitting, sitting.meeting, asked, prompt, shapes.Gaps)
  if (heard.kind === 'unheard') {
    await sitting.meeting.note('warning', {
      text: `Nobody looked for gaps after pass ${course.pass}: ${heard.reason}`,
    })
    return []
  }
  const known = new Set(course.zones.map(({ zone }) => zone))
  return heard.value.reopen.filter(({ zone }) => known.has(zone))
}
