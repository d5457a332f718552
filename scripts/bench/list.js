// List: a thousand meetings, against reading their summaries and the ends of their journals, which say whether a summary is of today.

import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, leastOf, ms } from './_support.js'

const count = 1_000

export async function measure() {
  return inFolder(async (root) => {
    const home = path.join(root, 'home')
    const journals = api.workspaceJournals(root, home)
    const ids = Array.from({ length: count }, (_, nth) => `2026-01-02-${String(nth).padStart(4, '0')}`)
    for (const [nth, id] of ids.entries()) await meeting(journals, id, nth)
    const here = api.parley(root, { home })
    if ((await here.list()).length !== count) throw new Error('meetings are missing')
    const files = ids.map((id) => journals.whereIs(id))
    const read = () => {
      for (const file of files) {
        JSON.parse(fs.readFileSync(path.join(path.dirname(file), 'meeting.json'), 'utf8'))
        fs.readFileSync(file, 'utf8').lastIndexOf('\n')
      }
    }
    const [ours, bare] = await leastOf(15, [() => here.list(), read])
    return [
      {
        what: `listing ${count} meetings, against reading what they keep`,
        ratio: ours / bare,
        bar: 3,
        detail: `${ms(ours)} and ${ms(bare)} of processor`,
      },
    ]
  })
}

async function meeting(journals, id, nth) {
  await journals.claim(id)
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
  fs.writeFileSync(journals.whereIs(id), `${text}\n`)
  await journals.keepSummary(await api.summarise([line]))
}
