// Memory across meetings: what a seat learned before reaches it unasked when a meeting touches the subject again.

import type { Files, World } from '../../kernel/world.js'
import { type MemoryFile, matchingMeetings, recall, type Sidecar } from './documents/memory-manifest.js'
import type { Invitee } from './input.js'
import type { MeetState } from './state.js'

/** Reads every seat's memory once, and puts before each what belongs to this charter. */
export async function recallMemories(state: MeetState): Promise<void> {
  const read = async ({ files }: World) => {
    const bySeat: Record<string, Sidecar[]> = {}
    for (const seat of state.input.seats) bySeat[seat.id] = await sidecarsOf(files, seat)
    return bySeat
  }
  const sidecars = await state.meeting.act('read memories', read, { foreign: 'the memory of the seats' })
  for (const { id } of state.input.seats) state.sidecars.set(id, sidecars[id] ?? [])
  const meetings = matchingMeetings([...state.sidecars.values()].flat(), state.input.charter)
  for (const { id } of state.input.seats) {
    const { text, files } = recall(state.sidecars.get(id) ?? [], state.input.charter, meetings)
    if (text !== '') state.memories.set(id, text)
    state.memoryFiles.set(id, files)
  }
}

/** What this charter will remind each seat of. Used before the meeting exists, to check its size against the token limit. */
export async function reminders(
  files: Files,
  seats: readonly Invitee[],
  charter: string,
): Promise<ReadonlyMap<string, string>> {
  const sidecars = new Map<string, Sidecar[]>()
  for (const seat of seats) sidecars.set(seat.id, await sidecarsOf(files, seat))
  const meetings = matchingMeetings([...sidecars.values()].flat(), charter)
  return new Map([...sidecars].map(([seat, own]) => [seat, recall(own, charter, meetings).text]))
}

/** The person's words may match further memories; each seat gets its own with its next prompt. */
export function remindOf(state: MeetState, words: string): void {
  const all = [...state.sidecars.values()].flat()
  const meetings = matchingMeetings(all, words)
  for (const { id } of state.input.seats) {
    const known = state.memoryFiles.get(id) ?? []
    const { files } = recall(state.sidecars.get(id) ?? [], words, meetings)
    const fresh = (state.sidecars.get(id) ?? [])
      .flatMap(({ decisions }) => decisions)
      .filter(({ path }) => files.includes(path) && !known.includes(path))
    if (fresh.length === 0) continue
    state.memoryFiles.set(id, [...known, ...fresh.map(({ path }) => path)])
    for (const { path, text } of fresh)
      state.news.said(`From your own memory, ${path}:`, 'memory', text, { only: id })
  }
}

async function sidecarsOf(files: Files, seat: Invitee): Promise<Sidecar[]> {
  const names = [seat.id, ...(seat.upstream === null || seat.upstream === seat.id ? [] : [seat.upstream])]
  const sidecars = await Promise.all(names.map((name) => sidecar(files, `.gaia/memory/${name}-sidecar`)))
  return sidecars.filter(({ decisions, others }) => decisions.length + others.length > 0)
}

async function sidecar(files: Files, folder: string): Promise<Sidecar> {
  // A link that leads out of the workspace is refused; such a folder counts as empty.
  const names = await files.list(`${folder}/decisions`).catch(() => [])
  const decisions = await readAll(
    files,
    names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/decisions/${name}`),
  )
  const others = await readAll(
    files,
    ['decision-log.md', 'conversation-context.md', 'ground-truth.md'].map((name) => `${folder}/${name}`),
  )
  return { folder, decisions, others }
}

async function readAll(files: Files, paths: readonly string[]): Promise<MemoryFile[]> {
  const texts = await Promise.all(
    paths.map(async (path) => ({ path, text: await files.read(path).catch(() => null) })),
  )
  return texts.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]))
}
