// What a council session will use, before it begins: the prompts as they are built, with replies of their usual and of their longest length.

import { type Course, type ExpectedCall, type Forecast, mostRequests } from '../../rules/forecast.js'
import type { CouncilInput } from './input.js'

type Council = Pick<CouncilInput['council'], 'chair' | 'seats' | 'maxTurns'>

/** Tokens of our own words in a first prompt: the frame, the table, the rules of speech and what memory lists. */
const frame = 1000
/** Tokens of what a later call of the same conversation adds beside the words of others. */
const request = 200

interface Lengths {
  readonly turn: number
  readonly uses: number
  readonly judgment: number
  readonly record: number
}

const mostUses = mostRequests - 1
const usualTalk: Lengths = { turn: 500, uses: 3, judgment: 100, record: 1500 }
const longestTalk: Lengths = { turn: 4000, uses: mostUses, judgment: 4000, record: 8000 }
/** Nobody can say less and be heard. */
const leastTalk: Lengths = { turn: 50, uses: 0, judgment: 20, record: 200 }
const usualWork: Lengths = { ...usualTalk, uses: 12 }
const longestWork: Lengths = { ...longestTalk, turn: 16_000 }

/** How many rounds there are the person decides after each: one is foreseen, unless they said how many at the opening. */
export function meetingForecast(council: Council, task: string, rounds = 1): Forecast {
  const course = `${rounds === 1 ? 'one round' : `${rounds} rounds`} and the record`
  return {
    usual: { course, calls: talkCalls(council, task, usualTalk, rounds) },
    limit: { course, calls: talkCalls(council, task, longestTalk, rounds) },
    least: { course, calls: talkCalls(council, task, leastTalk, rounds) },
  }
}

/**
 * What the person's choice after a round leads to: one more round, or the record. Turns are taken to be as long as those that were
 * spoken, and to use tools as often.
 */
export function choiceCourses(
  council: Pick<Council, 'seats' | 'chair'>,
  task: string,
  spoken: readonly { readonly tokens: number; readonly uses: number }[],
): Readonly<Record<string, Course>> {
  const mean = (of: readonly number[], otherwise: number) =>
    of.length === 0 ? otherwise : Math.round(of.reduce((sum, one) => sum + one, 0) / of.length)
  const turn = mean(
    spoken.map(({ tokens }) => tokens),
    usualTalk.turn,
  )
  const uses = mean(
    spoken.map((one) => one.uses),
    usualTalk.uses,
  )
  const heard = opening(task) + spoken.reduce((sum, { tokens }) => sum + tokens, 0)
  const round = {
    course: 'one round',
    calls: council.seats.map(({ name, persona }, at) => ({
      seat: name,
      reads: heard + tokensIn(persona) + at * turn,
      says: turn,
      uses,
    })),
  }
  const last = { course: 'the record', calls: [record(council, heard, usualTalk)] }
  return { 'another-round': round, steer: round, conclude: last }
}

/** Usually every seat has a turn; at most there are as many turns as the council allows. */
export function workForecast(council: Council, task: string): Forecast {
  const usual = Math.min(council.seats.length, council.maxTurns)
  return {
    usual: { course: turnWords(usual), calls: workCalls(council, task, usualWork, usual) },
    limit: {
      course: turnWords(council.maxTurns),
      calls: workCalls(council, task, longestWork, council.maxTurns),
    },
    least: { course: turnWords(1), calls: workCalls(council, task, leastTalk, 1) },
  }
}

function talkCalls(
  { seats, chair }: Council,
  task: string,
  long: Lengths,
  rounds: number,
): readonly ExpectedCall[] {
  const told = opening(task)
  const turns = Array.from({ length: rounds * seats.length }, (_, at) => {
    const { name, persona } = seats[at % seats.length]!
    return { seat: name, reads: told + tokensIn(persona) + at * long.turn, says: long.turn, uses: long.uses }
  })
  return [...turns, record({ seats, chair }, told + turns.length * long.turn, long)]
}

function workCalls(council: Council, task: string, long: Lengths, turns: number): readonly ExpectedCall[] {
  const { seats, chair } = council
  const each = (turn: number): readonly ExpectedCall[] => {
    const { name, persona } = seats[turn % seats.length]!
    const heard = opening(task) + turn * (long.turn + 2 * long.judgment + request)
    const judges = { seat: chair, reads: heard + personaOf(council), says: long.judgment }
    const acts = { seat: name, reads: heard + tokensIn(persona), says: long.turn, uses: long.uses }
    return [judges, acts, { ...judges, reads: judges.reads + long.turn + request }]
  }
  const selects = { seat: chair, reads: opening(task) + personaOf(council), says: long.judgment }
  const heard = opening(task) + turns * (long.turn + 2 * long.judgment + request)
  return [
    selects,
    ...Array.from({ length: turns }, (_, turn) => each(turn)).flat(),
    record(council, heard, long),
  ]
}

function record(council: Pick<Council, 'chair' | 'seats'>, heard: number, long: Lengths): ExpectedCall {
  return { seat: council.chair, reads: heard + personaOf(council) + request, says: long.record }
}

function personaOf({ seats, chair }: Pick<Council, 'chair' | 'seats'>): number {
  return tokensIn(seats.find(({ name }) => name === chair)?.persona ?? '')
}

const opening = (task: string): number => frame + tokensIn(task)

/** Near enough for prose: a token is about four characters. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4)

const turnWords = (turns: number): string => `${turns} ${turns === 1 ? 'turn' : 'turns'} and the record`
