// One turn of a talk: the person's word goes into the transcript, the worker answers with its tools, and what came of it is kept.
//
//   SAY1  The person's section is on disk before the worker is asked; the worker's comes once, after the turn, even when it ended early.
//   SAY2  A turn that a crash cut off is not made again: it is interrupted, and the next message tells the worker so.
//
// An error ends the turn, never the talk; what was said before it is kept.

import type { ToolUse } from '../../kernel/agents.js'
import type { NotSaid, Said, SeatPrompt } from '../../kernel/protocol.js'
import { joinedParts, part } from '../../kernel/turn/prompt-parts.js'
import { addLog, setSession } from './documents/artifact.js'
import { sessionId } from './documents/ids.js'
import { acceptedMessage, firstMessage, renewedMessage } from './documents/prompt.js'
import type { Piece, Section } from './documents/transcript.js'
import { contextOf, digestOf, keepChanges, type LiveTalk, linked, tell } from './live-talk.js'
import { activityPath } from './paths.js'

/** `message` is null when the worker speaks first. */
export async function takeTurn(live: LiveTalk, message: string | null): Promise<void> {
  const { meeting } = live
  live.turns++
  if (message !== null) await tell(live, { kind: 'user', at: await meeting.now(), text: message })
  const session = await lookAround(live)
  const said = await speak(live, message, session)
  await tell(live, ...sectionsFor(said, await meeting.now()))
  remember(live, message, said)
  await keepWork(live, said)
  await sayWhatChanged(live, said)
}

/**
 * Without a sandbox a program of the worker's may have changed the person's own tree. So may the person, who works on meanwhile: it is
 * said, and nothing is stopped.
 */
async function sayWhatChanged(
  { meeting, ground, activation, seat }: LiveTalk,
  said: Said | NotSaid,
): Promise<void> {
  if (activation.unguarded === undefined || !said.tools.some(({ name }) => name === 'run_command')) return
  const { changes, bringBack } = await meeting.act('own tree', () => ground.ownTree())
  if (changes.length === 0) return
  const back = bringBack === null ? '' : ` If that was not you, this brings back what was there: ${bringBack}`
  const text = `While ${seat.name} worked, this changed in your own tree: ${changes.join(', ')}.${back}`
  await meeting.note('warning', { text })
}

/** Memory may have been changed since the last turn, also by hand, and the artifact may name another session. */
async function lookAround(live: LiveTalk): Promise<string | undefined> {
  const look = await live.meeting.act('look', () => live.ground.look(live.memory.mark), {
    foreign: `the memory of ${live.seat.name}`,
  })
  if (look.memory !== null) Object.assign(live.memory, { mark: look.mark, scopes: look.memory })
  return look.session !== null && look.session !== live.session ? look.session : undefined
}

function speak(live: LiveTalk, message: string | null, session: string | undefined): Promise<Said | NotSaid> {
  const { meeting, seat, input, activation } = live
  const { maxOutput, timeoutMs } = activation
  const { project, worker } = input
  const of = { meeting: meeting.id, project, worker: worker.packageName, memoryRead: live.memoryRead }
  return meeting.trySpeak(seat, promptFor(live, message), {
    id: 'talk.turn',
    tools: { kind: 'tools', root: activityPath(project, meeting.id), of },
    live: true,
    ...(session === undefined ? {} : { session }),
    ...(maxOutput === null ? {} : { maxOutput }),
    ...(timeoutMs === null ? {} : { timeoutMs }),
  })
}

function promptFor(live: LiveTalk, message: string | null): SeatPrompt {
  const { input, activation, unanswered } = live
  const context = contextOf(live)
  const since = [...unanswered.map((text) => part('not answered', text)), part('person', message ?? 'Begin.')]
  const opening = () =>
    input.origin === 'accepted'
      ? acceptedMessage(context, message ?? undefined)
      : firstMessage(context, message ?? input.agenda)
  const full = live.turns === 1 ? opening() : renewedMessage(context, digestOf(live))
  return { system: activation.system, full: joinedParts(full), since: joinedParts(since) }
}

function sectionsFor(said: Said | NotSaid, at: string): Section[] {
  if (said.kind === 'said') {
    const why = said.outgrown ? 'had become too long for the model' : 'had expired'
    const expired: Section = { kind: 'error', at, text: `The session ${why}; it was renewed.` }
    // The person heard what was said before a tool was used, so the transcript has it too.
    const before: Piece[] = said.aside === '' ? [] : [{ kind: 'text', text: said.aside }]
    const answer: Section = { kind: 'assistant', at, pieces: [...before, ...piecesOf(said.text, said.tools)] }
    const cut: Section = { kind: 'error', at, text: 'The reply was cut off before its end.' }
    return [...(said.renewed ? [expired] : []), answer, ...(said.cutOff === null ? [] : [cut])]
  }
  const pieces = piecesOf(said.partial, said.tools)
  const spoken: Section[] = pieces.length > 0 ? [{ kind: 'assistant', at, pieces }] : []
  const text = said.cause === 'interrupted' ? 'Turn interrupted' : said.reason
  return [...spoken, { kind: 'error', at, text }]
}

/** Words and tools in the order in which they happened; where nobody knows it, tools come before the words they led to. */
export function piecesOf(text: string, tools: readonly ToolUse[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { id, name, output, at = 0 } of tools) {
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at).trim() })
    from = Math.max(from, at)
    pieces.push({ kind: 'tool', name, id, output })
  }
  return [...pieces, { kind: 'text', text: text.slice(from).trim() } as const].filter(
    (piece) => piece.kind === 'tool' || piece.text !== '',
  )
}

function remember(live: LiveTalk, message: string | null, said: Said | NotSaid): void {
  const read = said.tools.filter(({ name, ok }) => name === 'read_memory' && ok).map(scopeOf)
  if (said.kind === 'said') {
    live.unanswered = []
    live.memoryRead = [...new Set([...(said.renewed ? [] : live.memoryRead), ...read])]
    return
  }
  live.memoryRead = [...new Set([...live.memoryRead, ...read])]
  if (message !== null) live.unanswered.push(`The person said, and got no full answer:\n\n${message}`)
  live.unanswered.push(whatBecame(said))
}

function scopeOf({ input }: ToolUse): string {
  return String((input as { scope?: unknown } | null)?.scope ?? '')
}

/** Told with the next message: the worker must know that its last words may not have been heard (SAY2). */
function whatBecame({ cause, reason, partial }: NotSaid): string {
  const why = cause === 'interrupted' ? 'was interrupted' : `failed (${reason})`
  const said =
    partial.trim() === '' ? 'Nothing that you said reached the person.' : `You had said:\n\n${partial.trim()}`
  return `Your reply ${why}. ${said}\n\nWhat you changed in files is still there. Now the person says:`
}

/**
 * Commits what the worker changed, links every artifact among it, whether or not the worker thought of that, and records the session.
 */
async function keepWork(live: LiveTalk, said: Said | NotSaid): Promise<void> {
  const { meeting, ground } = live
  const before = live.session
  await keepChanges(live, `Turn ${live.turns} of ${meeting.id}`)
  const session = said.kind === 'said' ? (said.session ?? before) : before
  const expired = live.expired || said.renewed
  const renewed = said.kind === 'said' && expired
  live.expired = expired && !renewed
  const at = await meeting.now()
  const change = (text: string) => {
    const held = setSession(
      linked(text, live.changes, meeting.id),
      session === null ? null : sessionId(session),
    )
    const reason = `old ${before ?? 'unknown'}, new ${session ?? 'unknown'}`
    return renewed && !hasEntry(text, at)
      ? addLog(held, { timestamp: at, event: 'session_renewed', reason })
      : held
  }
  await meeting.act('note', () => ground.edit(change))
  live.session = session
}

/** So that a step which runs again after a crash does not log twice. */
function hasEntry(text: string, at: string): boolean {
  return text.includes(at)
}
