// Every page in light, in dark and on a phone: it shows what it should, fits its window and keeps to its policy; axe finds nothing serious.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { complaints, context, launch } from '../support/browser.js'
import { emptyHall, type Hall } from '../support/hall.js'
import * as held from '../support/meetings.js'
import { address, pageOf } from '../support/page.js'
import { repository } from '../support/repo.js'
import { untilFileEnds } from '../support/run.js'
import { everyLook } from './looks.js'

/** Name, the meeting whose page it is, and words that are there when the page is. */
const meetings: readonly (readonly [string, (hall: Hall) => Promise<Ref>, string])[] = [
  ['meet-waiting', held.meetWaiting, 'During the discussion'],
  ['meet-decided', held.meetDecided, 'Give every customer a ceiling of their own'],
  ['meet-halted', held.meetHalted, 'Go on'],
  ['meet-paused', held.meetPaused, 'Go on'],
  ['council-live', held.councilRunning, 'Split the importer'],
  ['council-waiting', held.councilWaiting, 'Where next?'],
  ['council-record', held.councilConcluded, 'Follow-ups'],
  ['council-degraded', held.councilDegraded, 'degraded'],
  ['council-halted', held.councilHalted, 'Go on'],
  ['council-failed', held.councilFailed, 'Go on'],
  ['talk-open', held.talkOpen, 'Your message to Verity'],
  ['talk-conflict', held.talkInConflict, 'The merge waits for you'],
  ['talk-no-notes', held.talkWithoutNotes, 'There are no notes yet'],
  ['talk-asked', (hall) => held.requested(hall, 'Rename the queues'), 'Accept with a message'],
]

/** Name, address, and words that are there when the page is. */
const places: readonly (readonly [string, string, string])[] = [
  ['hall', '/', 'Waiting for you'],
  ['hall-filtered', '/?text=eviction', 'Pick an eviction policy'],
  ['requests', '/requests', 'Rename the queues'],
  ['document', '/d/thumbnailer?path=.lore%2Fresearch%2Fcache-survey.md', 'Three regions, none at the edge'],
  ['decisions', '/decisions', 'Three times, doubling'],
  ['projects', '/projects', 'Register a project'],
  ['new-talk', '/new/talk', 'Pathfinder'],
  ['new-meet', '/new/meet', 'Charter'],
  ['new-council', '/new/council?project=importer', 'qa-engineer'],
  ['nowhere', '/no/such/page', 'There is nothing here'],
  ['unknown-meeting', '/m/thumbnailer/never-was', 'never-was'],
]

interface Ref {
  readonly project: string
  readonly id: string
}

/** Meetings in every state are held on the real server, a few of them with a repository's whole life: slow on a busy machine. */
const furnishing = 600_000
const until = untilFileEnds()
let hall: Hall
let nothing: Hall
let page: Page
const refs = new Map<string, Ref>()

beforeAll(async () => {
  const browser = await launch()
  until(() => browser.close())
  page = await (await context(browser)).newPage()
  hall = await emptyHall(until)
  nothing = await emptyHall(until)
  for (const [name, make] of meetings) refs.set(name, await make(hall))
}, furnishing)

test.each(meetings)(
  '%s is shown whole in every look, and nothing serious is wrong with it',
  async (route, _, words) => {
    await visit(hall, [pageOf(refs.get(route) ?? { project: '', id: '' }), words, route])
  },
)

test.each(places)(
  '%s is shown whole in every look, and nothing serious is wrong with it',
  async (route, hash, words) => {
    await visit(hall, [hash, words, route])
  },
)

test('an empty hall teaches every way to start, in every look', async () => {
  await visit(nothing, ['/', 'parley council meeting', 'hall-empty'])
})

test('an empty hall says what parley is and shows a recorded meeting at one button; a project that is registered on the way leads back to the form', async () => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.goto(address(nothing.server, '/new/council.meeting'))
  await page.getByRole('link', { name: 'Register another project' }).click()
  await page.getByLabel(/^Name/).fill('harbour')
  await page.getByLabel(/^Folder/).fill(repository(until).root)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.waitForURL(/#\/new\/council/)
  await expect.poll(() => page.getByLabel(/^Project/).inputValue()).toBe('harbour')

  await page.getByRole('link', { name: 'parley', exact: true }).click()
  await page.getByText('parley holds meetings between you and AI agents').waitFor()
  await page.getByRole('button', { name: 'A council' }).click()
  await page.waitForURL(/#\/m\/outbox\//)
  await page.getByText('Follow-ups').first().waitFor()
  // Whoever has only looked at it can still begin with a button.
  await page.getByRole('link', { name: 'parley', exact: true }).click()
  await page.getByText('Nothing of your own has been said yet.').waitFor()
  await page.getByRole('link', { name: /^An invoice is lost/ }).waitFor()
  await page.getByRole('button', { name: 'A council' }).waitFor()
})

/** In one window for all: a renderer for each would cost as much again. */
async function visit(of: Hall, [hash, words, name]: readonly [string, string, string]): Promise<void> {
  page.removeAllListeners()
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1360, height: 900 })
  const found = complaints(page)
  await page.goto(address(of.server, hash))
  await page.getByText(words).first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await expect.poll(() => page.title()).toMatch(/ — parley$/)
  expect(page.url()).not.toContain('token')
  await everyLook(page, name, words)
  expect(found).toEqual([])
}
