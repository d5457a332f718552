// Seal: what the seal of a line adds to appending it: the same lines by the same lease, with the seals of a key and with none.

import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, leastOf, ms, words } from './_support.js'

const count = 2_000

export async function measure() {
  return inFolder(async (folder) => {
    const key = Buffer.alloc(32, 7)
    const keyed = { make: (text) => createHmac('sha256', key).update(text).digest('hex'), fits: () => true }
    const none = { make: () => '0'.repeat(64), fits: () => true }
    let nth = 0
    const with_ = (seals) => () => appendAll(path.join(folder, `m-${nth++}`), seals)
    const [sealed, bare] = await leastOf(5, [with_(keyed), with_(none)])
    const each = ((sealed - bare) / count) * 1000
    return [
      {
        what: 'a line with its seal, against the same line without',
        ratio: sealed / bare,
        bar: 1.5,
        detail: `${ms(sealed / count)} a line, of it ${each.toFixed(1)} µs for the seal`,
      },
    ]
  })
}

/** Nothing is flushed here: the disk would hide what is measured. */
async function appendAll(folder, seals) {
  const flush = fs.fdatasyncSync
  fs.fdatasyncSync = () => {}
  try {
    const id = path.basename(folder)
    const journal = api.fileJournal(folder, { id, seals })
    const first = { id, protocol: 'bench', version: 1, parley: '0', title: 'B', input: {}, agents: {} }
    await api.open(journal, first, new Date())
    const lease = await journal.lease()
    const at = new Date().toISOString()
    for (let n = 2; n <= count; n++)
      await lease.append(n, { at, kind: 'noted', key: `${n}`, data: { kind: 'x', data: words } })
    await lease.release()
  } finally {
    fs.fdatasyncSync = flush
  }
}
