// Resume: replaying a long journal, every line vouched for, against reading it and parsing its JSON.

import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, leastOf, ms, opened, procedure, seat } from './_support.js'

const count = 10_000

export async function measure() {
  return inFolder(async (folder) => {
    const seats = [seat('ada'), seat('bo'), seat('cy')]
    const protocol = procedure(async (meeting) => {
      for (let nth = 0; nth < count; nth++) {
        const prompt = { system: 'Be brief.', full: 'Begin.', since: `Go on with ${nth}.` }
        await meeting.speak(seats[nth % 3], prompt, { id: 'turn' })
      }
      await meeting.ask({ id: 'q', title: 'Well?', body: '', options: [] })
    })
    const { hold } = await opened(folder, protocol)
    const file = path.join(folder, 'm-1', 'journal.jsonl')
    await written(file, count)
    await hold()
    const parsed = () => {
      const lines = fs.readFileSync(file, 'utf8').split('\n')
      return lines.slice(0, -1).map((line) => JSON.parse(line))
    }
    const [ours, bare] = await leastOf(9, [() => hold(), parsed])
    const bytes = (fs.statSync(file).size / 1e6).toFixed(1)
    return [
      {
        what: `resuming after ${count} lines, against reading and parsing them`,
        ratio: ours / bare,
        bar: 4,
        detail: `${ms(ours)} and ${ms(bare)} of processor for ${bytes} MB`,
      },
    ]
  })
}

/** The lines of that many turns, sealed but not flushed one by one: making them is not what is measured. */
async function written(file, turns) {
  let prev = api.unseal(fs.readFileSync(file, 'utf8').slice(0, -1), 1, '').hash
  const receipt = { backend: 'bench', model: null, prompt: 'f'.repeat(64), tools: [], ms: 1, attempts: 1 }
  const text = 'We should keep it small, say what it costs, and leave the rest for later. '.repeat(8)
  const lines = []
  const used = new Map()
  for (let nth = 0; nth < turns; nth++) {
    const id = ['ada', 'bo', 'cy'][nth % 3]
    const times = (used.get(id) ?? 0) + 1
    used.set(id, times)
    const tokens = { input: 10, output: 5, estimated: false }
    const data = { seat: id, call: 'turn', text, receipt: { seat: id, ...receipt, tokens } }
    const key = times === 1 ? `speak:${id}` : `speak:${id}.${times}`
    const entry = { at: new Date().toISOString(), kind: 'turn', key, data }
    const sealed = api.seal(entry, nth + 2, prev)
    prev = sealed.line.hash
    lines.push(`${sealed.text}\n`)
  }
  fs.appendFileSync(file, lines.join(''))
}
