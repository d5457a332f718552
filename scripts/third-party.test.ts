// Third party: what is given away with parley is named with its licence, or the check fails.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporary } from '../test/support/run.js'
// @ts-expect-error A script, without types.
import { thirdParty } from './third-party.js'

interface Made {
  readonly license?: string
  readonly text?: string
  readonly notice?: string
  readonly repository?: string
  /** Of comments in its files. */
  readonly notices?: readonly string[]
}

/** Packages in a folder of their own, as they would lie under node_modules. */
function pageOf(packages: Readonly<Record<string, Made>>): { text: string; faults: string[] } {
  const base = temporary()
  const bundled = Object.entries(packages).map(([name, { text, notice, notices = [], ...manifest }]) => {
    const folder = `node_modules/${name}`
    mkdirSync(join(base, folder), { recursive: true })
    writeFileSync(join(base, folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...manifest }))
    if (text !== undefined) writeFileSync(join(base, folder, 'LICENSE.md'), text)
    if (notice !== undefined) writeFileSync(join(base, folder, 'NOTICE'), notice)
    return { name, version: '1.2.3', folder, in: ['command'], notices }
  })
  return thirdParty(bundled, base)
}

describe('the page of third-party software', () => {
  test('names every package with version, licence and part, and holds each text once, notices too', () => {
    const { text, faults } = pageOf({
      b: { license: 'MIT', text: 'Do what you like.\r\n', notices: ['Copyright of D, whose code is in b'] },
      a: { license: 'MIT', text: '\nDo what you like.' },
      c: { license: 'Apache-2.0', text: 'Say ```who``` wrote it.', notice: 'Written by C.' },
    })
    expect(faults).toEqual([])
    expect(text).toContain('| a | 1.2.3 | MIT | command | 1 |\n| b | 1.2.3 | MIT | command | 1, 2 |\n| c |')
    expect(text).toContain('| Apache-2.0 | command | 3, 4 |')
    expect(text.match(/Do what you like/g)).toHaveLength(1)
    expect(text).toContain('````text\nSay ```who``` wrote it.\n````')
    expect(text).toContain('Written by C.')
    expect(text).toContain('Copyright of D')
  })

  test('takes the text of another package from the same repository and licence, and from nowhere else', () => {
    const whole = { license: 'MIT', text: 'Ours.', repository: 'here' }
    expect(pageOf({ a: whole, b: { license: 'MIT', repository: 'here' } }).faults).toEqual([])
    expect(pageOf({ a: whole, b: { license: 'MIT', repository: 'elsewhere' } }).faults).toHaveLength(1)
    expect(pageOf({ a: whole, b: { license: 'ISC', repository: 'here' } }).faults).toHaveLength(1)
    expect(pageOf({ a: { license: 'MIT', text: 'Ours.' }, b: { license: 'MIT' } }).faults).toEqual([
      'b 1.2.3 comes without the text of its licence (MIT).',
    ])
  })

  test.each([
    ['(AFL-2.1 OR BSD-3-Clause)', []],
    [
      'MIT AND GPL-3.0-only',
      ['a 1.2.3 is under MIT AND GPL-3.0-only, which is not on the list of allowed licences.'],
    ],
    ['SEE LICENSE IN README.md', [expect.stringContaining('not on the list')]],
    [undefined, ['a 1.2.3 states no licence.']],
  ])('a package under %s has the faults that it should have', (license, faults) => {
    expect(pageOf({ a: { ...(license && { license }), text: 'A text.' } }).faults).toEqual(faults)
  })
})
