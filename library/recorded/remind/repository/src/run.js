// One run: sends what is due and was not sent yet. The crontab starts it every five minutes.

import { pathToFileURL } from 'node:url'
import { appointmentsIn } from './appointments.js'
import { dueAt } from './due.js'
import { textOf } from './message.js'
import { openSent } from './sent.js'

export async function run({ appointments, sent, send, now }) {
  for (const reminder of dueAt(now, appointments)) {
    if (sent.has(reminder)) continue
    await send(reminder.appointment.phone, textOf(reminder))
    sent.add(reminder)
  }
}

async function post(phone, text) {
  const body = JSON.stringify({ phone, text })
  const answer = await fetch(process.env.SMS_URL, { method: 'POST', body, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`the text messages answered ${answer.status}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const appointments = appointmentsIn('data/appointments.jsonl')
  await run({ appointments, sent: openSent('data/sent.txt'), send: post, now: Date.now() })
}
