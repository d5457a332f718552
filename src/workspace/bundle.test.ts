// Bundles: the lines as they are and the texts that they name; whatever else comes is refused or found.

import { describe, expect, test } from 'vitest'
import { workspaceJournals } from '../journals.js'
import { messageOf } from '../kernel/errors.js'
import { receipt, samples } from '../kernel/line/line.suite.js'
import { open } from '../kernel/run/hold.js'
import { bundleOf, readBundle } from './bundle.js'
import { bytesOfPlain } from './plain-files.js'
import { temporaryFolder } from './temporary.suite.js'

const at = '2026-01-02T03:04:05.678Z'
const page = { url: 'https://example.org', finalUrl: 'https://example.org', title: '', at, status: 200 }
const read = { ...page, type: 'text/html', characters: 3, cut: false }

/** A meeting with the whole of a long reply and two readings of one page beside its journal. */
async function bundled() {
  const journals = workspaceJournals(temporaryFolder())
  await journals.claim('m-1')
  await open(journals.of('m-1'), { ...samples.opened, id: 'm-1' }, new Date(at))
  const lease = await journals.of('m-1').lease()
  const whole = { sha256: await lease.keep('The whole of it.'), chars: 16 }
  const sha256 = await lease.keep('He\u001brests.', 'page')
  const tool = { id: 't', name: 'fetch_url', input: {}, ok: true, output: '', page: { ...read, sha256 } }
  const data = { ...samples.turn, whole, receipt: { ...receipt, tools: [tool, tool] } }
  await lease.append(2, { at, kind: 'turn', key: 'speak:a', data })
  await lease.release()
  return { pieces: await bundleOf(journals, 'm-1'), file: journals.whereIs('m-1'), whole, sha256 }
}

const readText = (text: string) => readBundle(Buffer.from(text))

describe('a bundle', () => {
  test('holds the lines as they are, and the texts that they name, once each', async () => {
    const { pieces, file, whole, sha256 } = await bundled()
    expect(pieces).toHaveLength(4)
    expect(pieces[1]).toBe(bytesOfPlain(file)?.toString('utf8'))
    const { lines, kept, findings } = readText(pieces.join(''))
    expect(findings).toEqual([])
    expect(lines()).toHaveLength(2)
    expect(await kept(whole.sha256)).toBe('The whole of it.')
    expect(await kept(sha256, 'page')).toBe('He\u001brests.')
    expect(await kept(sha256)).toBe(null)
  })

  test('that is cut off, longer, or has another text behind its journal is found', async () => {
    const { pieces } = await bundled()
    const whole = pieces.join('')
    const found = /not whole|damaged/
    for (let end = whole.indexOf('\n') + 1; end < whole.length; end += 7)
      expect(faults(whole.slice(0, end))).toMatch(found)
    expect(faults(`${whole}{}\n`)).toMatch(found)
    expect(faults(whole.replace('{"page":"', '{"page":"../'))).toMatch(found)
    expect(faults(whole.replace('{"whole":', '{"other":'))).toMatch(found)
    expect(faults(whole.replace('He\\u001brests', 'He\\u001Brests'))).toMatch(found)
    expect(faults(whole)).toBe('')
  })

  test('is never taken from a file of another kind', () => {
    const heads = ['', '\n', 'null\n', '{"bundle":1}\n', '{"bundle":2,"journal":0,"texts":0}\n']
    const sizes = [-1, 1.5, 1e12].map((journal) => `${JSON.stringify({ bundle: 1, journal, texts: 0 })}\n`)
    for (const text of [...heads, ...sizes, ' '.repeat(1000)])
      expect(() => readText(text), text).toThrow('is no bundle of a meeting')
  })
})

function faults(text: string): string {
  const { lines, findings } = readText(text)
  try {
    lines()
  } catch (error) {
    return messageOf(error)
  }
  return findings.map(({ what }) => what).join()
}
