// No meeting inside a seat. Every program that a seat runs gets `PARLEY_SEAT`, the id of the meeting it speaks in. With it set, parley opens
// and holds no meeting: an agent that has parley among its own tools would otherwise convene one from its seat, and nobody would see or pay
// for it knowingly.

import { CannotGoOn } from '../kernel/errors.js'

const SEAT = 'PARLEY_SEAT'

/** What is added to the environment of a program that speaks or works for a seat. */
export function seatVariables(meeting: string | undefined): Readonly<Record<string, string>> {
  return { [SEAT]: meeting ?? 'unknown' }
}

/** Refuses where this process was started by a seat of a meeting. */
export function mustNotBeNested(env: NodeJS.ProcessEnv = process.env): void {
  const meeting = env[SEAT]
  if (!meeting) return
  throw new CannotGoOn(
    'NESTED',
    'This program speaks for a seat of a meeting, and no meeting is held inside a seat.',
    `Say in meeting ${meeting} what you wanted to ask others. A person who sees this runs \`unset ${SEAT}\` first.`,
  )
}
