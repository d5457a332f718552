// A meeting as it happens: text grows in place, gives way to the record, and never moves what somebody reads.

import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MeetingRef } from '../../src/hall/api.js'
import { launch } from '../support/browser.js'
import { heldBack } from '../support/conducted.js'
import { faultyProxy } from '../support/faulty-proxy.js'
import { emptyHall, type Hall } from '../support/hall.js'
import { meetDrafting, meetOfTurns } from '../support/meetings.js'
import { pageOf, type Watched, watch } from '../support/page.js'
import { untilFileEnds } from '../support/run.js'
import { at, atRest, must } from '../support/server.js'

const until = untilFileEnds()
let browser: Browser
let hall: Hall
let watched: Watched

beforeAll(async () => {
  browser = await launch()
  until(() => browser.close())
  hall = await emptyHall(until)
})
afterEach(() => watched?.close())

/** A talk in which Verity has said one thing, and is about to say the next. */
async function talkWith(agents: string): Promise<MeetingRef> {
  const ref = await hall.opened({
    protocol: 'talk',
    project: 'thumbnailer',
    worker: 'verity',
    message: 'Why is the first page slow?',
    agents,
  })
  await say(ref, 'Please measure it, and tell me what you find.')
  return ref
}

const say = (ref: MeetingRef, text: string) => must(hall.server, 'POST', at(ref, '/messages'), { text })
const first = 'It waits for the font.'
const readsSurvey = { name: 'read_file', input: { path: '.lore/research/cache-survey.md' } }

async function show(ref: MeetingRef): Promise<Page> {
  watched = await watch(browser, hall.server, pageOf(ref))
  return watched.page
}

describe('a turn under way', () => {
  test('grows piece by piece, shows its tools, and becomes the recorded turn, whose words stay where they are', async () => {
    const before = heldBack(['The font takes '], { toolCalls: [readsSurvey] })
    const after = heldBack(['**800 ms**.'])
    const page = await show(await talkWith(hall.voice(first, before, after)))
    const live = page.getByRole('article', { name: 'Verity, speaking' })
    await live.waitFor()
    before.next()
    await live.getByText('The font takes').waitFor()
    before.rest()
    await live.getByText('1 tool call').waitFor()
    after.next()
    await live.locator('strong', { hasText: '800 ms' }).waitFor()
    const words = page.getByText('The font takes')
    const answer = page.locator('article.turn p', { hasText: '800 ms' })
    const growing = [await words.evaluate(laidOut), await answer.evaluate(laidOut)]
    after.rest()
    await live.waitFor({ state: 'detached' })
    await expect.poll(() => words.count()).toBe(1)
    // Recorded they stand where they grew, in the same type and on the same lines.
    expect([await words.evaluate(laidOut), await answer.evaluate(laidOut)]).toEqual(growing)
    expect(watched.complaints).toEqual([])
  })

  test('can be stopped by the one button beside the composer, and what was said until then is kept', async () => {
    const turn = heldBack(['So far', ' and never on'])
    const ref = await talkWith(hall.voice(first, turn))
    const page = await show(ref)
    turn.next()
    const live = page.getByRole('article', { name: 'Verity, speaking' })
    await live.getByText('So far').waitFor()
    await page.getByRole('button', { name: 'Stop this turn' }).click()
    await live.waitFor({ state: 'detached' })
    await page.getByText('So far').waitFor()
    const failed = async () => (await hall.view(ref)).lines.findLast(({ kind }) => kind === 'failed')?.data
    await expect.poll(failed).toMatchObject({ cause: 'interrupted', partial: 'So far' })
  })

  test('that is a draft says so, and that its sources are being checked', async () => {
    const proxy = await faultyProxy(hall.server, until)
    proxy.hold((event) => event.includes('"kind":"turn"') && event.includes('"draft":true'))
    const draft = heldBack(['A draft. [inference]'])
    const ref = await meetDrafting(hall, hall.voice(draft))
    watched = await watch(browser, proxy, pageOf(ref))
    const { page } = watched
    await page.getByText('drafting').waitFor()
    draft.rest()
    await page.getByText('sources are being checked').waitFor()
  })

  test('is announced politely when it is done', async () => {
    const turn = heldBack(['Done.'])
    const page = await show(await talkWith(hall.voice(first, turn)))
    await page.getByRole('article', { name: 'Verity, speaking' }).waitFor()
    // Kept, since the question that follows is announced in the same place a moment later.
    const announced = await page.locator('[aria-live=polite]').evaluateHandle((region) => {
      const all: string[] = []
      const keep = () => void all.push(region.textContent ?? '')
      new MutationObserver(keep).observe(region, { childList: true, characterData: true, subtree: true })
      return all
    })
    turn.rest()
    const heard = async () => (await announced.jsonValue()).join('\n')
    await expect.poll(heard).toContain('Verity spoke.')
  })
})

describe('reading while it goes on', () => {
  const paragraphs = Array.from({ length: 30 }, (_, n) => `Paragraph ${n}, which is there to be read.`)
  const long = paragraphs.join('\n\n')

  test('someone who scrolled up stays there and is offered the way back down', async () => {
    const next = heldBack(['And one more thing.'])
    const ref = await talkWith(hall.voice(first, long, next))
    // The words are shown before their turn is over, and until then nobody can say the next.
    await atRest(hall.server, ref)
    const page = await show(ref)
    // The page goes to the end by itself; then the person scrolls up, and the page hears of it.
    await expect.poll(() => inView(page, 'Paragraph 29')).toBe(true)
    await page.evaluate(() => {
      const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
      scrollTo(0, 200)
      return heard.then(() => {})
    })
    const before = await position(page, 'Paragraph 3,')
    await say(ref, 'And then?')
    next.rest()
    const down = page.getByRole('button', { name: /new entr.* below/ })
    await down.waitFor()
    expect(await position(page, 'Paragraph 3,')).toBe(before)
    await page.getByText('And one more thing.').waitFor({ state: 'attached' })
    await down.click()
    await expect.poll(() => inView(page, 'And one more thing.')).toBe(true)
    await down.waitFor({ state: 'detached' })
  })

  test('someone at the end stays at the end, also when the turn is recorded', async () => {
    const pieces = long.match(/[\s\S]{1,200}/g) ?? []
    const turn = heldBack([...pieces, '\n\nThat was all.'])
    const page = await show(await talkWith(hall.voice(first, turn)))
    const live = page.getByRole('article', { name: 'Verity, speaking' })
    await live.waitFor()
    for (const _ of pieces) turn.next()
    await live.getByText('Paragraph 29').waitFor()
    await expect.poll(() => inView(page, 'Paragraph 29')).toBe(true)
    turn.rest()
    await live.waitFor({ state: 'detached' })
    await expect.poll(() => inView(page, 'That was all.')).toBe(true)
  })
})

describe('a lost connection', () => {
  test('is said, what is there can be read, and what was missed comes afterwards, once', async () => {
    const turn = heldBack(['Said while you were away.'])
    const ref = await talkWith(hall.voice(first, turn))
    const proxy = await faultyProxy(hall.server, until)
    watched = await watch(browser, proxy, pageOf(ref))
    const { page } = watched
    await page.getByRole('article', { name: 'Verity, speaking' }).waitFor()
    await page.getByLabel('Your message to Verity').fill('Still here?')
    proxy.cut()
    await page.getByText('Not connected since').waitFor()
    expect(await page.getByText(first).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    const seen = (await hall.view(ref)).lines.length
    turn.rest()
    await expect.poll(async () => (await hall.view(ref)).status).toBe('waiting')
    proxy.mend()
    await page.getByText('Said while you were away.').waitFor()
    await page.getByText('Not connected since').waitFor({ state: 'detached' })
    expect(await page.getByText('Said while you were away.').count()).toBe(1)
    expect(proxy.resumedFrom.at(-1)).toBe(String(seen))
    expect(await page.getByLabel('Your message to Verity').inputValue()).toBe('Still here?')
  })
})

describe('a meeting of 500 turns', () => {
  // Held for this test by the engine itself, one line of the journal after the other.
  const slow = { timeout: 180_000 }

  test(
    'has every turn in the page, so that the browser can find it, and leads to any of them',
    slow,
    async () => {
      const page = await show({ project: 'thumbnailer', id: await meetOfTurns(hall, 500) })
      await page.getByRole('link', { name: /^Transcript/ }).click()
      await page.getByText('Entry 500:').waitFor()
      const turns = page.locator('article.turn', { hasText: /Entry \d/ })
      await expect.poll(() => turns.count()).toBe(500)
      await page.locator('.said.plain').first().waitFor({ state: 'detached' })
      const formatted = page.locator('article.turn strong', { hasText: 'not yet' })
      await expect.poll(() => formatted.count()).toBe(500)
      const procedure = page.getByRole('navigation', { name: 'Procedure' })
      // Where it began and where it stands are in view; what lies between is folded.
      await procedure.getByText(/^\d+ steps between$/).click()
      await procedure.getByRole('link', { name: 'Round 30' }).click()
      await expect.poll(() => inView(page, 'Entry 88:')).toBe(true)
      expect(watched.complaints).toEqual([])
    },
  )
})

/** Where words stand on the page, and in which type. */
function laidOut(words: Element) {
  const { left, top, width, height } = words.getBoundingClientRect()
  return { left, top: top + scrollY, width, height, type: getComputedStyle(words).font }
}

async function position(page: Page, text: string): Promise<number> {
  return Math.round((await page.getByText(text).first().boundingBox())?.y ?? Number.NaN)
}

async function inView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByText(text).first().boundingBox()
  return box !== null && box.y >= 0 && box.y < 900
}
