// Prompts of the audit: what to look for, one zone, what may have been missed, and what it amounts to.

import type { Seat } from '../../../kernel/agents.js'
import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import { type AuditPlan, type Course, linesIn } from '../audit/course.js'
import type { Finding } from '../rules/findings.js'
import type { InventoryFile, Zone } from '../rules/zones.js'
import type { Sitting } from '../sitting.js'
import {
  auditorPrompt,
  conductorPrompt,
  contextPart,
  faultsPart,
  filesPart,
  type Interviewed,
  interviewParts,
} from './frame.js'

export function criteriaPrompt(
  sitting: Sitting,
  ground: {
    readonly interview: Interviewed
    readonly prd: string
    readonly lenses: readonly string[]
    readonly zones: readonly Zone[]
  },
  revising?: { readonly before: AuditPlan; readonly wish: string },
): SeatPrompt {
  const lenses = sitting.theme.roster.filter(({ id }) => ground.lenses.includes(id))
  const zones = ground.zones.map(
    ({ name, files }) => `${name}: ${files.length} files, ${linesIn(files)} lines`,
  )
  const before = revising?.before
  return conductorPrompt(sitting, [
    part('wish', revising === undefined ? '' : `The person wants the audit changed: ${revising.wish}`),
    contextPart(sitting),
    ...interviewParts(ground.interview),
    part(
      'lenses',
      `Look through these lenses:\n${lenses.map(({ name, lens }) => `- ${name}: ${lens}`).join('\n')}`,
    ),
    part('zones', `The project’s files:\n\n${fencedBlock('zones', zones.join('\n'))}`),
    filesPart('prd', 'The approved plan:', ground.prd === '' ? [] : [{ label: 'prd', text: ground.prd }]),
    part(
      'before',
      before === undefined
        ? ''
        : `The criteria as they stand (scope: ${before.scope.join(', ') || 'everything'}):\n\n${fencedBlock('criteria', before.criteria.join('\n'))}`,
    ),
    part(
      'ask',
      'Say what auditors shall look for when they read every file. `criteria`: three to twelve, each one sentence that an auditor can hold against a file and answer with a line number, ' +
        'drawn from what the person wants and from the lenses; no general advice. `scope`: path prefixes of these zones, only where the person limits the audit to them; an empty list is everything.',
    ),
  ])
}

export interface ZoneWork {
  readonly zone: string
  readonly pass: number
  readonly criteria: readonly string[]
  /** Those to read in this call. */
  readonly files: readonly InventoryFile[]
  /** It was called in this pass before, and left these files unread. */
  readonly again: boolean
  readonly known: readonly Finding[]
  /** Why a zone that was read before is read again; empty in a first reading. */
  readonly why: string
}

export function zonePrompt(sitting: Sitting, seat: Seat, work: ZoneWork): SeatPrompt {
  const files = work.files.map(({ path, lines }) => `${path} (${lines} lines)`)
  const known = work.known.map(
    ({ id, severity, file, line, category, title }) =>
      `${id} ${severity} ${file}${line === null ? '' : `:${line}`} ${category}: ${title}`,
  )
  return auditorPrompt(sitting, seat, [
    contextPart(sitting),
    part('criteria', `What to look for:\n\n${fencedBlock('criteria', work.criteria.join('\n'))}`),
    part(
      'files',
      `${work.again ? 'These files of your zone were not read to their last line yet' : 'Your zone'} (${work.zone}, pass ${work.pass}), ${files.length} files:\n\n${fencedBlock('files', files.join('\n'))}`,
    ),
    part(
      'why',
      work.why === ''
        ? ''
        : `This zone was read before. It is read again because:\n\n${fencedBlock('why', work.why)}`,
    ),
    part(
      'known',
      known.length === 0
        ? ''
        : `Findings that are known already; do not report them again:\n\n${fencedBlock('findings', known.join('\n'))}`,
    ),
    part(
      'ask',
      'Read every one of these files with read_file, from its first line to its last; where a result says that it was cut, read the rest. What you have read is taken from the record of your tools, not ' +
        'from your word. Then report. `findings`: everything that the criteria call for, doubts too, each with `severity` (critical: loses data, money or trust; warning: will cause trouble; info: worth knowing), ' +
        '`file` from the list, `line`, a short `category`, a `title` of at most 12 words and a `detail` of at most 60 words that says what happens and when. At most 20; the gravest first. An empty list is a good answer. ' +
        '`files_read`: the files that you read whole.',
    ),
  ])
}

export function gapsPrompt(
  sitting: Sitting,
  { pass, zones, findings }: Pick<Course, 'pass' | 'zones' | 'findings'>,
  linked: readonly { readonly zone: string; readonly why: string }[],
): SeatPrompt {
  const again = linked.map(({ zone, why }) => `- ${zone}: ${why}`)
  return conductorPrompt(sitting, [
    part(
      'zones',
      `Zones after pass ${pass}:\n\n${fencedBlock('zones', zones.map(({ zone, status }) => `${zone} ${status}`).join('\n'))}`,
    ),
    part('findings', `Findings so far:\n\n${fencedBlock('findings', findings.map(lineOf).join('\n'))}`),
    part(
      'linked',
      again.length === 0
        ? ''
        : `Flagged zones are looked at again, and these, because of an import:\n${again.join('\n')}`,
    ),
    part(
      'ask',
      'What may have been missed? Search for callers of the functions that findings name, and for exports of flagged files that nobody references. `reopen`: the zones, by their name above, that should be read once more ' +
        'because of such a caller or export, each with a `why` of at most 20 words that names the file. At most 5. An empty list is a good answer.',
    ),
  ])
}

export function reportPrompt(
  sitting: Sitting,
  { pass, zones, findings }: Pick<Course, 'pass' | 'zones' | 'findings'>,
  ending: string,
  faults: readonly string[],
): SeatPrompt {
  const coverage = zones.map(
    ({ zone, files, read, status }) => `${zone} ${read} of ${files} files read, ${status}`,
  )
  return conductorPrompt(sitting, [
    part('course', `The audit took ${pass} ${pass === 1 ? 'pass' : 'passes'} and ${ending}.`),
    part('coverage', `What was read:\n\n${fencedBlock('coverage', coverage.join('\n'))}`),
    part(
      'findings',
      findings.length === 0
        ? 'Nothing was found.'
        : `Findings:\n\n${fencedBlock('findings', findings.map(lineOf).join('\n'))}`,
    ),
    faultsPart(faults, (fault) =>
      fault === 'no-summary' ? 'there is no summary' : 'there is no such finding',
    ),
    part(
      'ask',
      'Say what this amounts to. `summary`: at most 150 words: what state the project is in against what the person asked, the gravest finding first, and what was not read. Claim nothing about files that were not read. ' +
        '`recommendations`: at most eight, in the order in which to act, each one sentence of what to change, with the `findings` (ids from above) that it settles. The findings themselves are listed by code; do not repeat them.',
    ),
  ])
}

function lineOf({ id, severity, file, line, category, title, detail }: Finding): string {
  return `${id} ${severity} ${file}${line === null ? '' : `:${line}`} ${category}: ${title} — ${detail}`
}
