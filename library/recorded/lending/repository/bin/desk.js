#!/usr/bin/env node
// The volunteers' desk: desk.js lend TOOL MEMBER | extend LOAN | back LOAN | reserve TOOL MEMBER

import { dueOn, extend, lend, takeBack } from '../src/loans.js'
import { reserve } from '../src/reservations.js'
import { load, save } from '../src/store.js'

const [what, first, member] = process.argv.slice(2)
const shop = load('shop.json')
const on = new Date().toISOString().slice(0, 10)
const loan = shop.loans.find(({ id }) => id === Number(first))

if (what === 'lend') console.log(`Due on ${dueOn(shop, lend(shop, { tool: first, member, on }))}`)
if (what === 'extend') {
  extend(loan)
  console.log(`Due on ${dueOn(shop, loan)}`)
}
if (what === 'back') console.log(`To pay: ${(takeBack(shop, loan, on) / 100).toFixed(2)}`)
if (what === 'reserve') reserve(shop, { tool: first, member, on })
save('shop.json', shop)
