// A deliberation on the page, from the form to the issues on GitHub: one meeting in a real browser over the real server, walked through
// its questions as a person would, with a member that writes like the house.

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MeetingRef } from '../../src/hall/api.js'
import { launch } from '../support/browser.js'
import { auditing, type Deliberating, deliberating, idea, seats } from '../support/deliberating.js'
import { pageOf, type Watched, watch } from '../support/page.js'
import { untilFileEnds } from '../support/run.js'
import { everyLook } from './looks.js'

const until = untilFileEnds()
let browser: Browser
let all: Deliberating
let watched: Watched
let page: Page
let ref: MeetingRef

beforeAll(async () => {
  browser = await launch()
  until(() => browser.close())
  all = await deliberating(until, seats())
  watched = await watch(browser, all.server, '/new/deliberate?project=orchard')
  until(() => watched.close())
  page = watched.page
})

const asked = () => page.locator('#asked')
const press = (name: string | RegExp) => asked().getByRole('button', { name }).click()
/** The next question is there. */
const asks = (title: string | RegExp) => asked().getByRole('heading', { name: title, level: 2 }).waitFor()
const drawing = (name: string) => page.getByRole('region', { name, exact: true })

test('is opened from a form that says what each mode does, what it costs and how a terminal asks for it; a fault stands at its field', async () => {
  const open = page.getByRole('button', { name: 'Open the meeting' })
  await page.getByText('three members, one round, a sketch and a task list').waitFor()
  expect(await open.isDisabled()).toBe(true)
  await page.getByLabel(/^Idea/).fill(idea)
  await page.getByRole('radio', { name: /^Quick/ }).check()
  await page.getByText(`parley deliberate '${idea}' --quick`).waitFor()
  await page.getByRole('radio', { name: /^Broken|^broken/ }).check()
  await open.click()
  const fault = page.locator('[data-field="theme"]').getByRole('alert')
  await fault.filter({ hasText: 'cannot be used' }).waitFor()
  await page.getByRole('radio', { name: /^Grove/ }).check()
  await page.getByRole('radio', { name: /^Standard/ }).check()
  await page.getByText(/^Expected: /).waitFor()
  await open.click()
  await page.waitForURL(/#\/m\/orchard\//)
  ref = { project: 'orchard', id: decodeURIComponent(page.url().split('/').at(-1) ?? '') }
  await asks(/Interview — Round 1/)
})

test('is answered part by part; what was begun survives a reload and stands in a second window', async () => {
  const [first, second] = [asked().getByLabel(/How many trees/), asked().getByLabel(/run at night/)]
  await first.fill('Forty.\n2. is the number of ditches.')
  await second.fill('Yes.')
  await page.reload()
  await expect.poll(() => second.inputValue()).toBe('Yes.')
  const other = await watched.another(pageOf(ref))
  await expect
    .poll(() =>
      other
        .locator('#asked')
        .getByLabel(/run at night/)
        .inputValue(),
    )
    .toBe('Yes.')
  await press('Answer')
  await asks(/Assembly/)
  await other
    .locator('#asked')
    .getByRole('heading', { name: /Assembly/ })
    .waitFor()
  await other.close()
  expect(all.repo.read(`.claude/grove/sessions/${ref.id}/interview-transcript.md`)).toContain('**A:** Yes.')
})

test('shows the assembly with scores and reasons, and takes a change of it or none', async () => {
  const seated = asked().getByRole('row', { name: /Alder 5/ })
  await seated.getByText('the river is its whole risk').waitFor()
  await press('Add agent')
  await asks('Whom to add?')
  await press('Dogwood')
  await asks(/Assembly/)
  await press('Remove agent')
  await asks(/remove/)
  await press('Dogwood')
  await asks(/Assembly/)
  await everyLook(page, 'deliberate-assembly', 'Not selected')
  await page.setViewportSize({ width: 1360, height: 900 })
  await press('Approve')
  await asks(/exclude each other/)
})

test('draws who challenges whom, says it as a list, and leads to the words; no member can forge anything of the page', async () => {
  const challenges = drawing('Who challenges whom')
  await challenges.getByText('nobody has answered yet').waitFor({ state: 'detached' })
  await expect.poll(() => challenges.locator('svg[aria-hidden] .tie').count()).toBe(4)
  await challenges.getByText('gives way').waitFor()
  await challenges.getByRole('link', { name: 'Birch' }).first().click()
  await page.getByRole('article', { name: 'Birch' }).filter({ hasText: 'enough in the first year' }).waitFor()
  const cedar = page.getByRole('article', { name: 'Cedar' }).first()
  await cedar.getByText('<h1>Decision: publish</h1>').waitFor()
  expect(await page.title()).not.toContain('taken')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.locator('img, a[href^="javascript"]').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Read and answer' }).click()
  await asks(/exclude each other/)
})

test('cannot be answered unread: the hall leads to the question, and the design stands whole above its answers', async () => {
  const hall = await watched.another('/')
  const card = hall.locator('.waits', { hasText: idea })
  await card.getByRole('link', { name: /^Read and answer/ }).waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await hall.close()
  await press('The first')
  await asks('Is this the design?')
  const [paper, approve] = [
    asked().getByRole('region', { name: 'Design', exact: true }),
    asked().getByRole('button', { name: 'Approve' }),
  ]
  await paper.getByText('Buckets are counted for a year.').waitFor()
  const above = async () => {
    const [whole, button] = [await paper.boundingBox(), await approve.boundingBox()]
    return whole !== null && button !== null && whole.y + whole.height <= button.y
  }
  await expect.poll(above).toBe(true)
  await page.keyboard.press('a')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await asked().getByLabel('Adjust').fill('Who opens the weir?')
  await press('Adjust')
  await paper.getByText('The weir is opened by hand.').waitFor()
})

test('says of tensions and non-negotiables where they were settled, and of gates what was missing', async () => {
  const points = drawing('Non-negotiables')
  await points.getByText('overridden').waitFor()
  await drawing('Tensions').getByText('The ditch first').waitFor()
  await drawing('Gates').getByText('the section “Architecture” is empty').waitFor()
  await points.getByRole('link', { name: 'decided here on N1' }).click()
  await page.locator('.choice:target, .choice', { hasText: 'The first' }).first().waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await everyLook(page, 'deliberate-design', 'Non-negotiables')
  await page.setViewportSize({ width: 1360, height: 900 })
})

test('publishes nothing by itself: the safe choice is first, what publishes is asked about twice and names every mark', async () => {
  await press('Approve')
  await asks('Is this the scope?')
  await press('Approve')
  await asks('What becomes of the plan?')
  const first = asked().locator('.options button').first()
  expect(await first.textContent()).toBe('Keep the plan')
  await press(/Export to GitHub/)
  expect(
    await asked()
      .getByRole('group', { name: /^Confirm/ })
      .textContent(),
  ).toContain('makes the issues on GitHub')
  await press(/^Yes/)
  await asks('Publish a degraded plan?')
  await asked().getByText('a paper of cedar lacks a part').waitFor()
  expect(await first.textContent()).toBe('Not now')
  expect(all.github.changes()).toEqual([])
  await press('Publish all the same')
  await press(/^Yes/)
  const issues = drawing('GitHub issues')
  await issues.getByRole('link', { name: '#2' }).waitFor()
  await issues.getByText(/^Exported 2 issues to grove\/river/).waitFor()
  expect(all.github.state().issues.map(({ title }) => title)).toEqual([
    expect.stringContaining('Acceptance Contract'),
    '[US-001] Dig the ditch',
    '[US-002] Build the weir',
  ])
})

test('afterwards shows what it came to, its stories with their issues, and its papers', async () => {
  await page.getByRole('heading', { name: 'Outcome' }).waitFor()
  await drawing('Stories').getByRole('link', { name: '#2' }).waitFor()
  await everyLook(page, 'deliberate-done', 'Outcome')
  await page.setViewportSize({ width: 1360, height: 900 })
  const papers = page.getByRole('navigation', { name: 'What is shown' })
  for (const [tab, words] of [
    ['Design', 'Buckets are counted for a year.'],
    ['PRD', 'As a gardener'],
    ['Acceptance contract', 'AC-001'],
    ['Plan', 'T-001'],
  ] as const) {
    await papers.getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('region', { name: tab, exact: true }).getByText(words).first().waitFor()
  }
  expect(watched.complaints).toEqual([])
})

test('a gate that halts the session says in words what was missing, and the session goes on from there', async () => {
  const sketch = { overview: '', recommendations: [], open_questions: [] }
  const conductor = ['sketch', 'sketch.again'].map((call) => ({ call, value: sketch }))
  const halted = await all.opened({
    idea: 'Rename the ditch',
    mode: 'quick',
    agents: all.script({ ...seats(), conductor: [...(seats()['conductor'] ?? []), ...conductor] }),
  })
  await page.goto(`${all.server.url}/#${pageOf(halted)}`)
  await page
    .getByText('could not be accepted, also when asked for again: there is no overview')
    .first()
    .waitFor()
  await drawing('Gates').getByText('halted the session').waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect
    .poll(async () => (await all.view(halted)).lines.filter(({ kind }) => kind === 'halted').length)
    .toBe(2)
})

test('every question of a guided session can be answered here, from the first to the last', async () => {
  const guided = await all.opened({ idea, mode: 'guided', agents: 'rehearsal' })
  await page.goto(`${all.server.url}/#${pageOf(guided)}`)
  for (let last = ''; (await all.view(guided)).status !== 'concluded'; ) {
    const key = async () => (await all.view(guided)).questions[0]?.key ?? ''
    await expect.poll(async () => (await all.view(guided)).live).toBe(false)
    if ((await all.view(guided)).status === 'concluded') break
    expect(await key()).not.toBe(last)
    last = await key()
    await asked().locator('.options button:enabled.primary').click()
    await expect.poll(async () => (await key()) === last).toBe(false)
  }
  const ids = (await all.view(guided)).lines.flatMap((line) => (line.kind === 'asked' ? [line.data.id] : []))
  expect(new Set(ids)).toEqual(
    new Set([
      'interview.round',
      'interview.approve',
      'assembly.approve',
      'positions.feedback',
      'design.guided',
      'prd.guided',
      'action.choose',
    ]),
  )
})

test('an audit shows how much of each zone was read, and names what was not', async () => {
  const audit = await all.opened({ idea: 'Is water wasted?', mode: 'audit', agents: all.script(auditing()) })
  await page.goto(`${all.server.url}/#${pageOf(audit)}`)
  await press('Start')
  await asks('What becomes of the findings?')
  const read = drawing('What the audit has read')
  await read.getByRole('progressbar', { name: /^docs\// }).waitFor()
  await read.getByRole('listitem').filter({ hasText: 'docs/frost.md' }).first().getByText('not read').click()
  await read.getByText('docs/frost.md').waitFor()
  await everyLook(page, 'deliberate-audit', 'What the audit has read')
})
