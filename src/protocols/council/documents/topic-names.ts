// Topic names: kebab-case of a durable subject. The same subject is the same file, whatever the order of its words.

import { oneLine } from './text.js'

/** The file name for what a chair proposed; empty when nothing of it can be used. */
export function topicName(
  proposed: { readonly name: string; readonly title: string },
  session: string,
): string {
  const slug = session.replace(/^\d{8}-\d{6}-/, '')
  const names = [proposed.name.replace(/^.*memory\//, '').replace(/\.md$/i, ''), proposed.title].map(kebab)
  const own = names.filter((name) => name !== '')
  const chosen = own.find((name) => name !== slug) ?? own[0]
  return chosen === undefined ? '' : chosen === slug ? `${chosen}-decision` : chosen
}

/** The existing topic of the same subject, or the name itself. */
export function sameTopic(name: string, existing: readonly string[]): string {
  if (existing.includes(name)) return name
  return existing.find((known) => subject(known) === subject(name)) ?? name
}

/** Title case, a word at a time, without touching what is capitalised already. */
export function topicTitle(title: string, name: string): string {
  const given = oneLine(title).replace(/^#*\s*(?:Memory:\s*)?/i, '')
  return (given || name.replaceAll('-', ' ')).replace(
    /(^|[\s(/])(\p{Ll})/gu,
    (_, before, letter) => before + letter.toUpperCase(),
  )
}

function kebab(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b\d{4}-\d\d-\d\d\b|\b\d{8}(?:-\d{6})?\b/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function subject(name: string): string {
  return name.split('-').map(singular).toSorted().join('-')
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
