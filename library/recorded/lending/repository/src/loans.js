// Loans: who has which tool, and until when.

import { addDays, daysBetween } from './calendar.js'

/** For how many days, by the kind of the tool. */
const periods = { hand: 14, garden: 7, power: 10 }
const centsPerDay = 50

export function lend(shop, { tool, member, on }) {
  const loan = { id: shop.loans.length + 1, tool, member, from: on, extended: 0, back: null }
  shop.loans.push(loan)
  return loan
}

/** It is not stored: it follows from the day of the loan, the kind of the tool, and an extension. */
export function dueOn(shop, { tool, from, extended }) {
  const { kind } = shop.tools.find(({ id }) => id === tool)
  return addDays(from, periods[kind] * (1 + extended))
}

export function extend(loan) {
  if (loan.extended === 1) throw new Error('This loan was extended already.')
  loan.extended = 1
}

/** Gives what being late costs, in cents. */
export function takeBack(shop, loan, on) {
  loan.back = on
  return Math.max(0, daysBetween(dueOn(shop, loan), on)) * centsPerDay
}
