// The hall as a desk: one line a meeting, what wants an answer apart from open talks, search over everything said, and one
// connection a tab.

import type { Browser, Locator, Page, Request } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { MeetingView } from '../../src/hall/api.js'
import { launch } from '../support/browser.js'
import { emptyHall, type Hall } from '../support/hall.js'
import { councilConcluded, councilWaiting, meetPaused, talkOpen } from '../support/meetings.js'
import { pageOf, type Watched, watch } from '../support/page.js'
import { untilFileEnds } from '../support/run.js'
import { looked } from './looks.js'

const until = untilFileEnds()
let browser: Browser
let hall: Hall
let watched: Watched
let waits: MeetingView
let paused: MeetingView

beforeAll(async () => {
  browser = await launch()
  until(() => browser.close())
  hall = await emptyHall(until)
  await councilConcluded(hall)
  paused = await meetPaused(hall, ['Theo', 'Talia', 'Tariq'])
  await talkOpen(hall)
  waits = await councilWaiting(hall, '1. Which layout do we keep, and 2. which do we drop?')
})
afterEach(() => watched?.close())

const row = (page: Page, words: string) => page.locator('.desk-row', { hasText: words })
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const titles = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).locator('.what > a').allTextContents()

test('the hall is a desk: one line a meeting, questions apart from open talks, and keys that answer, drop and open', async () => {
  watched = await watch(browser, hall.server, '/')
  const { page } = watched
  await row(page, 'Which layout').waitFor()
  expect(await titles(page, 'Waiting for you')).toEqual([waits.title])
  expect(await titles(page, 'Open talks')).toHaveLength(1)
  // A number in the middle of a sentence, or in front of it, is a part of the sentence.
  expect(waits.title).toBe('1. Which layout do we keep, and 2. which do we drop?')
  const heights = await page
    .locator('.desk-row .line')
    .evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(60)

  await page.keyboard.press('j')
  await page.keyboard.press('a')
  // The first answer has the focus: Enter gives it.
  await expect.poll(() => focusOf(page)).toBe('Another round')

  await row(page, 'Agree on what a release is').focus()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: 'Drop this meeting?' })
  await dialog.getByText('Nothing is deleted').waitFor()
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await row(page, 'Agree on what a release is').getByText('aborted').waitFor()

  await row(page, 'Which layout').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === `#${pageOf(waits)}`)
  expect(watched.complaints).toEqual([])
})

test('a seat has one colour on the desk, at its table and in a form, and no two monograms that are shown together are alike', async () => {
  watched = await watch(browser, hall.server, '/')
  const { page } = watched
  await row(page, 'Agree on what a release is').waitFor()
  const onDesk = await facesIn(row(page, 'Agree on what a release is'))
  // Not only in one line: two seats of the desk are alike in no two of its lines either.
  const everywhere = await page
    .locator('.desk-row .face')
    .evaluateAll((all) =>
      all.map((face) => [getComputedStyle(face).borderTopColor, face.textContent ?? ''].join(' ')),
    )
  const marksOf = new Set(everywhere.map((face) => face.split(' ').at(-1)))
  expect(new Set(everywhere).size).toBe(marksOf.size)
  await page.goto(`${hall.server.url}/#${pageOf(paused)}`)
  await page.getByRole('heading', { name: 'At the table' }).waitFor()
  const atTable = await facesIn(page.locator('.people'))
  await page.goto(`${hall.server.url}/#/new/meet?project=thumbnailer`)
  await page.getByRole('checkbox', { name: /Theo/ }).waitFor()
  const inForm = await facesIn(page.locator('.seats-choice'))
  expect(onDesk.length).toBe(3)
  const marks = (faces: readonly SeenFace[]) => faces.map(({ mark }) => mark.toLowerCase())
  for (const together of [onDesk, atTable, inForm])
    expect(new Set(marks(together)).size).toBe(together.length)
  const seats = atTable.filter(({ seat }) => seat)
  expect(onDesk.map(({ colour }) => colour)).toEqual(seats.map(({ colour }) => colour))
  const known = inForm.filter(({ name }) => seats.some((seat) => seat.name === name))
  expect(known.length).toBe(seats.length)
  for (const { name, colour } of known)
    expect(seats.find((seat) => seat.name === name)?.colour, name).toBe(colour)
})

test('everything said is found across kinds, with the words around it and the way to its place, and filters narrow it down', async () => {
  watched = await watch(browser, hall.server, '/?text=edge')
  const { page } = watched
  const found = page.getByRole('region', { name: /^In what was said/ })
  await found.getByText('none of them is at the').waitFor()
  await page.getByLabel('Search everything said').fill('customers')
  await page.waitForURL(/text=customers/)
  const passages = found.getByRole('listitem')
  await passages.filter({ hasText: 'found by customers' }).first().waitFor()
  await page.getByLabel('Seat').fill('product-manager')
  await page.waitForURL(/seat=product-manager/)
  await passages.filter({ hasText: 'found by customers' }).first().waitFor({ state: 'detached' })
  const passage = passages.filter({ hasText: 'Two customers wait for it' }).first()
  expect(await passage.locator('mark').textContent()).toBe('customers')
  await passage.getByRole('link').click()
  await page.waitForURL(/at=n\d+/)
  const turn = page.locator('article.turn:focus')
  await turn.getByText('Two customers wait for it').waitFor()
  expect(watched.complaints).toEqual([])
})

test('a tab keeps one connection whatever it shows: five windows hear what happens in one meeting, and assets come compressed', async () => {
  watched = await watch(browser, hall.server, '/')
  const { page } = watched
  const streams = openStreams(page)
  await page.reload()
  await row(page, 'Which layout').waitFor()
  await expect.poll(() => streams.size).toBe(1)
  await row(page, 'Which layout')
    .getByRole('link', { name: /Which layout/ })
    .click()
  await page.getByRole('button', { name: 'Another round' }).waitFor()
  await expect
    .poll(() => [...streams].map((one) => new URL(one.url()).pathname))
    .toEqual([`/api/meetings${pageOf(waits).slice(2)}/events`])
  const others = [page]
  for (let n = 0; n < 4; n++) others.push(await watched.another(pageOf(waits)))
  for (const one of others) await one.getByRole('button', { name: 'Another round' }).waitFor()
  await others[4]?.getByRole('button', { name: 'Another round' }).click()
  for (const one of others) await one.locator('.choice', { hasText: 'Another round by Tester' }).waitFor()

  const [, asset] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(hall.server.url)).text()) ?? []
  for (const how of ['br', 'gzip']) {
    const got = await fetch(`${hall.server.url}${asset}`, { headers: { 'accept-encoding': how } })
    expect(got.headers.get('content-encoding')).toBe(how)
    expect(await got.text()).toContain('parley')
  }
})

test('a question stands whole, under no fade and without the table that the grid is; no word, no number of rounds and no title takes the room of others, and no accents reach into the words of others', async () => {
  const accents = '\u0301'.repeat(60)
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(12)
  const asked = await hall.opened({
    ...{ protocol: 'council.meeting', project: 'importer' },
    task: `Which fade hides what? <b>None</b> \u202Eof them\u202C ${word}`,
    rounds: 8,
    agents: hall.voice(
      ...Array.from(
        { length: 32 },
        (_, at) => `**Position:** Layout ${at}, and no other${accents}.\n\n- שלום\n- latin`,
      ),
    ),
  })
  watched = await watch(browser, hall.server, pageOf(asked))
  const { page } = watched
  await page.getByRole('region', { name: 'Who stands where' }).waitFor()
  const body = page.locator('.mine .question .body')
  await body.getByText('Whatever you write steers the next round').waitFor()
  expect(await body.locator('table').count()).toBe(0)
  const hidden = await body.evaluate((box) => [
    getComputedStyle(box).maskImage,
    box.scrollHeight - box.clientHeight,
  ])
  expect(hidden).toEqual(['none', 0])
  await page.getByRole('heading', { name: /<b>None<\/b>/, level: 1 }).waitFor()
  const another = page.getByRole('button', { name: 'Another round' })
  await another.waitFor()
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await looked(page, `hostile-${width}`)
    // What an answer does can be read beside its button or below it.
    const effects = page.locator('.asked .options small')
    const narrow = await effects.evaluateAll((all) => Math.min(...all.map((one) => one.clientWidth)))
    expect(narrow).toBeGreaterThan(100)
    // After many rounds what a seat says now stands below its marks, in the whole width.
    const parts = await page
      .locator('.asked .positions .now')
      .evaluateAll((all) => all.map((one) => one.clientWidth / (one.parentElement?.clientWidth ?? 0)))
    expect([parts.length, Math.min(...parts) > 0.9]).toEqual([4, true])
  }
  await page.setViewportSize({ width: 1360, height: 900 })

  // The same where it is answered in the hall.
  const at = page.url()
  await page.goto(`${hall.server.url}/#/`)
  await row(page, 'Which fade hides what').getByRole('button', { name: 'Answer' }).click()
  await another.waitFor()
  await page.goto(at)

  await page.getByRole('link', { name: /^Transcript/ }).click()
  await page.locator('article.turn').nth(31).waitFor()
  // Each entry of a list has its mark where its own words begin.
  const margins = (text: string) =>
    page
      .locator('article.turn li', { hasText: text })
      .first()
      .evaluate((entry) => [getComputedStyle(entry).marginLeft, getComputedStyle(entry).marginRight])
  expect((await margins('שלום')).toReversed()).toEqual(await margins('latin'))
  expect((await margins('latin'))[0]).not.toBe('0px')
  // A whole text as a title leaves room for the meeting.
  await page.getByText('All of it').click()
  await page.locator('.whole-title p', { hasText: word }).waitFor()
  const clipped = await page
    .locator('article.turn, .positions .now')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).overflowY))
  expect(new Set(clipped)).toEqual(new Set(['clip']))
})

interface SeenFace {
  readonly mark: string
  readonly colour: string
  /** Whatever stands beside it, without what a person need not read. */
  readonly name: string
  /** The person has a face too, in ink. */
  readonly seat: boolean
}

function facesIn(where: Locator): Promise<readonly SeenFace[]> {
  return where.locator('.face').evaluateAll((all) =>
    all.map((face) => ({
      mark: face.textContent ?? '',
      colour: getComputedStyle(face).borderTopColor,
      name: face.nextElementSibling?.firstChild?.textContent?.trim() ?? '',
      seat: !face.classList.contains('person'),
    })),
  )
}

/** Streams that this window has open. */
function openStreams(page: Page): Set<Request> {
  const open = new Set<Request>()
  page.on('request', (one) => {
    if (/\/events(\?|$)/.test(one.url())) open.add(one)
  })
  page.on('requestfinished', (one) => open.delete(one))
  page.on('requestfailed', (one) => open.delete(one))
  return open
}
