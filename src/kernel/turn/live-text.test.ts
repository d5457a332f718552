// What is shown while a voice speaks: words at once, and of a secret nothing but its mask.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scrub } from '../../workspace/secrets.js'
import { LiveText } from './live-text.js'

async function shown(pieces: readonly string[]): Promise<string[]> {
  const live = new LiveText(scrub)
  const seen: string[] = []
  for (const piece of pieces) seen.push(await live.take(piece))
  return [...seen, await live.end()]
}

const token = ['ghp', 'x7Kq2vB9mT4wZ1pL8sD3fG6hJ5nR0cYaUeIo'].join('_')
const body = 'MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi'
const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n${body}\n-----END RSA PRIVATE KEY-----`

describe('live text', () => {
  test.each([
    ['a run without a blank', Array.from({ length: 5_000 }, () => 'A1b2C3d4'.repeat(6))],
    [
      'a private key that never ends',
      [
        '-----BEGIN RSA PRIVATE KEY-----\n',
        ...Array.from({ length: 5_000 }, () => 'words and words and words\n'),
      ],
    ],
  ])(
    'holds %s back for a while only, and looks at it a few times, not once for each piece',
    async (_, pieces) => {
      let looked = 0
      let shownBeforeTheEnd = 0
      const live = new LiveText(async (text) => {
        looked += text.length
        return scrub(text)
      })
      for (const piece of pieces) shownBeforeTheEnd += (await live.take(piece)).length
      const all = pieces.join('').length
      expect(shownBeforeTheEnd).toBeGreaterThan(all / 2)
      expect(looked).toBeLessThan(all * 8)
    },
  )

  test('shows ordinary words as they come', async () => {
    expect(await shown(['We', ' ship', ' on Mon', 'day.', ' 我们星期一', '发布。'])).toEqual([
      'We',
      ' ship',
      ' on Mon',
      'day.',
      ' 我们星期一',
      '发布。',
      '',
    ])
  })

  test('shows no word twice that turns out to begin a longer one', async () => {
    const text = 'I ask: staff-engineer, then security-engineer, about orders.state and src/orders.js:9.'
    for (let size = 1; size < text.length; size++) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
      expect((await shown(pieces)).join('')).toBe(text)
    }
  })

  test('holds back what could be the beginning of a secret until it is known what it is', async () => {
    const pieces = [`It is ${token.slice(0, 9)}`, token.slice(9, 20), token.slice(20), ' now.']
    const seen = await shown(pieces)
    expect(seen.slice(0, 3)).toEqual(['It is ', '', ''])
    expect(seen.join('')).toMatch(/^It is REDACTED-\S+ now\.$/)
    expect(await shown(['See docs/plan.md', ':12 for it.'])).toEqual(['See ', 'docs/plan.md:12 for it.', ''])
  })

  test('holds back a private key to its last line', async () => {
    const seen = await shown([...`Use this:\n${key}\nDone.`])
    expect(seen.join('')).not.toContain(body.slice(0, 12))
    expect(seen.join('')).toMatch(/^Use this:\n.*REDACTED.*\nDone\.$/s)
  })

  test('never shows a secret, and shows all the rest, however the text is cut into pieces', async () => {
    const text = `First a word.\nThen ${token}, and a line that goes on ${'and on '.repeat(120)}\n${key}\nThe end of it`
    const clean = (await scrub(text)).text
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 5, maxLength: 40 }),
        async (cuts) => {
          const pieces: string[] = []
          for (let at = 0, nth = 0; at < text.length; nth++) {
            const size = cuts[nth % cuts.length] ?? 1
            pieces.push(text.slice(at, at + size))
            at += size
          }
          // A few letters may be out before it is seen that they begin a key.
          const seen = (await shown(pieces)).join('')
          expect(seen.replace(/(?:ghp_|ghp|gh|g)(?=REDACTED)/, '')).toBe(clean)
        },
      ),
      // The example cuts the last line of the key behind its last word.
      { numRuns: 20, examples: [[[32, 30, 52, 15, 26, 7, 56, 11, 58, 18, 40]]] },
    )
  })
})
