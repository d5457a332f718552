// JSON files that several hands write: what is unknown in them stays, and what cannot be read is never written over.

import { isRecord } from '../../../rules/values.js'

export type Json = Readonly<Record<string, unknown>>

export type JsonReading =
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'bad'; readonly why: string }

/** `maps` are the parts that must be objects where they are given. An absent file is an empty one. */
export function readJson(text: string | null, maps: readonly string[]): JsonReading {
  if (text === null || text.trim() === '') return { kind: 'json', json: {} }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    return { kind: 'bad', why: thrown instanceof Error ? thrown.message : 'it is not JSON' }
  }
  if (!isRecord(json)) return { kind: 'bad', why: 'it is not an object' }
  const wrong = maps.find((name) => name in json && !isRecord(json[name]))
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
