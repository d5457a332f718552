// Members that speak at the same time. Who fails twice is left out; fewer than two that answered halt the session.

import type { Meeting } from '../../../kernel/protocol.js'
import { type Heard, noteGate } from '../hearing.js'
import { membersSuffice } from '../rules/gates.js'
import { membersHalt } from '../rules/halts.js'
import { leaveOut, type Sitting } from '../sitting.js'

/** What each said, by member, in the order given. Resuming after the halt asks those anew who are missing. `before` have spoken already. */
export async function together<T>(
  sitting: Sitting,
  where: string,
  members: readonly string[],
  speak: (branch: Meeting, member: string) => Promise<Heard<T>>,
  before = 0,
): Promise<Map<string, T>> {
  const spoke = new Map<string, T>()
  if (members.length === 0) return spoke
  for (;;) {
    const missing = members.filter((id) => !spoke.has(id))
    const branches = missing.map((id) => [id, (branch: Meeting) => speak(branch, id)] as const)
    const heard = await sitting.meeting.together(Object.fromEntries(branches))
    const failed: [string, string][] = []
    for (const id of missing) {
      const one = heard[id]!
      if (one.kind === 'heard') spoke.set(id, one.value)
      else failed.push([id, one.reason])
    }
    if (await suffices(sitting, where, before + spoke.size, before + members.length)) {
      for (const [id, reason] of failed) await leaveOut(sitting, id, where, reason)
      return new Map(members.flatMap((id) => (spoke.has(id) ? [[id, spoke.get(id)!] as const] : [])))
    }
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
      reason: `gate members in ${where}`,
      rule: 'members',
    })
  return ok
}
