// The page of a foreign meeting: a banner says where it comes from and what it would run; only the button takes it over.

import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MeetingView } from '../../src/hall/api.js'
import { launch } from '../support/browser.js'
import { hostileClone } from '../support/foreign.js'
import { pageOf, watch } from '../support/page.js'
import { temporary, untilFileEnds } from '../support/run.js'
import { must, serverAt } from '../support/server.js'

const until = untilFileEnds()
let browser: Browser
beforeAll(async () => {
  browser = await launch()
  until(() => browser.close())
})

test('R1: a meeting that came with a clone offers no answer, shows what it would run, and is answered once it was taken over', async () => {
  const { repo, id } = await hostileClone()
  const home = temporary()
  const settings = join(home, 'config.yaml')
  writeFileSync(settings, 'voices: { quick: "command:cat" }\n', { mode: 0o600 })
  const server = await serverAt(home, repo)
  await must(server, 'POST', '/api/projects', { name: 'harbour', path: repo.root })
  const ref = { project: 'harbour', id }
  const watched = await watch(browser, server, pageOf(ref))
  const { page } = watched
  const banner = page.locator('section', { hasText: 'This meeting is foreign' })
  await banner.waitFor()
  expect(await page.getByRole('button', { name: 'Conclude' }).count()).toBe(0)
  await banner.getByRole('button', { name: 'What would it run?' }).click()
  await banner.getByText('command:sh -c').waitFor()
  await banner.getByText('rehearses: no program is run').waitFor()
  await banner.getByText('conclude').waitFor()
  const choice = banner.getByLabel('Voices')
  await choice.getByText('"quick" in your settings').waitFor({ state: 'attached' })
  const offered = () =>
    choice.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  await expect.poll(offered).toEqual(expect.arrayContaining(['', 'command:cat', 'rehearsal']))
  expect((await offered()).join(' ')).not.toMatch(/sh -c|FILE|PROGRAM/)
  await choice.selectOption('command:cat')
  await banner.getByText('runs the program: cat').waitFor()
  await expect.poll(() => banner.getByText('command:cat', { exact: false }).count()).toBeGreaterThan(3)
  await choice.selectOption('')
  await banner.getByText('rehearses: no program is run').waitFor()
  // Between the look and the word the settings change: what was not shown is not taken over.
  appendFileSync(settings, 'agents: command:cat\n')
  await banner.getByRole('button', { name: 'Take it over' }).click()
  await banner.getByText('has changed since you looked at it').waitFor()
  await choice.selectOption('rehearsal')
  await banner.getByText('rehearses: no program is run').waitFor()
  await banner.getByRole('button', { name: 'Take it over' }).click()
  await banner.waitFor({ state: 'detached' })
  const { lines, foreign } = await must<MeetingView>(server, 'GET', `/api/meetings/harbour/${id}`)
  expect([foreign, lines.at(-1)]).toMatchObject([
    false,
    { kind: 'adopted', data: { agents: { default: 'rehearsal', seats: {} } } },
  ])
  await page.getByRole('button', { name: 'Conclude' }).waitFor()
  expect(watched.complaints).toEqual([])
  await watched.close()
})
