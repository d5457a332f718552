// Forks for the suite of protocols: a meeting branches off before an answer, is answered differently, and comes to an end of its own.

import type { Line } from '../../src/kernel/line/line.js'
import { type Answer, answerTo, type Question } from '../../src/kernel/question.js'
import type { Ending } from '../../src/kernel/run/hold.js'
import type { Company } from '../../src/parley.js'
import type { HeldMeeting } from './protocol-suite-holding.js'
import type { ProtocolSetup, Script } from './protocol-suite-setup.js'

/** A place to branch off: the last line that is kept, and what is then answered first; null where nothing is open. */
export interface Branching {
  readonly at: number
  readonly choose: string | null
  readonly how: string
}

/**
 * Before every answer, with another one that the question takes, each in its turn; the same again where it takes no other. A question that was
 * asked so often that each of them was given is not forked again. PARLEY_KILLS=all: before every answer there is.
 */
export function beforeAnswers(lines: readonly Line[]): readonly Branching[] {
  const turns = new Map<string, number>()
  return lines.flatMap((line) => {
    if (line.kind !== 'answered') return []
    const asked = lines.find((one) => one.kind === 'asked' && one.key === line.key)
    if (asked?.kind !== 'asked') return []
    const { options, freeText } = asked.data
    const keys = [...options.map(({ key }) => key), ...(freeText ? [freeText.key] : [])]
    const others = keys.filter((key) => key !== line.data.choose)
    const nth = turns.get(keys.join()) ?? 0
    turns.set(keys.join(), nth + 1)
    if (nth > 0 && nth >= others.length && process.env['PARLEY_KILLS'] !== 'all') return []
    const choose = others[nth % others.length] ?? line.data.choose
    const how = `line ${line.n}, ${line.data.question}: ${choose} instead of ${line.data.choose}`
    return [{ at: line.n - 1, choose, how }]
  })
}

/** Before every line of this kind; nobody is asked anything there. */
export function beforeLines(lines: readonly Line[], kind: Line['kind']): readonly Branching[] {
  return lines.flatMap((line) =>
    line.kind === kind ? [{ at: line.n - 1, choose: null, how: `line ${line.n}, ${line.key}` }] : [],
  )
}

/** More than any procedure asks in a row; one that asks for ever is named. */
const mostQuestions = 60

/** Branches off, and goes on by the same script with the defaults, and `onward` where there is none. */
export async function forkOf(
  { stage, id }: HeldMeeting,
  { at, choose }: Branching,
  { script, onward = {} }: ProtocolSetup,
): Promise<{ readonly as: string; readonly ending: Ending }> {
  const { library } = stage
  const as = `${id}-fork-${(await library.list()).length}`
  const said = stage.put('fork.json', JSON.stringify({ seats: seatsOf(script, onward), ...repeating }))
  await library.fork(id, at, as, { default: `script:${said}`, seats: {}, ceiling: null, timeoutSeconds: 60 })
  let asked = 0
  const answer = async (question: Question): Promise<Answer> => {
    if (asked++ > mostQuestions) throw new Error(`It asks for ever: ${question.title}`)
    const first = asked === 1 ? choose : null
    const usual = onward.answers?.find(({ to }) => to === question.id)?.choose ?? question.default
    const key = first ?? usual ?? question.options[0]?.key ?? ''
    return answerTo(question, key, key === question.freeText?.key ? 'Another word.' : undefined, 'answers')
  }
  const company: Company = { answer, observe: () => {}, signal: new AbortController().signal }
  return { as, ending: await library.hold(as, company) }
}

// biome-ignore lint/suspicious/noThenProperty: the script file's own word; nobody awaits it.
const repeating = { then: 'repeat' }

function seatsOf({ seats }: Script, { seats: more = {} }: Partial<Script>): Script['seats'] {
  const names = [...Object.keys(seats), ...Object.keys(more)]
  return Object.fromEntries(names.map((name) => [name, [...(seats[name] ?? []), ...(more[name] ?? [])]]))
}
