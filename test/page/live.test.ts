// A meeting as it happens: text grows in place, gives way to the record, and never moves what somebody reads.

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browser.js'
import { type PageRoom, roomAt } from '../support/page-room.js'

let browser: Browser
let room: PageRoom

beforeAll(async () => {
  browser = await launch()
})
afterEach(() => room.close())
afterAll(() => browser.close())

const talk = '/m/thumbnailer/talk-live'

async function followed(hash: string, id: string): Promise<Page> {
  room = await roomAt(browser, hash)
  await expect.poll(() => room.house.followers(id)).toBe(1)
  return room.page
}

describe('a turn under way', () => {
  test('grows piece by piece, shows its tools, and becomes the recorded turn', async () => {
    const page = await followed(talk, 'talk-live')
    const { house } = room
    house.tell('talk-live', { type: 'speaking', seat: 'verity', call: 'talk.turn', draft: false })
    house.tell('talk-live', { type: 'text_delta', seat: 'verity', text: 'The font takes ' })
    await page.getByText('The font takes').waitFor()
    house.tell('talk-live', {
      type: 'tool_use',
      seat: 'verity',
      id: '1',
      name: 'run_command',
      input: { argv: ['curl'] },
    })
    await page.getByText('1 tool call').waitFor()
    house.tell('talk-live', { type: 'text_delta', seat: 'verity', text: '**800 ms**.' })
    await page.locator('.turn.live strong', { hasText: '800 ms' }).waitFor()
    house.write('talk-live', (journal) =>
      journal.turn('verity', 'The font takes **800 ms**.', { call: 'talk.turn' }),
    )
    await page.locator('.turn.live').waitFor({ state: 'detached' })
    expect(await page.getByText('The font takes').count()).toBe(1)
    expect(room.complaints).toEqual([])
  })

  test('can be stopped', async () => {
    const page = await followed(talk, 'talk-live')
    room.house.tell('talk-live', { type: 'speaking', seat: 'verity', call: 'talk.turn', draft: false })
    await page.locator('.turn.live').getByRole('button', { name: 'Stop this turn' }).click()
    await expect
      .poll(() => room.house.calls.map(({ path }) => path))
      .toContain('/api/meetings/thumbnailer/talk-live/interrupt')
  })

  test('that is a draft says so, and that its sources are being checked', async () => {
    const page = await followed('/m/thumbnailer/backlog', 'backlog')
    room.house.tell('backlog', { type: 'speaking', seat: 'theo', call: 'discuss.turn', draft: true })
    await page.getByText('drafting').waitFor()
    room.house.write('backlog', (journal) => journal.turn('theo', 'A draft.', { draft: true }))
    await page.getByText('sources are being checked').waitFor()
    expect(await page.getByText('A draft.').count()).toBe(0)
  })

  test('is announced politely when it is done', async () => {
    const page = await followed(talk, 'talk-live')
    room.house.write('talk-live', (journal) => journal.turn('verity', 'Done.', { call: 'talk.turn' }))
    await page.locator('[aria-live=polite]', { hasText: 'Verity spoke.' }).waitFor({ state: 'attached' })
  })
})

describe('reading while it goes on', () => {
  const long = Array.from({ length: 30 }, (_, at) => `Paragraph ${at}, which is there to be read.`).join(
    '\n\n',
  )

  test('someone who scrolled up stays there and is offered the way back down', async () => {
    const page = await followed(talk, 'talk-live')
    room.house.write('talk-live', (journal) => journal.turn('verity', long, { call: 'talk.turn' }))
    await page.getByText('Paragraph 29').waitFor()
    await page.evaluate(() => scrollTo(0, 200))
    const before = await position(page, 'Paragraph 3,')
    room.house.write('talk-live', (journal) =>
      journal.turn('verity', 'And one more thing.', { call: 'talk.turn' }),
    )
    const down = page.getByRole('button', { name: /new entr.* below/ })
    await down.waitFor()
    expect(await position(page, 'Paragraph 3,')).toBe(before)
    await down.click()
    await page.getByText('And one more thing.').waitFor()
    await expect.poll(() => inView(page, 'And one more thing.')).toBe(true)
    expect(await down.count()).toBe(0)
  })

  test('someone at the end stays at the end', async () => {
    const page = await followed(talk, 'talk-live')
    room.house.tell('talk-live', { type: 'speaking', seat: 'verity', call: 'talk.turn', draft: false })
    for (const part of long.match(/[\s\S]{1,200}/g) ?? [])
      room.house.tell('talk-live', { type: 'text_delta', seat: 'verity', text: part })
    await page.getByText('Paragraph 29').waitFor()
    await expect.poll(() => inView(page, 'Paragraph 29')).toBe(true)
  })
})

describe('a lost connection', () => {
  test('is said, what is there can be read, and what was missed comes afterwards, once', async () => {
    const page = await followed(talk, 'talk-live')
    const { house } = room
    await page.getByLabel('Your message to Verity').fill('Still here?')
    await house.shut()
    await page.getByText('Not connected since').waitFor()
    expect(await page.getByText('It waits for the font.').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    const last = house.held('talk-live').journal.lines.length
    house.held('talk-live').journal.turn('verity', 'Said while you were away.', { call: 'talk.turn' })
    await house.open()
    await page.getByText('Said while you were away.').waitFor()
    await page.getByText('Not connected since').waitFor({ state: 'detached' })
    expect(await page.getByText('Said while you were away.').count()).toBe(1)
    expect(house.resumedFrom.at(-1)).toBe(String(last))
    expect(await page.getByLabel('Your message to Verity').inputValue()).toBe('Still here?')
  })
})

describe('a meeting of 500 turns', () => {
  test('has every turn in the page, so that the browser can find it, and leads to any of them', async () => {
    room = await roomAt(browser, '/m/thumbnailer/backlog')
    const { page } = room
    await page.getByText('Entry 500:').waitFor()
    expect(await page.locator('article.turn').count()).toBe(501)
    await page.locator('.said.plain').first().waitFor({ state: 'detached' })
    expect(await page.locator('article.turn strong', { hasText: 'not yet' }).count()).toBe(500)
    await page.getByRole('navigation', { name: 'Procedure' }).getByRole('link', { name: 'Round 30' }).click()
    await expect.poll(() => inView(page, 'Entry 262:')).toBe(true)
    expect(room.complaints).toEqual([])
  })
})

async function position(page: Page, text: string): Promise<number> {
  return Math.round((await page.getByText(text).first().boundingBox())?.y ?? Number.NaN)
}

async function inView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByText(text).first().boundingBox()
  return box !== null && box.y >= 0 && box.y < 900
}
