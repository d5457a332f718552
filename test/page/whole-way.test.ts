// The page in a real browser over the real server: a talk is opened, watched, stopped, closed with a look at what it merges; a
// request is accepted, a council answered, and what they left is found.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { complaints, context, launch } from '../support/browser.js'
import { convened, script as councilScript } from '../support/council.js'
import { forever } from '../support/forever.js'
import { address } from '../support/page.js'
import { notes, type Server, script, served } from '../support/server.js'

let browser: Browser
// The whole way of a person through the page, with a close and a council in it.
const longTest = { timeout: 240_000 }

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const { seats } = parse(councilScript()) as { seats: Record<string, unknown[]> }
const written = {
  name: 'write_artifact',
  input: { path: 'specs/gate.md', body: '# Gate hours\n\nAt noon.\n' },
}
const followup = { name: 'propose_followup', input: { reason: 'Look at the tide' } }

/** Everybody here speaks from one script, as if the person had settled it so. */
async function servedWithScript(): Promise<Server> {
  const server = await served()
  const agents = script({
    ...seats,
    verity: [
      { deltas: ['Beginning', ' and on'], delayMs: forever },
      { tools: [written, followup], text: 'It stands in the spec.' },
      notes,
    ],
  })
  const config = join(server.home, 'config.yaml')
  writeFileSync(config, `agents: ${agents}\n${readFileSync(config, 'utf8')}`)
  await convened(server.repo)
  return server
}

test('a person does everything from the page, and nothing of their own is touched', longTest, async () => {
  const server = await servedWithScript()
  const own = ['README.md', 'src/gate.ts', 'docs/tide.md']
  const before = own.map(server.repo.read)
  const windows = await context(browser)
  const page = await windows.newPage()
  const found = complaints(page)
  await page.goto(address(server))
  await page.waitForURL((url) => !url.hash.includes('token'))

  await openTalk(page)
  await page.getByText('Beginning').first().waitFor()
  await page.getByRole('button', { name: 'Stop this turn' }).click()
  await page.getByText('Stop this turn').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText('Beginning').count()).toBeGreaterThan(0)

  await page.getByLabel('Your message to Verity').fill('Write it down.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('It stands in the spec.').first().waitFor()

  await page.getByRole('button', { name: 'Close this talk…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('.lore/specs/gate.md').first().waitFor()
  await dialog.getByRole('button', { name: /^Close it and merge/ }).click()
  await page.getByText('The edges were discussed.').first().waitFor()
  // The notes are read as they are written, before the merge.
  await expect.poll(() => server.repo.git('show', 'claude/main:.lore/specs/gate.md')).toContain('At noon.')

  await page.goto(`${server.url}/#/requests`)
  const request = page.locator('.request', { hasText: 'Look at the tide' })
  await request.getByRole('button', { name: 'Accept', exact: true }).click()
  // The worker begins, from the top of its script: every talk has its own place in it.
  await page.waitForURL(/#\/m\/harbour\/followup-/)
  await page.getByText('Beginning').first().waitFor()

  await page.goto(`${server.url}/#/new/council`)
  await page.getByLabel('Task').fill('When should the gate open?')
  await page.getByRole('button', { name: 'Open the meeting' }).click()
  await page
    .getByRole('button', { name: /^Conclude/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Yes, conclude' }).first().click()
  await page.getByText('Open the gate at high water').first().waitFor()

  expect(found).toEqual([])
  expect(own.map(server.repo.read)).toEqual(before)
})

async function openTalk(page: Page): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/new/talk`)
  await page.getByLabel(/Verity/).check()
  await page.getByLabel('What you want to say').fill('When should the gate open?')
  await page.getByRole('button', { name: 'Open the meeting' }).click()
}
