// Turns: what it costs to record one durably, against appending the same bytes and flushing them; and whether it stays so.

import fs from 'node:fs'
import path from 'node:path'
import { cpu, inFolder, ms, opened, procedure, seat } from './_support.js'

const count = 2_000
const block = 200

export async function measure() {
  await inFolder(oneRun)
  const runs = []
  for (let run = 0; run < 4; run++) runs.push(await inFolder(oneRun))
  const cost = runs.toSorted((a, b) => a.ours / a.bare - b.ours / b.bare)[0]
  const flat = runs.toSorted((a, b) => a.late / a.early - b.late / b.early)[0]
  return [
    {
      what: 'a durable turn, against a bare append and flush',
      ratio: cost.ours / cost.bare,
      bar: 3,
      detail: `${ms(cost.ours / count)} and ${ms(cost.bare / count)} of processor`,
    },
    {
      what: `turn ${count} against turn 20`,
      ratio: flat.late / flat.early,
      bar: 1.3,
      detail: `${ms(flat.late / block)} and ${ms(flat.early / block)} of processor`,
    },
  ]
}

async function oneRun(folder) {
  const ada = seat('ada')
  const clock = []
  const protocol = procedure(async (meeting) => {
    for (let nth = 0; nth < count; nth++) {
      if (nth % 10 === 0) clock.push(cpu())
      await meeting.speak(
        ada,
        { system: 'Be brief.', full: 'Begin.', since: `Go on with ${nth}.` },
        { id: 'turn' },
      )
    }
    clock.push(cpu())
  })
  const { journal, hold } = await opened(folder, protocol)
  const before = cpu()
  const ending = await hold()
  if (ending.kind !== 'concluded') throw ending.error
  const ours = cpu() - before
  const lines = fs.readFileSync(path.join(folder, 'm-1', 'journal.jsonl'), 'utf8').split('\n')
  if ((await journal.read()).length !== count + 2) throw new Error('lines are missing')
  const bare = bareLoop(path.join(folder, 'bare'), lines.slice(1, count + 1))
  const tens = block / 10
  return { ours, bare, early: clock[2 + tens] - clock[2], late: clock.at(-1) - clock.at(-1 - tens) }
}

function bareLoop(file, lines) {
  const fd = fs.openSync(file, 'a')
  const before = cpu()
  for (const line of lines) {
    fs.writeSync(fd, `${line}\n`)
    fs.fdatasyncSync(fd)
  }
  const took = cpu() - before
  fs.closeSync(fd)
  return took
}
