// List: a thousand meetings, against reading their summaries.

import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, leastOf, ms } from './_support.js'

const count = 1_000

export async function measure() {
  return inFolder(async (root) => {
    const meetings = path.join(root, '.parley', 'meetings')
    for (let nth = 0; nth < count; nth++)
      await meeting(meetings, `2026-01-02-${String(nth).padStart(4, '0')}`, nth)
    const here = api.parley(root)
    if ((await here.list()).length !== count) throw new Error('meetings are missing')
    const read = () => {
      for (const id of fs.readdirSync(meetings))
        JSON.parse(fs.readFileSync(path.join(meetings, id, 'meeting.json'), 'utf8'))
    }
    const [ours, bare] = await leastOf(15, [() => here.list(), read])
    return [
      {
        what: `listing ${count} meetings, against reading their summaries`,
        ratio: ours / bare,
        bar: 3,
        detail: `${ms(ours)} and ${ms(bare)} of processor`,
      },
    ]
  })
}

async function meeting(meetings, id, nth) {
  const folder = path.join(meetings, id)
  fs.mkdirSync(folder, { recursive: true })
  const data = {
    id,
    protocol: 'bench',
    version: 1,
    parley: '0',
    title: `Meeting ${nth}`,
    input: {},
    agents: {},
  }
  const at = new Date(Date.UTC(2026, 0, 2, 0, 0, nth)).toISOString()
  const { line, text } = api.seal({ at, kind: 'opened', key: '', data }, 1, '')
  fs.writeFileSync(path.join(folder, 'journal.jsonl'), `${text}\n`)
  const kept = { format: 3, bytes: Buffer.byteLength(text) + 1, summary: await api.summarise([line]) }
  fs.writeFileSync(path.join(folder, 'meeting.json'), JSON.stringify(kept))
}
