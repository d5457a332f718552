// Page: how soon the turns of a long meeting are on the page in a browser, against those of a short one. Nothing without a browser.

import path from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath } from '../browser.js'
import { meetingOfTurns } from '../shots/_meetings.js'
import { serving } from '../shots/_server.js'
import { inFolder, ms } from './_support.js'

const rounds = 7

export async function measure() {
  if (!browserPath()) return []
  return inFolder(async (folder) => {
    const server = await serving(path.join(folder, 'stage'))
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
    try {
      return [row(await painted(server, browser))]
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

function row([long, short]) {
  return {
    what: 'first paint of a meeting of 500 turns, against one of 6',
    ratio: long / short,
    bar: 3,
    detail: `${ms(long)} and ${ms(short)} from the address to its turns`,
  }
}

/** Of each meeting the least of several visits, taken in turn. */
async function painted(server, browser) {
  meetingOfTurns(server, 501, 'Go through the long backlog. Leave with a list.')
  meetingOfTurns(server, 6, 'Go through the short backlog. Leave with a list.')
  const meetings = await server.get('/api/meetings')
  const places = ['long', 'short'].map((word) => meetings.find(({ title }) => title.includes(word)))
  const page = await browser.newPage()
  await page.addInitScript(whenPainted)
  await page.goto(server.address)
  await page.locator('main h1').waitFor({ state: 'attached' })
  const took = places.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    for (const [at, { project, id }] of places.entries()) {
      await page.goto('about:blank')
      await page.goto(`${server.url}/#/m/${project}/${id}?show=transcript`)
      took[at] = Math.min(took[at], await (await page.waitForFunction(() => window.paintedAt)).jsonValue())
    }
  return took
}

/** Runs in the page: notes when a frame with turns in it was drawn. */
function whenPainted() {
  const look = () => {
    if (!document.querySelector('article.turn')) requestAnimationFrame(look)
    else
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.paintedAt = performance.now()
        }),
      )
  }
  requestAnimationFrame(look)
}
