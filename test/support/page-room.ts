// A room for a test of the page: a fake house of its own, a window that looks at it, and what it complained of.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { complaints, context, type Look } from './browser.js'
import { type Scene, scene } from './fake-house/scene.js'
import { FakeHouse } from './fake-house.js'

export interface PageRoom {
  readonly house: FakeHouse
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: readonly string[]
  /** Another window of the same person. */
  another(hash: string): Promise<Page>
  close(): Promise<void>
}

export async function roomAt(
  browser: Browser,
  hash: string,
  look: Look = {},
  held: Scene = scene(),
): Promise<PageRoom> {
  const house = await new FakeHouse(held).open()
  const windows = await context(browser, look)
  const page = await windows.newPage()
  const found = complaints(page)
  await page.goto(house.address(hash))
  return {
    house,
    context: windows,
    page,
    complaints: found,
    async another(place) {
      const next = await windows.newPage()
      await next.goto(house.address(place))
      return next
    },
    async close() {
      await windows.close()
      await house.shut()
    },
  }
}
