// A wave: two to four zones are read at the same time, each by an auditor of its own. What was read, receipts say.

import type { Seat } from '../../../kernel/agents.js'
import type { Meeting } from '../../../kernel/protocol.js'
import { linesOf } from '../../../rules/numbered-lines.js'
import { renderZoneReport, zoneFiles } from '../documents/audit.js'
import { writeFile } from '../files.js'
import { type Heard, haltAtCeiling, hearIfRoom, type NoRoom } from '../hearing.js'
import { zonePrompt } from '../prompts/audit.js'
import { settledZone, type ZoneState } from '../rules/audit.js'
import { mergedFindings } from '../rules/findings.js'
import { expectedPage, type Receipt, readingOf, toProve } from '../rules/read-files.js'
import * as shapes from '../schemas.js'
import type { Sitting } from '../sitting.js'
import { compareTree } from '../tree.js'
import { type Course, filesOf, type Looked, unreadNow } from './course.js'
import { headingOf, noteCoverage, writeCoverage, writeFindings } from './papers.js'

type Answer = Heard<shapes.Zone>

export async function runWave(sitting: Sitting, course: Course, wave: readonly ZoneState[]): Promise<void> {
  course.wave++
  const names = wave.map(({ zone }) => zone)
  course.zones = course.zones.map((one) =>
    names.includes(one.zone) ? { ...one, status: 'in-progress' } : one,
  )
  await writeCoverage(sitting, course)
  const answers = await askAuditors(sitting, course, names)
  const receipts = await proved(
    sitting,
    names.map((zone) => receiptsOf(answers.get(zone)!)),
  )
  for (const [at, zone] of names.entries())
    await settle(sitting, course, {
      zone,
      agent: auditor(at).id,
      answer: answers.get(zone)!,
      receipts: receipts[at]!,
    })
  await writeFindings(sitting, course)
  await writeCoverage(sitting, course)
  await compareTree(sitting)
  await noteCoverage(sitting, course)
}

/** The k-th auditor. They are general-purpose: what they look for are the criteria. */
function auditor(at: number): Seat {
  return { id: `auditor-${at + 1}`, name: `Auditor ${at + 1}`, role: 'Auditor', persona: '' }
}

/** Where the ceiling leaves no room, the session halts once, and a resume asks those again that had no room. */
async function askAuditors(
  sitting: Sitting,
  course: Course,
  zones: readonly string[],
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (;;) {
    const open = zones.flatMap((zone, at) => (answers.has(zone) ? [] : [{ zone, seat: auditor(at) }]))
    const heard = await sitting.meeting.together<Answer | NoRoom>(
      Object.fromEntries(
        open.map(({ zone, seat }) => [seat.id, (branch) => askAuditor(sitting, branch, course, zone, seat)]),
      ),
    )
    let full: NoRoom | undefined
    for (const { zone, seat } of open) {
      const one = heard[seat.id]!
      if (one.kind === 'no-room') full ??= one
      else answers.set(zone, one)
    }
    if (full === undefined) return answers
    await haltAtCeiling(sitting.meeting, full)
  }
}

function askAuditor(
  sitting: Sitting,
  branch: Meeting,
  course: Course,
  zone: string,
  seat: Seat,
): Promise<Answer | NoRoom> {
  const prompt = zonePrompt(sitting, seat, {
    zone,
    pass: course.pass,
    criteria: course.plan.criteria,
    files: unreadNow(course, zone),
    again: course.looked.has(zone),
    known: course.findings.filter((finding) => finding.zone === zone),
    why: course.why.get(zone) ?? '',
  })
  return hearIfRoom(sitting, branch, { seat, id: 'audit.zone' }, prompt, shapes.Zone)
}

/** Of a call that brought no report nothing counts: nobody said what was found in what was read. */
function receiptsOf(answer: Answer): readonly Receipt[] {
  if (answer.kind === 'unheard') return []
  const uses = answer.said.tools.filter(({ name, ok }) => name === 'read_file' && ok)
  return uses.map(({ name, input, ok, output, whole }) => ({
    name,
    input,
    ok,
    output,
    ...(whole === undefined ? {} : { whole }),
  }))
}

/**
 * A receipt keeps the beginning of a long result and the digest of the whole. The digest is compared with what the tool shows of the file as
 * it is now; where the file has changed since, it proves nothing, and the file is read again.
 */
async function proved(
  { meeting }: Sitting,
  zones: readonly (readonly Receipt[])[],
): Promise<readonly (readonly Receipt[])[]> {
  const cut = zones.flatMap((receipts) => receipts.filter((receipt) => toProve(receipt) !== null))
  if (cut.length === 0) return zones
  const proofs = await meeting.act('compare receipts', async ({ files }) => {
    const found: (Receipt['proves'] | null)[] = []
    for (const receipt of cut) {
      const text = await files.read(toProve(receipt)!).catch(() => null)
      found.push(text === null ? null : await proofOf(meeting, receipt, text))
    }
    return found
  })
  const byReceipt = new Map(cut.map((receipt, at) => [receipt, proofs[at]]))
  return zones.map((receipts) =>
    receipts.map((receipt) => {
      const proves = byReceipt.get(receipt)
      return proves ? { ...receipt, proves } : receipt
    }),
  )
}

/** Secrets are masked twice, as the tool and the receipt do. */
async function proofOf(meeting: Meeting, receipt: Receipt, text: string): Promise<Receipt['proves'] | null> {
  const page = expectedPage(receipt.input, linesOf(await meeting.scrub(text)))
  if (page === null) return null
  const same = meeting.digest(await meeting.scrub(page.output)) === receipt.whole?.sha256
  return same ? { first: page.first, last: page.last } : null
}

interface Settling {
  readonly zone: string
  readonly agent: string
  readonly answer: Answer
  readonly receipts: readonly Receipt[]
}

async function settle(
  sitting: Sitting,
  course: Course,
  { zone, agent, answer, receipts }: Settling,
): Promise<void> {
  const before = course.looked.get(zone)
  const files = filesOf(course, zone)
  const failed = answer.kind === 'unheard'
  const reply = failed ? { files_read: [], findings: [] } : answer.value
  const paths = files.map(({ path }) => path)
  const merged = mergedFindings(course.findings, withinFiles(reply.findings, files), {
    zone,
    files: paths,
    pass: course.pass,
  })
  const all = [...(before?.receipts ?? []), ...receipts]
  const claims = [...(before?.claims ?? []), ...reply.files_read]
  const reading = readingOf(files, all, claims)
  const looked: Looked = { receipts: all, claims, reading, leftOut: (before?.leftOut ?? 0) + merged.leftOut }
  course.looked.set(zone, looked)
  course.unread.set(zone, reading.unread)
  course.findings = merged.all
  course.fresh += merged.fresh.length
  const findings = merged.all.filter((finding) => finding.zone === zone)
  const outcome = {
    agent,
    pass: course.pass,
    read: reading.read.length,
    findings: findings.length > 0,
    failed,
  }
  course.zones = course.zones.map((one) => (one.zone === zone ? settledZone(one, outcome) : one))
  if (failed)
    await sitting.meeting.note('warning', {
      text: `Zone ${zone} was not reported on by ${agent}: ${answer.reason}`,
    })
  const report = renderZoneReport({ zone, pass: course.pass, reading, findings, leftOut: looked.leftOut })
  const path = zoneFiles(
    course.pass,
    course.zones.map((one) => one.zone),
  ).get(zone)!
  await writeFile(sitting, path, report, { parts: headingOf(report) })
}

/** A line that the file does not have is nobody's place. */
function withinFiles(
  findings: shapes.Zone['findings'],
  files: readonly { readonly path: string; readonly lines: number }[],
): shapes.Zone['findings'] {
  return findings.map(({ line, ...rest }) => {
    const lines = files.find(({ path }) => path === rest.file.trim().replace(/^(?:\.\/)+/, ''))?.lines ?? 0
    return line !== undefined && line >= 1 && line <= lines ? { ...rest, line } : rest
  })
}
