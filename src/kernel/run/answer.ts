// Answering a meeting that waits: appends the person's answer, and nothing else. Going on is `hold`.
//
//   ANSW1  An answer is taken only for the question that it names. One that comes late or twice never answers the next question.

import { CannotGoOn } from '../errors.js'
import type { Journal } from '../line/journal.js'
import { keptAnswer } from '../line/kept-answer.js'
import type { Line, LineOf } from '../line/line.js'
import { type AnsweredBy, answerTo, type Question } from '../question.js'
import type { Deps } from './deps.js'

export async function answer(
  journal: Journal,
  given: {
    choose: string
    text?: string | undefined
    by: AnsweredBy
    /** Who gives it. Default: the name that `person` returns. */
    name?: string | undefined
    at: Date
    /** The question it answers: the key of its step, or its id where no other question of the meeting has it. */
    question?: string | undefined
  },
  { scrub, person }: Pick<Deps, 'scrub' | 'person'>,
): Promise<void> {
  const lease = await journal.lease()
  try {
    const open = questionMeant(lease.lines, given.question)
    const answer = answerTo(open.question, given.choose, given.text, given.by)
    // Without a name of its own a relayed answer has none: the person's would make it look like theirs.
    const who = async () => given.name ?? (given.by === 'relayed' ? undefined : person())
    const data = await keptAnswer(answer, { asked: open.question.title, scrub, who })
    const entry = { at: given.at.toISOString(), kind: 'answered', key: open.key, data } as const
    await lease.append(lease.lines.length + 1, entry)
  } finally {
    await lease.release()
  }
}

/**
 * The open question that an answer means (ANSW1). Without a name that is certain only while the meeting has asked nothing else:
 * later, the answer may have been meant for a question that is answered already.
 */
export function questionMeant(
  lines: readonly Line[],
  name: string | undefined,
): { readonly question: Question; readonly key: string } {
  const asked = lines.filter((line) => line.kind === 'asked')
  const answered = new Set(lines.flatMap((line) => (line.kind === 'answered' ? [line.key] : [])))
  const open = asked.filter(({ key }) => !answered.has(key))
  const [first] = open
  if (first === undefined) throw new CannotGoOn('NO_QUESTION', notAsked(asked, name), seeIt)
  const meant = name === undefined ? asked : asked.filter(({ key, data }) => key === name || data.id === name)
  const exact = meant.find(({ key }) => key === name) ?? (meant.length === 1 ? meant[0] : undefined)
  if (exact !== undefined && open.includes(exact)) return { question: exact.data, key: exact.key }
  const now = open.map(({ key, data }) => `"${data.title}" (${key})`).join(' and ')
  if (name === undefined || (exact === undefined && meant.length > 0))
    throw new CannotGoOn(
      'WHICH_QUESTION',
      `This meeting has asked more than once, so an answer says which question it answers. It asks ${now} now.`,
      `Name it: \`parley answer ID CHOICE --question ${first.key}\`, or \`question\` in the request.`,
    )
  throw new CannotGoOn(
    'WHICH_QUESTION',
    `${exact ? `"${exact.data.title}" (${exact.key}) is answered already` : `This meeting never asked "${name}"`}. It asks ${now} now.`,
    'Nothing was recorded. See what it asks: `parley show ID`.',
  )
}

const seeIt = 'See where it stands: `parley show ID`.'

function notAsked(asked: readonly LineOf<'asked'>[], name: string | undefined): string {
  const meant = asked.find(({ key, data }) => key === name || data.id === name)
  return `${meant ? `"${meant.data.title}" is answered already, and this` : 'This'} meeting asks nothing now.`
}
