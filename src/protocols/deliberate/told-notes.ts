// How the notes of a deliberation are told: a list or a table where there is more than one thing, one line elsewhere.

import { greatest } from '../../rules/lists.js'
import { shortened } from '../../text/excerpts.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import { faceOf, type Story } from '../../view/story.js'
import type { NoteTelling, Told } from '../../view/telling.js'

export const notes: Readonly<Record<string, NoteTelling>> = {
  roster,
  pairs,
  tensions,
  'non-negotiables': nonNegotiables,
  stories,
  gate,
  round: (data, story) => {
    const [label, cycle] = [textIn(data, 'label'), numberIn(data, 'cycle') ?? 1]
    if (label === undefined) return undefined
    const names = textsIn(data, 'members').map((id) => faceOf(story, id).name)
    const speak = names.length === 0 ? '' : ` (${names.join(', ')})`
    return told([`${label}${cycle > 1 ? `, cycle ${cycle}` : ''}${speak}`])
  },
  handover,
  export: exported,
  verification,
  coverage,
}

/** The assembly: who sits there with every part of the score and the reason; of the others the total, highest first. */
function roster(data: unknown): readonly Told[] | undefined {
  const members = listIn(data, 'members')
  if (members.length === 0) return undefined
  const byTotal = members.toSorted((one, other) => scoreIn(other, 'total') - scoreIn(one, 'total'))
  const seated = byTotal.filter((one) => fieldsOf(one)['selected'] === true)
  const others = byTotal
    .filter((one) => !seated.includes(one))
    .map((one) => ({ one, total: scoreIn(one, 'total') }))
  const scored = others.filter(({ total }) => total > 0)
  const unscored = others.filter(({ total }) => total === 0)
  return told([
    `At the table, ${seated.length} of ${numberIn(data, 'cap') ?? seated.length} (total = keyword + semantic + bonus):`,
    ...table(seated.map(scoreRow)),
    ...(scored.length === 0
      ? []
      : [
          `Not seated: ${scored.map(({ one, total }) => `${textIn(one, 'name') ?? ''} ${total}`).join(', ')}`,
        ]),
    ...(unscored.length === 0
      ? []
      : [`Without a score: ${unscored.map(({ one }) => textIn(one, 'name') ?? '').join(', ')}`]),
    ...(fieldsOf(data)['fallback'] === true
      ? ['The scores are by keywords alone: the judgment failed.']
      : []),
  ])
}

/** Architect  6 = 0 + 4 + 2  why */
function scoreRow(one: unknown): string[] {
  const [keyword, semantic, bonus] = ['keyword', 'semantic', 'modifiers'].map((part) => scoreIn(one, part))
  return [
    textIn(one, 'name') ?? '',
    `${scoreIn(one, 'total')} = ${keyword} + ${semantic} ${bonus! < 0 ? '−' : '+'} ${Math.abs(bonus!)}`,
    textIn(one, 'rationale') ?? '',
  ]
}

function scoreIn(one: unknown, part: string): number {
  return numberIn(one, part) ?? 0
}

function pairs(data: unknown, story: Story): readonly Told[] | undefined {
  const found = listIn(data, 'pairs')
  if (found.length === 0) return undefined
  const lines = found.flatMap((pair) => {
    const [a, b] = [nameIn(story, pair, 'a'), nameIn(story, pair, 'b')]
    return [
      `  ${textIn(pair, 'id') ?? ''} ${a} ↔ ${b}: ${textIn(pair, 'tension') ?? ''}`,
      `     ${textIn(pair, 'why') ?? ''}`,
    ]
  })
  return told(['Challenges:', ...lines])
}

function tensions(data: unknown, story: Story): readonly Told[] | undefined {
  const found = listIn(data, 'resolutions')
  if (found.length === 0) return undefined
  const lines = found.flatMap((one) => {
    const agents = textsIn(one, 'agents').map((id) => faceOf(story, id).name)
    return [
      `  ${textIn(one, 'pair') ?? ''} ${agents.join(' and ')}: ${textIn(one, 'tension') ?? ''}`,
      `     → ${textIn(one, 'resolution') ?? ''} — ${textIn(one, 'reasoning') ?? ''}`,
    ]
  })
  return told(['Tensions, and how they were resolved:', ...lines])
}

function nonNegotiables(data: unknown, story: Story): readonly Told[] | undefined {
  const items = listIn(data, 'items')
  if (items.length === 0) return []
  const lines = items.flatMap((item) => {
    const where = textIn(item, 'where') ?? ''
    return [
      `  ${textIn(item, 'id') ?? ''} ${nameIn(story, item, 'member')}: ${textIn(item, 'words') ?? ''}`,
      `     → ${textIn(item, 'status') ?? ''}${where === '' ? '' : `: ${where}`}`,
    ]
  })
  return told(['Non-negotiables:', ...lines])
}

function stories(data: unknown, story: Story): readonly Told[] | undefined {
  const found = listIn(data, 'stories')
  if (found.length === 0) return undefined
  const lines = found.map((one) => {
    const after = textsIn(one, 'depends_on')
    const criteria = listIn(one, 'criteria').length
    return (
      `  ${textIn(one, 'id') ?? ''} ${textIn(one, 'title') ?? ''} — ${nameIn(story, one, 'member')}, ` +
      `${criteria} ${criteria === 1 ? 'criterion' : 'criteria'}${after.length === 0 ? '' : `, after ${after.join(', ')}`}`
    )
  })
  return told(['Stories:', ...lines])
}

/** A gate that failed is a warning: somebody is asked again, or the session stops. */
function gate(data: unknown): readonly Told[] | undefined {
  const text = textIn(data, 'text')
  if (text === undefined) return undefined
  const ok = fieldsOf(data)['ok'] === true
  const back =
    !ok && numberIn(data, 'attempt') === 1 && textIn(data, 'gate') !== 'members'
      ? '; it is sent back once'
      : ''
  return [{ kind: 'notice', degree: ok ? 'info' : 'warning', text: `${ok ? '✓' : '✗'} ${text}${back}` }]
}

/** Commands to copy, a line each. */
function handover(data: unknown): readonly Told[] | undefined {
  const [lines, remarks] = [textsIn(data, 'lines'), textsIn(data, 'remarks')]
  if (lines.length === 0) return undefined
  return told(['To go on:', ...lines.map((line) => `  ${line}`), ...remarks])
}

function exported(data: unknown): readonly Told[] | undefined {
  const [state, text] = [textIn(data, 'state'), textIn(data, 'text')]
  const [done, total] = [numberIn(data, 'done'), numberIn(data, 'total')]
  if (state === undefined || text === undefined) return undefined
  const count = done !== undefined && total !== undefined && total > 0 ? ` (${done} of ${total})` : ''
  if (state === 'done') return told([text, ...summaryOf(data)])
  const degree = state === 'undone' ? 'warning' : 'info'
  return [
    { kind: 'notice', degree, text: `${text}${state === 'created' || state === 'skipped' ? count : ''}` },
  ]
}

/** What an export came to: each issue with what it waits for and its address, and where the map is. */
function summaryOf(data: unknown): readonly string[] {
  const issues = listIn(data, 'issues')
  const numberOf = (item: string) => {
    const found = issues.find((one) => textIn(one, 'item') === item)
    return found === undefined ? item : `#${numberIn(found, 'number') ?? ''}`
  }
  const rows = issues.map((one) => {
    const after = textsIn(one, 'depends_on').map(numberOf)
    return [
      `#${numberIn(one, 'number') ?? ''}`,
      shortened(textIn(one, 'title') ?? '', 40),
      after.length === 0 ? '—' : `after ${after.join(', ')}`,
      textIn(one, 'url') ?? '',
    ]
  })
  const map = textIn(data, 'map')
  return [...table(rows), ...(map === undefined ? [] : [`The map of the issues: ${map}`])]
}

function verification(data: unknown): readonly Told[] | undefined {
  const [verified, total] = [numberIn(data, 'verified'), numberIn(data, 'total')]
  if (verified === undefined || total === undefined) return undefined
  const line = (one: unknown, name: string) =>
    `  ${mark[textIn(one, 'status') ?? ''] ?? '·'} ${textIn(one, name) ?? ''} ${shortened(textIn(one, 'evidence') ?? '', 120)}`
  return told([
    ...listIn(data, 'gates').map((one) => line(one, 'command')),
    ...listIn(data, 'rows').map((one) => line(one, 'id')),
    `Progress: ${verified}/${total} verified | ${numberIn(data, 'failed') ?? 0} failed | ${numberIn(data, 'manual') ?? 0} pending-manual`,
  ])
}

const mark: Readonly<Record<string, string>> = { verified: '✓', failed: '✗', pending: '·' }

/** Zones with a bar of what was read. */
function coverage(data: unknown): readonly Told[] | undefined {
  const zones = listIn(data, 'zones')
  if (zones.length === 0) return undefined
  const rows = zones.map((zone) => {
    const [files, read] = [numberIn(zone, 'files') ?? 0, numberIn(zone, 'read') ?? 0]
    return [textIn(zone, 'zone') ?? '', bar(read, files), `${read}/${files}`, textIn(zone, 'status') ?? '']
  })
  const [pass, wave] = [numberIn(data, 'pass') ?? 0, numberIn(data, 'wave') ?? 0]
  return told([
    `Read after wave ${wave} of pass ${pass}: ${numberIn(data, 'read') ?? 0} of ${numberIn(data, 'files') ?? 0} files`,
    ...table(rows),
  ])
}

const barLength = 10

function bar(read: number, files: number): string {
  const full = files === 0 ? 0 : Math.min(barLength, Math.floor((barLength * read) / files))
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`
}

function told(lines: readonly string[]): readonly Told[] {
  return [{ kind: 'notice', degree: 'info', text: lines.map(withoutBreaks).join('\n') }]
}

/** What a seat said stands in one line, so that it cannot look like one of ours. */
function withoutBreaks(line: string): string {
  return line.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ')
}

/** Columns under each other; the last one is as long as it is. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => greatest(rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

function nameIn(story: Story, data: unknown, field: string): string {
  return faceOf(story, textIn(data, field) ?? '').name
}
