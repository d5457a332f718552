// Append: the lines that are written outside a run: a person's answer, and the end of a meeting that nobody will finish.

import type { Journal } from '../kernel/line/journal.js'
import type { AbortedData } from '../kernel/line/line-data.js'
import type { AnsweredBy } from '../kernel/question.js'
import { answer } from '../kernel/run/answer.js'
import { mustBeSameVersion } from '../kernel/run/hold.js'
import type { Moved } from '../kernel/verify/verify.js'
import { mustNotBeNested } from '../workspace/nested.js'
import { scrubbed } from '../workspace/secrets.js'
import { known, openedLoosely, toGoOn } from './lookup.js'
import { personOf } from './ports.js'
import type { Wired } from './wired.js'

export interface GivenAnswer {
  readonly choose: string
  /** The question it answers: the key of its step, or its id where no other question of the meeting has it. */
  readonly question?: string | undefined
  readonly text?: string | undefined
  readonly by: AnsweredBy
  readonly name?: string
}

export async function answerHere(wired: Wired, id: string, given: GivenAnswer): Promise<void> {
  mustNotBeNested()
  const journal = await toGoOn(wired, id)
  const { opened } = await openedLoosely(wired.journals, id)
  mustBeSameVersion((await wired.kindNamed(opened.protocol)).protocol, opened)
  const deps = { scrub: scrubbed, person: personOf(wired, opened) }
  await answer(journal, { ...given, at: new Date() }, deps)
}

export async function abandonHere(
  { journals, world }: Wired,
  id: string,
  reason: string,
  moved: readonly Moved[],
): Promise<void> {
  const journal = await known(journals, id)
  const there = await Promise.all(
    moved.map(async (one) => ({ ...one, sha256: await world.files.digest(one.to) })),
  )
  const { text } = await scrubbed(reason)
  await endForGood(journal, there.length === 0 ? { reason: text } : { reason: text, moved: there })
}

async function endForGood(journal: Journal, data: AbortedData): Promise<void> {
  const lease = await journal.lease()
  try {
    const last = lease.lines.at(-1)?.kind
    if (last === undefined || last === 'concluded' || last === 'aborted') return
    const entry = { at: new Date().toISOString(), kind: 'aborted', key: '', data } as const
    await lease.append(lease.lines.length + 1, entry)
  } finally {
    await lease.release()
  }
}
