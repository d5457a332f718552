// Ids of talks: a meeting id is ours, stable for life and the artifact's file name; a session id is the backend's and may change.
//
//   SAFE1  A safe id is one path segment and one part of a git ref, on every system.
//
// Times in ids are UTC. Whether an id is free is checked on disk by the caller, who asks for the next number.

declare const brand: unique symbol
export type MeetingId = string & { readonly [brand]: 'meeting' }
export type SessionId = string & { readonly [brand]: 'session' }

/** The id, or null for anything that must not become a path or a ref (SAFE1). Ask at every entry, reads included. */
export function safeId(text: string): MeetingId | null {
  const isSafe = SAFE.test(text) && !text.includes('..') && !/(\.|\.lock)$/i.test(text) && text.length <= 150
  return isSafe ? (text as MeetingId) : null
}

export function sessionId(text: string): SessionId {
  return text as SessionId
}

/** `audience-<Worker>-<YYYYMMDD>-<HHMMSS>[-n]`, for a talk that the person began. `at` is an ISO time in UTC. */
export function audienceId(worker: string, at: string, n = 1): MeetingId {
  return numbered(`audience-${refName(worker)}-${stamp(at)}`, n)
}

/** `followup-<Worker>-<stamp>[-n]`, for a request that a worker made in a talk. */
export function followupId(worker: string, at: string, n = 1): MeetingId {
  return numbered(`followup-${refName(worker)}-${stamp(at)}`, n)
}

/** `meeting-request-<stamp>-<slug>[-n]`, for a request of the manager's. */
export function requestId(at: string, reason: string, n = 1): MeetingId {
  return numbered(`meeting-request-${stamp(at)}-${slug(reason)}`, n)
}

/** A name as it may stand in a ref: letters, digits and hyphens. */
export function refName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const kept = plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return kept.slice(0, 60).replace(/-+$/, '') || 'worker'
}

/** `20260504-081240` of `2026-05-04T08:12:40.118Z`. */
export function stamp(at: string): string {
  const parts = UTC.exec(at)
  if (parts === null) throw new Error(`${at} is not an ISO time in UTC.`)
  const [, year, month, day, hour, minute, second] = parts
  return `${year}${month}${day}-${hour}${minute}${second}`
}

const SAFE = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._+=-]*$/u
const UTC = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/

function numbered(stem: string, n: number): MeetingId {
  return (n === 1 ? stem : `${stem}-${n}`) as MeetingId
}

function slug(reason: string): string {
  const words = refName(reason.slice(0, 200)).toLowerCase()
  return words.slice(0, 40).replace(/-+$/, '')
}
