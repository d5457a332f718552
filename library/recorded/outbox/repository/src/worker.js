// The worker: empties the outbox into the mail provider.

import { send } from './provider.js'

const tries = 3

/** Delivers until nothing waits. Says how many were sent, and which were given up. */
export async function deliver(outbox, provider, log = () => {}) {
  const given = []
  let sent = 0
  for (let message = outbox.take(); message !== undefined; message = outbox.take()) {
    if (await sendOrGiveUp(message, provider, log)) sent += 1
    else given.push(message.id)
  }
  return { sent, given }
}

/** A message that fails three times is logged and dropped: one bad address must not hold up the rest. */
async function sendOrGiveUp(message, provider, log) {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      await send(provider, message)
      return true
    } catch (error) {
      log(`${message.id}: try ${attempt} of ${tries}: ${error.message}`)
    }
  }
  return false
}
