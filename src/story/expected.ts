// Expected: what each answer to the open question will cost, as its protocol foresees it, with the prices that the journal names. Pure.

import { type Expense, expenseOf, expenseWords, type PriceOfSeat } from '../rules/forecast.js'
import { isPrice } from '../rules/money.js'
import type { Story } from './story.js'
import type { Telling } from './telling.js'

/** By the key of the answer; empty where nobody is paid, or nobody can say. */
export function expectedCosts(
  story: Story,
  { courses }: Pick<Telling, 'courses'>,
): ReadonlyMap<string, Expense> {
  const open = story.questions[0]
  const { voices } = story
  if (!open || !voices) return new Map()
  const priceOf = pricesOf(voices)
  const foreseen = Object.entries(courses?.(open.question.id, story) ?? {}).flatMap(([key, course]) =>
    course.calls.some(({ seat }) => priceOf(seat) !== undefined)
      ? [[key, expenseOf(course, priceOf)] as const]
      : [],
  )
  return new Map(foreseen)
}

/** The same in words. */
export function costWords(story: Story, telling: Pick<Telling, 'courses'>): ReadonlyMap<string, string> {
  return new Map([...expectedCosts(story, telling)].map(([key, cost]) => [key, expenseWords(cost)]))
}

function pricesOf({ default: usual, seats, prices }: NonNullable<Story['voices']>): PriceOfSeat {
  return (seat) => {
    const own = Object.hasOwn(seats, seat) ? seats[seat] : undefined
    const voice = typeof own === 'string' ? own : usual
    if (!Object.hasOwn(prices, voice)) return undefined
    const price = prices[voice]
    return isPrice(price) ? price : null
  }
}
