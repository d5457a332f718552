// Every page in light, in dark and on a phone: it shows what it should, fits its window and keeps to its policy; axe finds nothing serious.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints, context, type Look, launch } from '../support/browser.js'
import { emptyScene } from '../support/fake-house/scene.js'
import { FakeHouse } from '../support/fake-house.js'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = process.env['PARLEY_SHOTS']

/** Name, address, and words that are there when the page is. */
const routes: readonly (readonly [string, string, string])[] = [
  ['hall', '/', 'Waiting for you'],
  ['hall-filtered', '/?text=backlog', 'Go through the whole backlog'],
  ['meet-waiting', '/m/thumbnailer/cache-policy', 'LRU with a ceiling'],
  ['council-live', '/m/importer/importer-first', 'Split the importer'],
  ['council-waiting', '/m/importer/storage-layouts', 'Where next?'],
  ['council-record', '/m/importer/20260504-0900-newcomers', 'Follow-ups'],
  ['rehearsed', '/m/importer/20260502-1100-rehearsal', 'no model spoke'],
  ['talk-open', '/m/thumbnailer/talk-open', 'Your message to Verity'],
  ['talk-conflict', '/m/thumbnailer/talk-conflict', 'The merge waits for you'],
  ['talk-no-notes', '/m/thumbnailer/talk-no-notes', 'There are no notes yet'],
  ['talk-asked', '/m/thumbnailer/talk-asked', 'Accept with a message'],
  ['halted', '/m/thumbnailer/scan-uploads', 'Go on'],
  ['requests', '/requests', 'Rename the queues'],
  ['documents', '/documents', 'Cache survey'],
  ['document', '/d/thumbnailer?path=.lore%2Fspecs%2Fthumb-cache.md', 'Made by'],
  ['decisions', '/decisions', 'Three times, doubling'],
  ['projects', '/projects', 'Register a project'],
  ['new-talk', '/new/talk', 'Pathfinder'],
  ['new-meet', '/new/meet', 'Charter'],
  ['new-council', '/new/council', 'software-team'],
  ['nowhere', '/no/such/page', 'There is nothing here'],
  ['unknown-meeting', '/m/thumbnailer/never-was', 'There is no meeting never-was'],
]

const looks: readonly (readonly [string, Look])[] = [
  ['light', {}],
  ['dark', { theme: 'dark' }],
  ['phone', { phone: true }],
]

let browser: Browser
let house: FakeHouse

beforeAll(async () => {
  browser = await launch()
  house = await new FakeHouse().open()
})

afterAll(async () => {
  await browser.close()
  await house.shut()
})

describe.each(looks)('in %s', (name, look) => {
  let windows: BrowserContext

  beforeAll(async () => {
    windows = await context(browser, look)
  })
  afterAll(() => windows.close())

  test.each(routes)('%s is shown whole, and nothing serious is wrong with it', async (route, hash, words) => {
    await visit(house, look, windows, [hash, words, `${route}-${name}`])
  })

  test('an empty hall teaches three ways to start', async () => {
    const empty = await new FakeHouse(emptyScene()).open()
    await visit(empty, look, windows, ['/', 'parley council meeting', `hall-empty-${name}`])
    await empty.shut()
  })
})

async function visit(
  of: FakeHouse,
  look: Look,
  windows: BrowserContext,
  place: readonly [string, string, string],
): Promise<void> {
  const [hash, words, name] = place
  const page = await windows.newPage()
  const found = complaints(page)
  await page.goto(of.address(hash))
  await page.getByText(words).first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`) })
  expect(await page.title()).toMatch(/ — parley$/)
  expect(page.url()).not.toContain('token')
  expect(await overflow(page)).toBe(0)
  if (!look.phone) expect(await serious(page)).toEqual([])
  expect(found).toEqual([])
  await page.close()
}

/** Pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const violations = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: Violation[]
  }
  return violations.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}
