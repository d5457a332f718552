// A page under test: a browser window that looks at a server, what it sent there, and what it complained of.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { codeFor } from '../../src/surfaces/server/access.js'
import { complaints, context, type Look } from './browser.js'
import type { Server } from './server.js'

export interface Deed {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: readonly string[]
  /** What this window asked the server to do; what it only read is left out. */
  readonly deeds: readonly Deed[]
  /** Another window of the same person. */
  another(hash: string): Promise<Page>
  close(): Promise<void>
}

type Served = Pick<Server, 'url' | 'token'>

/** An address with a code, as the server prints it. */
export const address = ({ url, token }: Served, hash = '/') =>
  `${url}/#code=${codeFor(token)}&to=${encodeURIComponent(hash)}`

/**
 * Windows that a test has closed, as empty as new ones: with the next page in the same renderer, a test of a page costs half. Only of
 * those that look as most do.
 */
const spare = new WeakMap<Browser, Page>()

export async function watch(browser: Browser, server: Served, hash: string, look?: Look): Promise<Watched> {
  const page = (look ? undefined : take(browser)) ?? (await (await context(browser, look)).newPage())
  const windows = page.context()
  const found = complaints(page)
  const deeds: Deed[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Letting itself in and asking for a price change nothing.
    if (request.method() === 'GET' || pathname === '/api/session') return
    deeds.push({ method: request.method(), path: pathname, body: request.postDataJSON() as unknown })
  })
  await page.goto(address(server, hash))
  return {
    context: windows,
    page,
    complaints: found,
    deeds,
    async another(place) {
      const next = await windows.newPage()
      await next.goto(address(server, place))
      return next
    },
    async close() {
      if (look || spare.has(browser) || page.isClosed()) return windows.close()
      await emptied(page)
      spare.set(browser, page)
    },
  }
}

function take(browser: Browser): Page | undefined {
  const page = spare.get(browser)
  spare.delete(browser)
  return page
}

/** Nothing is left of what the page kept, also as it was left, and nobody watches it. */
async function emptied(page: Page): Promise<void> {
  const windows = page.context()
  const { origin } = new URL(page.url())
  for (const other of windows.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  // Nothing runs there, and it is of the same site: elsewhere the browser would begin the next page in a new process.
  await page.goto(`${origin}/favicon.svg`)
  const session = await windows.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  await windows.clearCookies()
}

/** Where the page shows a meeting. */
export const pageOf = ({ project, id }: { readonly project: string; readonly id: string }) =>
  `/m/${project}/${id}`
