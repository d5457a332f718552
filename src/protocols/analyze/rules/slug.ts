// Slug: what an item is called, and the names that follow from it: its meeting, its title, its folder.

import type { Moment } from '../../../text/calendar.js'
import { stampOf } from '../../../text/calendar.js'
import { fencesIn } from '../../../text/fences.js'
import { type Wrong, wrong } from '../wrong.js'

const pattern = /^[A-Za-z0-9-]+$/

export function isSlug(text: string): boolean {
  return pattern.test(text)
}

export function slugFault(text: string): Wrong | null {
  if (isSlug(text)) return null
  const ticket = /^#(\d+)$/.exec(text)?.[1]
  if (ticket !== undefined)
    return wrong(
      `parley fetches no tickets, so ${text} is not known here.`,
      `Pipe it in: gh issue view ${ticket} --json title,body --template '# {{.title}}{{"\\n\\n"}}{{.body}}' | parley analyze - --source github --source-id GH-${ticket}`,
    )
  return wrong(`"${text}" cannot be the name of an item.`, 'Use letters, digits and `-` only: [A-Za-z0-9-]+.')
}

/** The first heading of a draft, else its first line that is not blank; empty where there is none. */
export function headLine(draft: string): string {
  const lines = draft.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const { code } = fencesIn(lines)
  const heading = lines.find((line, at) => !code[at] && /^ {0,3}#{1,6}[ \t]+\S/.test(line))
  const line = heading ?? lines.find((one) => one.trim() !== '') ?? ''
  return line
    .replace(/^ {0,3}#{1,6}[ \t]+/, '')
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The slug of an item that has only a draft. */
export function slugFrom(draft: string): string {
  return dashed(headLine(draft), 50) || 'item'
}

/** Lower case, every other character a `-`; empty where no letter or digit is left. */
export function dashed(text: string, most: number): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return cutAtDash(words, most)
}

/** `-2`, `-3`, … follow where the id is taken; whoever claims the meeting's folder decides. */
export function meetingIdOf(slug: string, opened: Moment): string {
  const stamp = stampOf(opened)
  const day = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`
  return `${day}-analyze-${cutAtDash(slug.toLowerCase(), 60)}`
}

export function titleOf(slug: string, draft: string): string {
  const line = headLine(draft)
  return line === '' ? slug : `${slug}: ${line}`
}

/** At most `most` characters; where there is a `-` it is cut there. */
function cutAtDash(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most + 1)
  const dash = cut.lastIndexOf('-')
  return (dash > 0 ? cut.slice(0, dash) : text.slice(0, most)).replace(/-+$/, '')
}
