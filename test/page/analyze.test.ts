// An analysis on the page, from the form to the signed documents: one thread in a real browser over the real server, with a lead that
// breaks a rule, is stopped, writes like the house and is asked to amend; and every question answered over HTTP.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MeetingRef } from '../../src/hall/api.js'
import { lead, standardTurn } from '../support/analysis-script.js'
import { type Analyzing, analyzing, ticket } from '../support/analyzing.js'
import { launch } from '../support/browser.js'
import { pageOf, type Watched, watch } from '../support/page.js'
import { run, temporary, untilFileEnds } from '../support/run.js'
import { at, must } from '../support/server.js'
import { everyLook } from './looks.js'

const until = untilFileEnds()
let browser: Browser
let all: Analyzing
let watched: Watched
let page: Page
let ref: MeetingRef
const folder = 'docs/requirements/bound-the-retries'

beforeAll(async () => {
  browser = await launch()
  until(() => browser.close())
  all = await analyzing(until, lead())
  watched = await watch(browser, all.server, '/new/analyze?project=post')
  until(() => watched.close())
  page = watched.page
})

const wide = () => page.setViewportSize({ width: 1440, height: 900 })
const phone = () => page.setViewportSize({ width: 390, height: 844 })
const composer = () => page.getByLabel('Your reply')
const desk = () => page.getByRole('region', { name: /^(Documents|Inspector)$/ })
const thread = () => page.getByRole('region', { name: 'Thread' })
const own = (words: string) =>
  thread().getByRole('article', { name: 'You', exact: true }).filter({ hasText: words })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const notice = (words: string | RegExp) => thread().locator('.between').filter({ hasText: words })
const said = (name: string, words: string) =>
  thread().getByRole('article', { name, exact: true }).getByText(words)
const say = async (words: string) => {
  await composer().fill(words)
  await composer().press('Enter')
}
const active = () => page.evaluate(() => document.activeElement?.tagName)

test('is opened from a form: a ticket from a file, its size in words, who speaks, what it costs, and the command that does the same', async () => {
  await wide()
  await page.getByText('Maya Chen').first().waitFor()
  await page.getByLabel('Draft from a file').setInputFiles({
    name: 'ticket.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(ticket),
  })
  await expect.poll(() => page.getByLabel(/^Draft the/).inputValue()).toBe(ticket)
  expect(await page.getByRole('radio', { name: /^decide together/ }).isChecked()).toBe(true)
  // A number whose usual value is found out only later suggests none.
  expect(await page.getByLabel(/^Most exchanges/).getAttribute('placeholder')).toBeNull()
  await page.getByRole('radio', { name: /^light/ }).check()
  await page.getByText(`parley analyze --draft - --tier light <<'END'`).waitFor()
  await everyLook(page, 'analyze-form', 'New meeting')
  await wide()
  await button('Open the meeting').click()
  await page.waitForURL(/#\/m\/post\//)
  ref = { project: 'post', id: decodeURIComponent(page.url().split('/').at(-1) ?? '') }
  // The heading of the new place has the focus, so that it is read aloud.
  await expect.poll(active).toBe('H1')
})

test('begins with one voice and one question; what is typed survives a reload, Shift and Enter makes a line, Enter sends it at once', async () => {
  await said('Maya', 'Who is hurt by that?').waitFor()
  await desk().getByText('Draft').first().waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('It wakes support at night;')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('it should stop after ten.')
  await page.reload()
  await expect
    .poll(() => composer().inputValue())
    .toBe('It wakes support at night;\nit should stop after ten.')
  await composer().press('Enter')
  await own('stop after ten').waitFor()
  await said('Maya', 'What may never get lost').waitFor()
  expect(await composer().inputValue()).toBe('')
})

test('shows three people, one hue each, and nothing of how they are steered: no draft, no lead, no call, no coverage', async () => {
  for (const name of ['Maya', 'Alex', 'Jordan'])
    await thread().getByRole('article', { name, exact: true }).first().waitFor()
  const hues = await thread()
    .locator('.voice')
    .evaluateAll((all) => [
      ...new Set(all.map((one) => (one as HTMLElement).style.getPropertyValue('--hue'))),
    ])
  expect(hues).toHaveLength(3)
  const words = (await thread().textContent()) ?? ''
  expect(words).not.toMatch(/Great question|analyze\.|\bLead\b|PD-1|SE-1|\d+ ?%|IDLE|tok\b/)
})

test('lets documents grow beside the thread: every one that is due with its state, the chosen one to be read whole', async () => {
  await notice('wrote quick-scan.md').waitFor()
  const row = (title: string) => desk().getByRole('listitem').filter({ hasText: title })
  await row('Impact analysis').getByText('not yet').waitFor()
  await row('User stories').getByText('draft').waitFor()
  await row('User stories').getByText('new').waitFor()
  await desk()
    .getByRole('heading', { name: /^Requirements Specification/ })
    .waitFor()
  await desk().getByText('8. MoSCoW Prioritization').waitFor()
  await desk().getByRole('link', { name: 'User stories' }).click()
  await desk().getByRole('heading', { name: 'US-001: Quiet nights' }).waitFor()
  await desk().getByRole('link', { name: 'Traceability matrix' }).click()
  await desk().getByRole('cell', { name: 'AC-001-01' }).first().waitFor()
  await desk().getByRole('link', { name: 'Requirements', exact: true }).click()
  await desk().getByText('docs/requirements/bound-the-retries/requirements-spec.md').waitFor()
})

test('keeps the inspector closed: behind one control stand coverage, inferences, held findings and drafts that were sent back', async () => {
  expect(await page.getByText('What is covered').count()).toBe(0)
  await button('Inspector').click()
  await desk().getByText('What is covered').waitFor()
  await desk()
    .getByRole('row', { name: /\d of \d/ })
    .first()
    .waitFor()
  await desk().getByText('Ten tries take an hour').waitFor()
  await desk().getByText('Two workers may park the same delivery.').waitFor()
  await desk()
    .getByText(/it announces a handover/)
    .waitFor()
  await everyLook(page, 'analyze-inspector', 'What may never get lost')
  await wide()
  await button('Back to the documents').click()
  expect(await page.getByText('What is covered').count()).toBe(0)
})

test('thinks visibly, can be stopped, and goes on with both messages; hand edits are kept and told', async () => {
  const edited = `${all.repo.read(`${folder}/requirements-spec.md`)}\n## Notes of ours\n\nAsk the night shift.\n`
  await say('No delivery may vanish.')
  await own('No delivery may vanish.').waitFor()
  await thread().locator('.thinking').filter({ hasText: /\d s/ }).waitFor()
  await button('Stop this turn').click()
  await notice('Stopped.').waitFor()
  all.repo.write(`${folder}/requirements-spec.md`, edited)
  await composer().waitFor()
  await say('Go on, please.')
  await notice('You edited requirements-spec.md: your words are kept').waitFor()
  await page.getByRole('heading', { name: /^Accept these requirements/ }).waitFor()
  const file = all.repo.read(`${folder}/requirements-spec.md`)
  expect(file).toContain('Ask the night shift.')
  const told = (await all.view(ref)).lines.filter(({ kind }) => kind === 'failed')
  expect(told[0]?.data).toMatchObject({ cause: 'interrupted' })
})

test('marks what changed since one last looked, also after a reload, until it is read; no voice can forge anything of the page', async () => {
  const news = desk().getByText(/^Since you last looked: \d+ passages? new or changed/)
  await news.waitFor()
  const marked = () => desk().locator('.fresh').allTextContents()
  await expect.poll(async () => (await marked()).join()).toContain('A new queue')
  const before = await marked()
  await page.reload()
  await news.waitFor()
  await expect.poll(marked).toEqual(before)
  await button('Next change').click()
  await desk().locator('.fresh[data-now]').waitFor()
  await button('Mark as read').click()
  await news.waitFor({ state: 'detached' })
  expect(await marked()).toEqual([])
  await said('Jordan', '<img src=x onerror').waitFor()
  expect(await page.title()).not.toContain('taken')
  expect(await page.locator('img').count()).toBe(0)
})

test('cannot be signed off unread: not in the hall, and here only below the whole summary, once its end was in view', async () => {
  const hall = await watched.another('/')
  const card = hall.locator('.waits', { hasText: 'Bound the retries' })
  await card.getByRole('link', { name: /^Read and answer/ }).waitFor()
  expect(await card.getByRole('button', { name: /^(?!Drop )/ }).count()).toBe(0)
  await hall.close()
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.reload()
  const accept = button('Accept')
  await accept.waitFor({ state: 'attached' })
  expect(await accept.isDisabled()).toBe(true)
  const summary = page.locator('.put.open .summary')
  const [end, top] = [await summary.boundingBox(), await accept.boundingBox()]
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
  await accept.scrollIntoViewIfNeeded()
  await expect.poll(() => accept.isDisabled()).toBe(false)
  await wide()
  await everyLook(page, 'analyze-signoff', 'Accept these requirements')
  await wide()
})

test('on a phone has the documents as a second tab, with a mark when they change', async () => {
  await phone()
  const tabs = page.getByRole('navigation', { name: 'What is shown' })
  await tabs.getByRole('link', { name: 'Thread' }).click()
  await desk().waitFor({ state: 'hidden' })
  await tabs.getByText('changed').waitFor()
  await tabs.getByRole('link', { name: /^Documents/ }).click()
  await desk().getByRole('link', { name: 'Data flow' }).click()
  await desk()
    .getByRole('heading', { name: /^Data Flow/i })
    .first()
    .waitFor()
  await thread().waitFor({ state: 'hidden' })
  await everyLook(page, 'analyze-documents', 'Documents')
  await phone()
  await tabs.getByRole('link', { name: 'Thread' }).click()
  await thread().waitFor()
  await wide()
})

test('a server that is killed and comes back goes on where it stood: the recap, the question, the same thread', async () => {
  await all.restart()
  watched = await watch(browser, all.server, pageOf(ref))
  until(() => watched.close())
  page = watched.page
  await wide()
  await page.getByRole('heading', { name: /^Accept these requirements/ }).waitFor()
  await notice('Where you left off. Settled:').waitFor()
  await button('Amend').scrollIntoViewIfNeeded()
  await button('Amend').click()
  await own('Amend').waitFor()
  await expect.poll(active).toBe('TEXTAREA')
  await said('Maya', 'Which of the three should be first?').waitFor()
  await say('The first one.')
})

test('is amended in words, presented anew, accepted by the word of a button, and ends with its documents', async () => {
  for (const title of [/^Accept these requirements/, /^Accept this design/]) {
    await page.getByRole('heading', { name: title }).waitFor()
    await button('Accept').scrollIntoViewIfNeeded()
    await button('Accept').click()
  }
  await page.getByRole('heading', { name: 'Outcome' }).waitFor()
  expect(await own('Accept').count()).toBe(2)
  expect(await thread().locator('details.put').count()).toBe(3)
  await desk().getByRole('listitem').filter({ hasText: 'Design summary' }).getByText('accepted').waitFor()
  expect(await page.locator('.composer').count()).toBe(0)
  await everyLook(page, 'analyze-done', 'Outcome')
  await wide()
  expect(watched.complaints).toEqual([])
})

test('every question can be answered over HTTP: reply, scope, three sign-offs, exit; a word beside an option is refused', async () => {
  const agents = all.script([...lead().filter(({ call }) => call !== 'analyze.turn'), standardTurn()])
  let view = await all.opened({ draft: '# Park deliveries', root: 'specs', agents })
  const asked = () => view.questions[0]?.id
  const go = async (choose: string, text?: string) => {
    view = await all.answered(view, choose, text)
  }
  expect(asked()).toBe('reply')
  await go('say', '/done')
  expect(asked()).toBe('exit')
  await go('continue')
  expect(asked()).toBe('reply')
  await go('say', 'It wakes support at night; it should stop after ten.')
  expect(asked()).toBe('scope')
  await go('standard')
  expect(asked()).toBe('signoff.requirements')
  const question = view.questions[0]?.key
  const refused = await all.server.ask('POST', at(view, '/answer'), { question, choose: 'amend', text: 'x' })
  expect(refused.status).toBe(400)
  const empty = await all.server.ask('POST', at(view, '/answer'), { question, choose: 'say', text: ' ' })
  expect(empty.status).toBe(400)
  await go('say', 'Looks good')
  expect(asked()).toBe('signoff.architecture')
  await go('say', 'show me the requirements again')
  expect(asked()).toBe('signoff.architecture')
  await page.goto(`${all.server.url}/#${pageOf(view)}`)
  await thread().locator('.shown-again').getByText('Key Acceptance Criteria').waitFor()
  await desk().getByText('specs/park-deliveries/requirements-spec.md').waitFor()
  await desk().getByText('8. MoSCoW Prioritization').waitFor()
  await go('accept')
  expect(asked()).toBe('signoff.design')
  await go('accept')
  expect(view.status).toBe('concluded')
})

test('one ends early by a button that asks first, and names its gaps; nothing of it is called complete', async () => {
  const view = await all.opened({ draft: '# Open the gate' })
  await page.goto(`${all.server.url}/#${pageOf(view)}`)
  await said('Maya', 'Who is hurt by that?').waitFor()
  await button('Stop early…').click()
  await page.getByRole('heading', { name: /^Stop here, and write/ }).waitFor()
  expect((await all.view(view)).status).toBe('waiting')
  await button('Stop').click()
  await page.getByRole('heading', { name: 'Outcome' }).waitFor()
  await page.locator('.standing').filter({ hasText: 'stopped early: gaps are named' }).waitFor()
  await expect.poll(async () => (await all.view(view)).status).toBe('concluded')
  expect(all.repo.read('docs/requirements/open-the-gate/requirements-spec.md')).not.toContain('Complete')
})

/** Voices that came while one looks, and how long each waits for its place, as the browser has it. */
const arrivals = () =>
  thread()
    .locator('.voice.arriving')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('h3')?.textContent, getComputedStyle(one).animationDelay]),
    )

test('one that paused says that an answer was prepared, goes on by a button, and its voices come one after another', async () => {
  const [opening, ...later] = lead().filter(({ call }) => call !== 'analyze.retry')
  const calls = later.filter(({ call, delayMs }) => call !== 'analyze.turn' && delayMs === undefined)
  const agents = all.script([opening ?? {}, ...calls.filter(({ call }) => /keywords|scan/.test(`${call}`))])
  const answers = join(temporary(until), 'answers.yaml')
  const text = 'It wakes support at night; it should stop after ten.'
  writeFileSync(answers, JSON.stringify([{ to: 'reply', choose: 'say', text }]))
  const words = ['analyze', 'park-it', '--agents', agents, '--answers', answers, '--draft', '-']
  const own = { cwd: all.repo.root, env: { HOME: all.server.home, PARLEY_HOME: all.server.home } }
  const opened = await run(words, { ...own, input: '# Park deliveries for good' })
  expect(opened).toMatchObject({ code: 3 })
  const meetings = await must<MeetingRef[]>(all.server, 'GET', '/api/meetings?text=park-it')
  await page.goto(`${all.server.url}/#${pageOf(meetings[0] ?? ref)}`)
  const prepared = thread().getByRole('article', { name: 'You', exact: true })
  await prepared.getByText(text).waitFor()
  await prepared.getByText('by a prepared answer').waitFor()
  await page.getByRole('heading', { name: 'Paused' }).waitFor()
  // Those that failed have each used one up.
  writeFileSync(
    agents.slice('script:'.length),
    JSON.stringify({ seats: { lead: [...calls, ...Array.from({ length: 4 }, standardTurn)] } }),
  )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await button('Go on').click()
  await said('Jordan', 'An eleventh try is refused').waitFor()
  expect((await arrivals()).slice(-3)).toEqual([
    ['Maya', '0s'],
    ['Alex', '0.4s'],
    ['Jordan', '0.8s'],
  ])
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
