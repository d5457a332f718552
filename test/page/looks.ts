// A page in light, in dark and on a phone: whether it fits its window, and what axe finds wrong with it.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = process.env['PARLEY_SHOTS']

/** Light with every rule, dark for its colours (nothing else differs), and a phone for its width. Leaves a phone behind. */
export async function everyLook(page: Page, name: string, words: string): Promise<void> {
  await looked(page, `${name}-light`)
  expect(await serious(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await looked(page, `${name}-dark`)
  expect(await serious(page, ['color-contrast'])).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText(words).first().waitFor({ state: 'attached' })
  await looked(page, `${name}-phone`)
}

/** That it fits its window, with a picture of it. */
export async function looked(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true })
  await expect.poll(() => overflow(page)).toBe(0)
}

/** Pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** What axe finds serious by all its rules, or by those that are named. */
async function serious(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half a megabyte to send and to parse: once for a page, not for each of its looks.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const run = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(run)})`)) as {
    violations: Violation[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}
