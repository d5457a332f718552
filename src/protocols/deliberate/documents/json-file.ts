// JSON files that several hands write: what is unknown in them stays, and what cannot be read is never written over.

import { fieldsOf, isRecord } from '../../../rules/values.js'

export type Json = Readonly<Record<string, unknown>>

export type JsonReading =
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'bad'; readonly why: string }

/** `lists` and `maps` name the parts that must be lists or objects where they are given. An absent file is an empty one. */
export function readJson(
  text: string | null,
  { lists = [], maps = [] }: { readonly lists?: readonly string[]; readonly maps?: readonly string[] },
): JsonReading {
  if (text === null || text.trim() === '') return { kind: 'json', json: {} }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    return { kind: 'bad', why: thrown instanceof Error ? thrown.message : 'it is not JSON' }
  }
  if (!isRecord(json)) return { kind: 'bad', why: 'it is not an object' }
  const list = lists.find((name) => name in json && !Array.isArray(json[name]))
  const map = maps.find((name) => name in json && !isRecord(json[name]))
  const wrong = list ?? map
  return wrong === undefined
    ? { kind: 'json', json }
    : { kind: 'bad', why: `\`${wrong}\` has the wrong shape` }
}

export function jsonText(json: Json): string {
  return `${JSON.stringify(json, null, 2)}\n`
}

/** The objects of a list; anything else in it is passed over. */
export function recordsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function textIn(json: Json, name: string): string {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}

/** Changes the record with this id, or adds it at the end; what is neither given nor known stays as it is. */
export function upserted(list: unknown, id: string, change: (before: Json) => Json): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  const at = items.findIndex((item) => fieldsOf(item)['id'] === id)
  if (at < 0) return [...items, change({})]
  return items.map((item, place) => (place === at ? change(fieldsOf(item)) : item))
}

export function withoutIds(list: unknown, ids: readonly string[]): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.filter((item) => !ids.includes(textIn(fieldsOf(item), 'id')))
}

/** Where a file that cannot be read is moved, so that nothing of it is lost. */
export function asidePath(path: string, stamp: string): string {
  return `${path}.bad-${stamp}`
}
