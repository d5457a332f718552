// Members that speak at the same time. Who fails twice is left out; fewer than two that answered halt the session.

import type { Meeting } from '../../../kernel/protocol.js'
import { haltAtCeiling, type NoRoom, noteGate, type Words } from '../hearing.js'
import { membersSuffice } from '../rules/gates.js'
import { membersHalt } from '../rules/halts.js'
import { leaveOut, type Sitting } from '../sitting.js'

/** What each said, by member, in the order given. Resuming after the halt asks those anew who are missing. */
export async function together<T>(
  sitting: Sitting,
  where: string,
  members: readonly string[],
  speak: Speak<T>,
): Promise<Map<string, T>> {
  const spoke = new Map<string, T>()
  if (members.length === 0) return spoke
  for (;;) {
    const missing = members.filter((id) => !spoke.has(id))
    const failed: [string, string][] = []
    for (const [id, one] of await allAtOnce(sitting, missing, speak)) {
      if (one.kind === 'heard') spoke.set(id, one.value)
      else failed.push([id, one.reason])
    }
    if (await suffices(sitting, where, spoke.size, members.length)) {
      for (const [id, reason] of failed) await leaveOut(sitting, id, where, reason)
      return new Map(members.flatMap((id) => (spoke.has(id) ? [[id, spoke.get(id)!] as const] : [])))
    }
  }
}

export type Speak<T> = (branch: Meeting, member: string) => Promise<Words<T> | NoRoom>

/** What became of each. Where the ceiling leaves no room for some, the session halts once, and a resume asks only those. */
export async function allAtOnce<T>(
  { meeting }: Sitting,
  members: readonly string[],
  speak: Speak<T>,
): Promise<Map<string, Words<T>>> {
  const all = new Map<string, Words<T>>()
  for (;;) {
    const missing = members.filter((id) => !all.has(id))
    const branches = missing.map((id) => [id, (branch: Meeting) => speak(branch, id)] as const)
    const came = await meeting.together(Object.fromEntries(branches))
    let full: NoRoom | null = null
    for (const id of missing) {
      const one = came[id]!
      if (one.kind === 'no-room') full ??= one
      else all.set(id, one)
    }
    if (full === null) return new Map(members.map((id) => [id, all.get(id)!]))
    await haltAtCeiling(meeting, full)
  }
}

/** Whether enough answered; where not, the session halts first. */
export async function suffices(
  sitting: Sitting,
  where: string,
  answered: number,
  asked: number,
): Promise<boolean> {
  const ok = membersSuffice(answered)
  await noteGate(sitting, 'members', 1, ok ? [] : [`${answered}-of-${asked}`])
  if (!ok)
    await sitting.meeting.halt(membersHalt(answered, asked, where), {
      reason: `only ${answered} of ${asked} members answered in ${where}, and two are needed. Going on asks the others again`,
    })
  return ok
}
