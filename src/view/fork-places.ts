// Places to fork from: the questions that were answered, each with what was chosen. A fork keeps everything up to the question.

import type { Line } from '../kernel/line/line.js'
import type { Option, Question } from '../kernel/question.js'
import { optionName, plainTitle } from './options.js'

export interface ForkPlace {
  /** The last line to keep: the one that asks. */
  readonly at: number
  /** The question's own id: `round`. */
  readonly question: string
  /** The step that asked: `round-2/ask:round`. */
  readonly key: string
  /** In plain words where the question has such. */
  readonly title: string
  /** The phase or round in which it was asked, as its protocol names it: `round-2`. Null before the first. */
  readonly phase: string | null
  readonly chose: string
  /** What was chosen, as its button called it. */
  readonly chosen: string
  readonly text: string | null
}

export function forkPlaces(lines: readonly Line[]): readonly ForkPlace[] {
  const asked = new Map(lines.flatMap((line) => (line.kind === 'asked' ? [[line.key, line] as const] : [])))
  const phases = lines.filter((line) => line.kind === 'phase')
  return lines.flatMap((line): ForkPlace[] => {
    const from = line.kind === 'answered' ? asked.get(line.key) : undefined
    if (line.kind !== 'answered' || !from) return []
    const { choose, text = null } = line.data
    return [
      {
        at: from.n,
        question: from.data.id,
        key: line.key,
        title: plainTitle(from.data),
        phase: phases.findLast(({ n }) => n < from.n)?.data.name ?? null,
        chose: choose,
        chosen: optionName(optionOf(from.data, choose)),
        text,
      },
    ]
  })
}

function optionOf({ options, freeText }: Question, key: string): Pick<Option, 'key' | 'label'> {
  const offered = [...options, ...(freeText ? [freeText] : [])]
  return offered.find((one) => one.key === key) ?? { key, label: key }
}

/**
 * The line that a word means: a number of a line, the id or key of a question that was answered, or a round (`2`th round as `round 2`,
 * `round-2` or `r2`), which means the question after it, else its beginning. Undefined where nothing is meant.
 */
export function forkLine(word: string, lines: readonly Line[]): number | undefined {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word)
  const wanted = word.trim().toLowerCase()
  const places = forkPlaces(lines)
  const named = places.findLast(({ key, question }) =>
    [key, question].some((one) => one.toLowerCase() === wanted),
  )
  if (named) return named.at
  const [, kind = 'round', n] = /^(round|turn|r|t)?[ -]?(\d{1,4})$/.exec(wanted) ?? []
  if (n === undefined) return undefined
  const phase = `${kind.startsWith('t') ? 'turn' : 'round'}-${n}`
  const after = places.find(({ key }) => key.startsWith(`${phase}/`))
  return after?.at ?? lines.find((line) => line.kind === 'phase' && line.data.name === phase)?.n
}

/**
 * The first free id of the same shape. The mark stands after the day and not at the end, so that the beginning of the first
 * meeting's id does not name its forks too.
 */
export async function freeForkId(id: string, taken: (as: string) => Promise<boolean>): Promise<string> {
  const [, day = '', about = ''] = /^((?:\d{8}-\d{6}|\d{4}-\d\d-\d\d)-)?(?:fork-\d+-)?(.*)$/s.exec(id) ?? []
  let n = 1
  while (await taken(`${day}fork-${n}-${about}`)) n++
  return `${day}fork-${n}-${about}`
}
