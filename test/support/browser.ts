// A real browser for tests of the page: one Chromium, a fresh context for each test, nothing that reaches for the network.

import fs from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import places from '../../scripts/browsers.json' with { type: 'json' }

export function browserPath(): string | undefined {
  return process.env['PARLEY_TEST_BROWSER'] ?? places.find((place) => fs.existsSync(place))
}

export function launch(): Promise<Browser> {
  const executablePath = browserPath()
  if (!executablePath) throw new Error('No Chromium here: set PARLEY_TEST_BROWSER to one.')
  return chromium.launch({
    executablePath,
    // Longer than it takes to start on a busy machine, and shorter than a hook may.
    timeout: 100_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Look {
  readonly theme?: 'light' | 'dark'
  readonly phone?: boolean
}

export async function context(
  browser: Browser,
  { theme = 'light', phone = false }: Look = {},
): Promise<BrowserContext> {
  const made = await browser.newContext({
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1360, height: 900 },
    ...(phone ? { deviceScaleFactor: 2, hasTouch: true } : {}),
  })
  // Shorter than a test may take, so that what is missing is named.
  made.setDefaultTimeout(100_000)
  return made
}

/** Errors of the page and refusals of its policy; a test looks at them at its end. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(text)) found.push(text)
  })
  return found
}
