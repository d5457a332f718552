// Reading a record: its fields, sections, dissents, follow-ups and links, and every way in which it is not as it should be.

import { isRealMinute } from '../../../text/calendar.js'
import { proseLines } from './fences.js'
import { recordsFolder } from './places.js'
import { degradedField, type RecordDissent, recordFields, recordSections } from './record.js'
import { minuteOfId } from './session-id.js'

export interface ReadRecord {
  readonly title: string
  readonly fields: Readonly<Record<string, string>>
  /** Section bodies by heading. */
  readonly sections: Readonly<Record<string, string>>
  readonly dissents: readonly RecordDissent[]
  readonly followUps: readonly ReadFollowUp[]
  /** Topics named by its links; empty for `none`. */
  readonly topics: readonly string[]
  /** It says that no memory was updated. */
  readonly none: boolean
}

export interface ReadFollowUp {
  readonly done: boolean
  readonly action: string
  /** All owners named; a sound item has exactly one. */
  readonly owners: readonly string[]
}

export function readRecord(text: string): ReadRecord {
  const sections = sectionsOf(text)
  const links = linksOf(text)
  return {
    title: /^# Record — (.+)$/m.exec(text)?.[1] ?? '',
    fields: fieldsOf(text),
    sections: Object.fromEntries(sections.map(({ heading, body }) => [heading, body])),
    dissents: dissentsOf(bodyOf(sections, recordSections[2])),
    followUps: itemsIn(text),
    topics: links.filter((link) => link !== 'none'),
    none: links.includes('none'),
  }
}

/** Every fault of this record. `roster` are the seats that may own a follow-up beside its own. */
export function recordFaults(text: string, stem: string, roster: readonly string[] = []): string[] {
  const record = readRecord(text)
  return [
    ...shapeFaults(text),
    ...fieldFaults(record, stem),
    ...dissentFaults(record),
    ...followUpFaults(record, roster),
    ...linkFaults(text, record),
  ]
}

const link = /^→ memory updated: (?:`memory\/([a-z0-9-]+)\.md`|(none))$/

/** Topics and `none`, as the link lines name them. */
export function linksOf(text: string): string[] {
  return proseLines(text).flatMap(({ text: line }) => {
    const match = link.exec(line)
    return match ? [match[1] ?? 'none'] : []
  })
}

/** Boxes at column 0 outside fences, with their wrapped lines. */
export function itemsIn(text: string): ReadFollowUp[] {
  const lines = proseLines(text)
  return lines.flatMap(({ text: line }, index) => {
    const box = /^- \[([ xX])\] ?(.*)$/.exec(line)
    if (!box) return []
    const rest = lines.slice(index + 1)
    const end = rest.findIndex(({ text: next }) => !/^\s+\S/.test(next))
    const wrapped = rest.slice(0, end < 0 ? rest.length : end).map(({ text: next }) => next.trim())
    return [itemOf(box[1] !== ' ', [box[2]!.trim(), ...wrapped].join(' '))]
  })
}

/** The text with the open box ticked that has this many open ones before it. */
export function ticked(text: string, before: number): string {
  const open = proseLines(text).filter(({ text: line }) => /^- \[ \]/.test(line))
  const at = open[before]?.at
  if (at === undefined) return text
  const lines = text.split('\n')
  return lines.map((line, index) => (index === at ? line.replace('- [ ]', '- [x]') : line)).join('\n')
}

/** The text with the box at this place among all boxes ticked, or open. */
export function withBox(text: string, place: number, done: boolean): string {
  const at = proseLines(text).filter(({ text: line }) => /^- \[[ xX]\]/.test(line))[place]?.at
  const lines = text.split('\n')
  return lines
    .map((line, index) => (index === at ? line.replace(/^- \[[ xX]\]/, done ? '- [x]' : '- [ ]') : line))
    .join('\n')
}

/** A record with the boxes of its follow-ups open again; any other document, and any other box, as it is. */
export function untickedRecord(path: string, text: string): string {
  if (!path.startsWith(`${recordsFolder}/`) || path.endsWith('.scratch.md')) return text
  const prose = proseLines(text)
  const from = prose.find(({ text: line }) => line === '## Follow-ups')?.at ?? Number.POSITIVE_INFINITY
  const until = prose.find(({ at, text: line }) => at > from && line.startsWith('## '))?.at ?? text.length
  const done = new Set(
    prose.flatMap(({ at, text: line }) => (at > from && at < until && /^- \[[xX]\] /.test(line) ? [at] : [])),
  )
  const lines = text.split('\n')
  return lines.map((line, at) => (done.has(at) ? line.replace(/^- \[[xX]\]/, '- [ ]') : line)).join('\n')
}

function itemOf(done: boolean, text: string): ReadFollowUp {
  const owners = [...text.matchAll(/\(owner: ([^)]*)\)/g)].map((match) => match[1]!.trim())
  const action = text.replace(/\s*\(owner: [^)]*\)/g, '').trim()
  return { done, action, owners }
}

function sectionsOf(text: string): { heading: string; body: string }[] {
  const lines = text.split('\n')
  const headings = proseLines(text).filter(({ text: line }) => line.startsWith('## '))
  const firstLink = proseLines(text).find(({ text: line }) => link.test(line))?.at ?? lines.length
  return headings.map(({ text: heading, at }, index) => {
    const end = headings[index + 1]?.at ?? Math.max(at + 1, firstLink)
    return {
      heading: heading.slice(3),
      body: lines
        .slice(at + 1, end)
        .join('\n')
        .trim(),
    }
  })
}

function bodyOf(sections: readonly { heading: string; body: string }[], heading: string): string {
  return sections.find((section) => section.heading === heading)?.body ?? ''
}

function fieldLines(text: string): { label: string; value: string }[] {
  const prose = proseLines(text)
  const end = prose.findIndex(({ text: line }) => line.startsWith('## '))
  return prose.slice(0, end < 0 ? prose.length : end).flatMap(({ text: line }) => {
    const match = /^- \*\*([^*]+):\*\* (.*)$/.exec(line)
    return match ? [{ label: match[1]!, value: match[2]!.trim() }] : []
  })
}

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(fieldLines(text).map(({ label, value }) => [label, value]))
}

/** A bullet that names several seats is the dissent of each of them; lines below a bullet that names no seat are nobody's. */
function dissentsOf(section: string): RecordDissent[] {
  const found: { seat: string; text: string; ending?: string }[] = []
  let open: typeof found = []
  for (const line of section.split('\n')) {
    if (line.startsWith('- ')) {
      const [, names = '', text = ''] = /^- (\*\*.+?)(?::\*\*|\*\*:) ?(.*)$/.exec(line) ?? []
      open = seatsIn(names).map((seat) => ({ seat, text }))
      found.push(...open)
    } else if (/^ {2}D\d+, (?:round|turn) \d+/.test(line)) for (const one of open) one.ending = line.trim()
    else if (/^ {2}\S/.test(line)) for (const one of open) one.text += ` ${line.trim()}`
  }
  return found
}

function seatsIn(names: string): readonly string[] {
  const plain = names.replace(/\([^)]*\)|\*/g, '').trim()
  const seats = plain.split(/\s*[,&/+]\s*(?:and\s+)?|\s+and\s+/).filter((name) => name !== '')
  return seats.every((name) => /^[a-z0-9-]+$/.test(name)) ? seats : []
}

function shapeFaults(text: string): string[] {
  const prose = proseLines(text).map(({ text: line }) => line)
  const titles = prose.filter((line) => /^# /.test(line))
  const titled = titles.length === 1 && prose[0] === titles[0] && /^# Record — \S/.test(titles[0]!)
  const sections = sectionsOf(text)
  const headings = sections.map(({ heading }) => heading).join(' | ')
  return [
    ...(titled ? [] : ['it must begin with its only level-one heading, `# Record — <title>`']),
    ...(headings === recordSections.join(' | ')
      ? []
      : [`its sections must be ${recordSections.join(', ')}, in that order`]),
    ...sections.filter(({ body }) => body === '').map(({ heading }) => `its section "${heading}" is empty`),
  ]
}

function fieldFaults({ fields }: ReadRecord, stem: string): string[] {
  const faults: string[] = []
  const names = Object.keys(fields).filter((name, at, all) => name !== degradedField || at < all.length - 1)
  if (names.join() !== recordFields.join()) faults.push(`its fields must be ${recordFields.join(', ')}`)
  const { Session = '', Mode = '', Concluded = '', Chair = '', Seats = '' } = fields
  if (Session !== stem) faults.push(`it names session "${Session}", but the file is "${stem}"`)
  if (!['meeting', 'work'].includes(Mode)) faults.push(`its mode is "${Mode}"`)
  if (!isRealMinute(Concluded)) faults.push(`it concluded at "${Concluded}", which is no minute`)
  else if (Concluded < minuteOfId(stem)) faults.push('it concluded before it began')
  if (!Seats.split(', ').includes(Chair)) faults.push('its chair is not among its seats')
  return faults
}

function dissentFaults({ sections, dissents }: ReadRecord): string[] {
  const section = sections[recordSections[2]] ?? ''
  const fine = /^(?:None|No dissent)/.test(section) ? dissents.length === 0 : dissents.length > 0
  return fine ? [] : ['its dissents must be bullets, or a paragraph that opens with None or No dissent']
}

function followUpFaults({ sections, followUps, fields }: ReadRecord, roster: readonly string[]): string[] {
  const section = sections[recordSections[3]] ?? ''
  if (followUps.length === 0 && section !== 'None.') return ['its follow-ups must be boxes, or `None.`']
  const may = new Set(['user', ...roster, ...(fields['Seats'] ?? '').split(', ')])
  return followUps
    .filter(({ owners }) => owners.length !== 1 || !may.has(owners[0]!))
    .map(({ action }) => `the follow-up "${action}" must name exactly one owner: a seat, or user`)
}

function linkFaults(text: string, { topics, none }: ReadRecord): string[] {
  const lines = proseLines(text.trimEnd()).map(({ text: line }) => line)
  const count = topics.length + (none ? 1 : 0)
  const closing = lines.slice(lines.length - count)
  const faults = none && topics.length > 0 ? ['it names topics and says `none`'] : []
  if (count === 0) faults.push('it has no line `→ memory updated: …`')
  if (!closing.every((line) => link.test(line))) faults.push('something follows its links')
  if (new Set(topics).size !== topics.length) faults.push('it names a topic twice')
  return faults
}
