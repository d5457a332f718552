// The two gates of a session: its record keeps every dissent, and links between records and memory close both ways.
//
//   GATE1  A dissent that a seat marked in its own entry stands in the record under that seat, in its words.
//   GATE2  No session is archived before both gates pass.

import { keepsHalf } from '../../../rules/kept-words.js'
import { dissentsIn } from './dissent.js'
import { type Entry, isSeatEntry } from './pad.js'
import { replyIn } from './pad-lines.js'
import type { RecordDissent } from './record.js'
import { linksOf } from './record-reading.js'
import { linkedRecords } from './topic.js'

/** Every dissent that was marked in a seat's own entry, in order. */
export function markedDissents(entries: readonly Entry[]): RecordDissent[] {
  return entries
    .filter(isSeatEntry)
    .flatMap(({ seat, body }) => dissentsIn(replyIn(body)).map(({ text }) => ({ seat, text })))
}

/** Gate 1: the marked dissents that the record's bullets do not keep. */
export function lostDissents(
  marked: readonly RecordDissent[],
  kept: readonly RecordDissent[],
): RecordDissent[] {
  return marked.filter(({ seat, text }) => {
    const bullets = kept.filter((bullet) => bullet.seat === seat)
    // What takes a dissent back is marked like one: its words stand where the record says how that ended.
    const words = bullets.map((bullet) => `${bullet.text} ${bullet.ending ?? ''}`)
    return bullets.length === 0 || !keepsHalf(text, words.join(' '))
  })
}

/** A council's records and topics, by name. */
export interface Tree {
  readonly records: ReadonlyMap<string, string>
  readonly topics: ReadonlyMap<string, string>
  /** Sessions that still have a live pad: they may be on their way through these very gates. */
  readonly live: ReadonlySet<string>
}

/** Gate 2: every link without its counterpart. `session` is judged whole; other sessions only once they are finished. */
export function openLinks(tree: Tree, session: string): string[] {
  const settled = (id: string) => id === session || !tree.live.has(id)
  const fromRecords = [...tree.records]
    .filter(([id]) => settled(id))
    .flatMap(([id, text]) => recordFaults(tree, id, text))
  const fromTopics = [...tree.topics].flatMap(([name, text]) =>
    linkedRecords(text)
      .filter(settled)
      .flatMap((id) => topicFaults(tree, name, id)),
  )
  return [...fromRecords, ...fromTopics]
}

function recordFaults(tree: Tree, id: string, text: string): string[] {
  const links = linksOf(text)
  const topics = links.filter((link) => link !== 'none')
  const both = topics.length > 0 && links.length > topics.length
  return [
    ...(both ? [`records/${id}.md names topics and says \`none\``] : []),
    ...topics.flatMap((name) => {
      const topic = tree.topics.get(name)
      if (topic === undefined) return [`records/${id}.md names memory/${name}.md, which does not exist`]
      return linkedRecords(topic).includes(id)
        ? []
        : [`memory/${name}.md does not link back to records/${id}.md`]
    }),
  ]
}

function topicFaults(tree: Tree, name: string, id: string): string[] {
  const record = tree.records.get(id)
  if (record === undefined) return [`memory/${name}.md links to records/${id}.md, which does not exist`]
  return linksOf(record).includes(name)
    ? []
    : [`records/${id}.md does not name memory/${name}.md, which links to it`]
}
