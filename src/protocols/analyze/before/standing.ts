// Standing: what is known of an item before it is analysed: an open meeting of its folder, or a result that may still hold. The journal
// comes first; meta.json speaks only where no meeting is open.

import type { World } from '../../../kernel/world.js'
import { fieldsOf } from '../../../rules/values.js'
import type { Around, KnownMeeting } from '../../manifest.js'
import type { FoundItem } from './items.js'

export type ItemStanding =
  | { readonly kind: 'open'; readonly meeting: string; readonly input: unknown }
  | { readonly kind: 'new' }
  /** There is something, and it is not complete: the new meeting takes it over. */
  | { readonly kind: 'partial' }
  | { readonly kind: 'complete' }
  /** Complete, and the code has moved by so many commits since; null where nobody can count them. */
  | { readonly kind: 'moved'; readonly commits: number | null }

const closed: readonly KnownMeeting['status'][] = ['concluded', 'aborted', 'damaged']

export async function standingOf(around: Around, item: FoundItem, head: string): Promise<ItemStanding> {
  const open = await openMeetingOf(around, item.folder)
  if (open !== null) return { kind: 'open', ...open }
  const { meta } = item
  if (meta === null || (meta.phases.length === 0 && meta.topics.length === 0)) return { kind: 'new' }
  if (meta.status !== 'analyzed') return { kind: 'partial' }
  if (meta.hash === null || meta.hash === 'none' || head === 'none' || sameCommit(meta.hash, head))
    return { kind: 'complete' }
  return { kind: 'moved', commits: await commitsSince(around.world, meta.hash) }
}

/** The newest one of the person's own. */
export async function openMeetingOf(
  around: Around,
  folder: string,
): Promise<{ readonly meeting: string; readonly input: unknown } | null> {
  for await (const { id, input, isOpen } of ownMeetings(around))
    if (isOpen && fieldsOf(input)['folder'] === folder) return { meeting: id, input }
  return null
}

/** The last meeting that was held of a folder, where its record says that it was signed off or recorded and meta.json does not. */
export async function signedElsewhere(around: Around, { folder, meta }: FoundItem): Promise<string | null> {
  if (meta?.acceptance) return null
  for await (const { id, input, isConcluded } of ownMeetings(around)) {
    if (!isConcluded || fieldsOf(input)['folder'] !== folder) continue
    const outcome = await around.outcomeOf(id).catch(() => null)
    const { status } = fieldsOf(outcome)
    return status === 'accepted' || status === 'recorded' ? id : null
  }
  return null
}

/** What the person is told of it, before it goes on as meta.json says. */
export function signedElsewhereWords(meeting: string): string {
  return `The record of ${meeting} says that this was signed off, and its meta.json does not. It goes on as meta.json says.`
}

interface OwnMeeting {
  readonly id: string
  readonly input: unknown
  readonly isOpen: boolean
  readonly isConcluded: boolean
}

/** Analyses that were or are held here, newest first. A fork has a folder of its own, and is left out. */
export async function* ownMeetings(around: Around): AsyncGenerator<OwnMeeting> {
  for (const { id, protocol, status } of await around.meetings()) {
    if (protocol !== 'analyze') continue
    const input = await around.inputOf(id).catch(() => null)
    if (fieldsOf(input)['meeting'] === id)
      yield { id, input, isOpen: !closed.includes(status), isConcluded: status === 'concluded' }
  }
}

/** The first seven of HEAD; `none` without a commit. */
export async function headOf({ git }: World): Promise<string> {
  const repository = await git.repository()
  return repository.kind === 'ready' ? repository.head.slice(0, 7) : 'none'
}

function sameCommit(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

async function commitsSince({ git }: World, hash: string): Promise<number | null> {
  if (!/^[0-9a-f]{7,40}$/.test(hash)) return null
  try {
    return await git.ahead('HEAD', hash)
  } catch {
    return null
  }
}
