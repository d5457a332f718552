// Every call of every protocol against every behaviour of the corpus: no work is lost silently, no charge is repeated more than the
// policy says, and a failure is on record once, with its cause and the beginning of what came.
//
// Two calls of one shape, words or a structure, differ by their schema alone once the kernel has them. So `npm test` runs each behaviour
// with every sixth call of a shape, another six for the next behaviour; `npm run manners` runs all of them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TurnFailed } from '../../src/kernel/line/line-data.js'
import { beginningOf, withBeginning } from '../../src/rules/failure-words.js'
import type { FakeModels } from '../support/fake-models.js'
import { callIds, heldAlone, type ProtocolCall, protocolCalls } from './calls.js'
import { type Behaviour, behaviours, type Comes, telling } from './corpus.js'
import { local, server } from './table.js'

const calls = await protocolCalls()

let fake: FakeModels
beforeAll(async () => {
  fake = await server()
})
afterAll(() => fake.close())

test('the corpus has at least forty behaviours, and every call that the protocols make is run through it', () => {
  expect(behaviours.length).toBeGreaterThanOrEqual(40)
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining([...callIds()]))
  expect(behaviours.map(({ name }) => name)).toEqual(expect.arrayContaining([...telling]))
})

const shapeOf = ({ asked }: ProtocolCall) => (asked.options.schema ? 'structure' : 'words')

/** The behaviours that a call can meet. */
function fitting(call: ProtocolCall): readonly Behaviour[] {
  return (
    behaviours
      .filter(({ of }) => of === undefined || of === shapeOf(call))
      .filter(({ name }) => !call.id.startsWith('analyze.') || telling.includes(name))
      // Braces with nothing in them are not dug out of prose: they could be anybody's.
      .filter(({ name }) => call.good !== '{}' || !name.includes('fence'))
  )
}

const every = process.env['PARLEY_MANNERS'] === 'all' ? 1 : 6

/** Those of them that it meets in this run: a good answer, and every sixth, begun one further for each call. */
function met(call: ProtocolCall): readonly Behaviour[] {
  const nth = calls.filter((one) => shapeOf(one) === shapeOf(call)).indexOf(call)
  return fitting(call).filter(({ name }) => {
    const at = behaviours.findIndex((one) => one.name === name)
    return name === 'answers' || (at + nth) % every === 0
  })
}

test('every behaviour is met by a call of each shape that can meet it', () => {
  const pairs = (of: (call: ProtocolCall) => readonly Behaviour[]) =>
    new Set(calls.flatMap((call) => of(call).map(({ name }) => `${shapeOf(call)}: ${name}`)))
  expect(pairs(met)).toEqual(pairs(fitting))
})

describe.each(calls)('$id', (call) => {
  const { schema } = call.asked.options

  test.each(met(call))('comes through a model that $name', async (behaviour) => {
    const comes = (schema ? behaviour.structure : behaviour.words) as Comes
    const { told, requests, journal } = await held(call, behaviour)
    expect(requests).toBe(comes.requests)
    expect(told).toHaveLength(1)
    const data = told[0]?.data as Record<string, unknown>
    if (comes.cause) return failedAs(told[0]?.data as TurnFailed, comes)
    expect(data).not.toHaveProperty('cause')
    if (schema) expect(schema.safeParse(data['value']).success).toBe(true)
    else expect(data['text']).toMatch(comes.text ?? /^We ship on Monday\.$/)
    expect(data['cutOff']).toBe(comes.cutOff)
    const whole = data['whole'] as { sha256: string; chars: number } | undefined
    if (comes.cutOff === 'overlong') expect(await journal.kept(whole?.sha256 ?? '')).toHaveLength(78_000)
    expect(JSON.stringify(data['value'] ?? data['text'])).not.toContain('I only think so')
  })
})

function failedAs(data: TurnFailed, comes: Comes): void {
  expect(data['cause']).toBe(comes.cause)
  // Words that nobody has seen are told with the reason; others are on record as they were said.
  const told = withBeginning(data.message, data.began ?? beginningOf(data.partial))
  if (comes.says) expect(told).toMatch(comes.says)
  expect(data['message']).not.toMatch(/Failed to process|JSON parsing|AI_/)
}

/** The call, with a server that behaves like this. */
async function held(call: ProtocolCall, { does }: Behaviour) {
  let nth = 0
  fake.forget()
  fake.answer((request) => does(call.good, nth++, request))
  const { told, journal } = await heldAlone(call, local(fake))
  return { told, requests: fake.requests.length, journal }
}
