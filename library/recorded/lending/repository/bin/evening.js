#!/usr/bin/env node
// Every evening: holds what came back today for those who wait, and tells them.

import { appendFileSync } from 'node:fs'
import { tellHeld } from '../src/notices.js'
import { hold } from '../src/reservations.js'
import { load, save } from '../src/store.js'

const shop = load('shop.json')
const today = new Date().toISOString().slice(0, 10)
/** The mail program empties this file. */
const post = (mail) => appendFileSync('outgoing.jsonl', `${JSON.stringify(mail)}\n`)

for (const { tool } of shop.loans.filter(({ back }) => back === today)) {
  const held = hold(shop, tool, today)
  if (held) tellHeld(shop, held, post)
}
save('shop.json', shop)
