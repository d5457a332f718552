// A deliberation on the page, from the form to the issues on GitHub: one meeting in a real browser over the real server, walked through
// its questions as a person would, with a member that writes like the house.

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MeetingRef } from '../../src/hall/api.js'
import { launch } from '../support/browser.js'
import { auditing, building, type Deliberating, deliberating, idea, seats } from '../support/deliberating.js'
import { groveMeeting } from '../support/grove.js'
import { pageOf, type Watched, watch } from '../support/page.js'
import { untilFileEnds } from '../support/run.js'
import { everyLook, looked } from './looks.js'

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
  await open.click()
  await page.locator('[data-field="idea"]').getByRole('alert').getByText('Idea is missing.').waitFor()
  await page.getByLabel(/^Idea/).fill(idea)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByRole('radio', { name: /^Quick/ }).check()
  await page.getByText(`parley deliberate '${idea}' --quick`).waitFor()
  await page.getByRole('radio', { name: /^Broken|^broken/ }).check()
  await open.click()
  const fault = page.locator('[data-field="theme"]').getByRole('alert')
  await fault.filter({ hasText: 'cannot be used' }).waitFor()
  await page.getByRole('radio', { name: /^Grove/ }).check()
  await page.getByRole('radio', { name: /^Standard/ }).check()
  await open.click()
  await page.waitForURL(/#\/m\/orchard\//)
  ref = { project: 'orchard', id: decodeURIComponent(page.url().split('/').at(-1) ?? '') }
  await asks(/Interview — Round 1/)
})

test('asks each thing once and is answered part by part; what was begun survives a reload and stands in a second window', async () => {
  const [first, second] = [asked().getByLabel(/How many trees/), asked().getByLabel(/run at night/)]
  await first.waitFor()
  expect(
    await asked()
      .getByText(/How many trees/)
      .count(),
  ).toBe(1)
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
  // On the phone that it leaves behind no word of a table is broken.
  const lines = (cell: HTMLElement) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  }
  for (const name of ['Score', 'Alder'])
    expect(await asked().getByRole('table').getByText(name, { exact: true }).first().evaluate(lines)).toBe(1)
  await page.setViewportSize({ width: 1360, height: 900 })
  await press('Approve')
  await asks(/exclude each other/)
})

test('says who challenges whom, and leads to the words; no member can forge anything of the page', async () => {
  const challenges = drawing('Who challenges whom')
  await challenges.getByText('nobody has answered yet').waitFor({ state: 'detached' })
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
  expect(await card.getByRole('button', { name: /^(?!Drop )/ }).count()).toBe(0)
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
})

test('is edited where it stands: prose as Markdown, tables cell by cell; what was begun survives a reload, and only what differs is sent', async () => {
  const paper = asked().getByRole('region', { name: 'Design', exact: true })
  const send = paper.getByRole('button', { name: 'Send the changes' })
  await paper.getByRole('button', { name: 'Edit here' }).click()
  await send.waitFor()
  expect(await send.isDisabled()).toBe(true)
  const quality = paper.getByLabel('Quality Strategy')
  await expect.poll(() => quality.inputValue()).toContain('Buckets are counted for a year.')
  const approve = asked().getByRole('button', { name: 'Approve' })
  expect(await approve.count()).toBe(1)
  // A space is kept for the word that follows it.
  await quality.press('Control+End')
  await page.keyboard.type(' Jugs too.')
  await expect.poll(() => quality.inputValue()).toMatch(/\S Jugs too\.$/)
  await quality.fill('Buckets are counted for two years.')
  await asked().getByText('You have changed the Design above.').waitFor()
  expect(await approve.or(asked().getByRole('button', { name: 'Adjust' })).count()).toBe(0)
  const row = paper.getByRole('group', { name: 'Tension Resolutions, 1' })
  await row.getByLabel('Resolution').fill('The ditch first, and the pipe in spring')
  await page.reload()
  await expect.poll(() => quality.inputValue()).toBe('Buckets are counted for two years.')
  await everyLook(page, 'deliberate-editing', 'Send the changes')
  await page.setViewportSize({ width: 1360, height: 900 })
  await send.click()
  await paper.getByText('The weir is opened by hand.').waitFor()
  const adjusted = async () =>
    (await all.view(ref)).lines.flatMap((line) =>
      line.kind === 'answered' && line.data.choose === 'adjust' ? [line.data.text ?? ''] : [],
    )
  await expect.poll(adjusted).toHaveLength(1)
  const said = await adjusted()
  expect(said[0]).toMatch(/“Quality Strategy”, instead of[\s\S]*for a year[\s\S]*write[\s\S]*for two years/)
  expect(said[0]).toContain('“Tension Resolutions”, row 1, “Resolution”')
  expect(said[0]).not.toContain('The gardener opens')
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
  await press('Edit here')
  const title = asked().getByLabel('US-001, title')
  await expect.poll(() => title.inputValue()).toBe('Dig the ditch')
  await title.fill('Dig the whole ditch')
  await asked().getByText('You have changed the PRD above.').waitFor()
  await press('Leave it as it was')
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

test('a session whose ceiling is spent goes on with a higher one that is given here, also after the next answer; a quick one is decided here', async () => {
  const sketch = {
    overview: 'A ditch.',
    recommendations: ['alder', 'birch', 'cedar'].map((member) => ({ member, text: 'Dig.' })),
    open_questions: [],
  }
  const conductor = [
    ...(seats()['conductor'] ?? []),
    { call: 'sketch', value: sketch },
    { call: 'tasklist', value: { tasks: [{ title: 'Dig', description: 'Until it flows.' }] } },
  ]
  const agents = all.script({ ...seats(), conductor })
  const full = await all.opened({ idea: 'Widen the ditch', mode: 'quick', agents, ceiling: 900 })
  expect(full.status).toBe('halted')
  await page.goto(`${all.server.url}/#${pageOf(full)}`)
  const go = page.getByRole('button', { name: 'Go on' })
  const ceiling = page.getByLabel('Token ceiling, now 900')
  await ceiling.waitFor()
  await go.click()
  await page.getByText('It must be more than 900.').waitFor()
  await looked(page, 'ceiling-fault')
  await ceiling.fill('1000000')
  await go.click()
  await asks('What becomes of the tasks?')
  await asked().getByText('Until it flows.').waitFor()
  await press('Keep the plan')
  await expect.poll(async () => (await all.view(full)).status).toBe('concluded')
})

test('a meeting says who asks whom, and who answered', async () => {
  const panel = await all.opened({ idea, mode: 'meeting', agents: all.script(groveMeeting.seats) })
  await all.answered(panel, 'skip')
  await all.answered(panel, 'approve')
  await page.goto(`${all.server.url}/#${pageOf(panel)}`)
  const asking = drawing('Who asks whom')
  await asking.getByText('Is there light?').first().waitFor()
  await asking.getByText('answers').first().waitFor()
})

test('every question of a guided session can be answered here, from the first to the last', async () => {
  const guided = await all.opened({ idea, mode: 'guided', agents: all.script(building()) })
  await page.goto(`${all.server.url}/#${pageOf(guided)}`)
  for (let last = ''; (await all.view(guided)).status !== 'concluded'; ) {
    const key = async () => (await all.view(guided)).questions[0]?.key ?? ''
    await expect.poll(async () => (await all.view(guided)).live).toBe(false)
    if ((await all.view(guided)).status === 'concluded') break
    expect(await key()).not.toBe(last)
    last = await key()
    // Below the fields of an interview no option is what the person came for: there the first passes them over.
    await asked()
      .locator('.options button:enabled.primary, .free + .options li:first-child button:enabled')
      .first()
      .click()
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
      'skill.evolve',
    ]),
  )
})

test('a plan is built here: each task, what only a person can see, what fails and what a skill learnt are asked about and answered', async () => {
  const built = await all.opened({ idea, mode: 'guided', agents: all.script(building()) })
  await all.answered(built, 'answer', 'Forty.')
  for (const choose of ['approve', 'approve', 'continue', 'approve']) await all.answered(built, choose)
  await page.goto(`${all.server.url}/#${pageOf(built)}`)
  const shown = async (title: string | RegExp, name: string) => {
    await asks(title)
    await looked(page, `deliberate-${name}`)
  }
  await shown('Is this the scope?', 'approve-issue')
  const issues = all.github.state().issues.length
  await press('Approve and open the contract issue')
  await press(/^Yes/)
  await asks('What becomes of the plan?')
  expect(all.github.state().issues).toHaveLength(issues + 1)
  await press('Team execution')
  await shown('T-001: Dig the ditch', 'task-approve')
  await asked().getByText('AC-002: The weir shows whether it is open').waitFor()
  await asked().getByLabel('Modify').fill('By hand, please.')
  await press('Modify')
  await shown('One check does not hold after 3 attempts', 'verify-failed')
  await asked()
    .getByText(/AC-001 \(The ditch returns/)
    .waitFor()
  await asked().getByLabel('Advise and try again').fill('Let the pump run first.')
  await press('Advise and try again')
  await shown('Does AC-002 hold?', 'verify-manual')
  await asked().getByLabel('Verified: what I saw').fill('The weir has a flag.')
  await press('Verified: what I saw')
  await shown('Change the steps of alder/digging?', 'skill-evolve')
  await asked().getByText('Look at the soil.').waitFor()
  await press('Accept')
  await press(/^Yes/)
  await page.getByRole('heading', { name: 'Outcome' }).waitFor()
  await expect.poll(async () => (await all.view(built)).status).toBe('concluded')
  const contract = all.repo.read(`.claude/grove/sessions/${built.id}/acceptance-contract.md`)
  expect(contract).toContain('- **Evidence:** The weir has a flag.\n')
  expect(contract).toContain('Progress: 2/2 verified')
  expect(all.github.state().issues.at(-1)?.body).toContain('- [x] AC-002')
  expect(all.repo.read('.claude/skills/grove/alder/digging/SKILL.md')).toMatch(
    /version: 2[\s\S]*1\. Look at the soil\./,
  )
})

test('an audit shows how much of each zone was read, and names what was not', async () => {
  const audit = await all.opened({ idea: 'Is water wasted?', mode: 'audit', agents: all.script(auditing()) })
  await page.goto(`${all.server.url}/#${pageOf(audit)}`)
  await press('Start')
  await asks('What becomes of the findings?')
  const read = drawing('What the audit has read')
  await read
    .getByRole('row', { name: /^docs\/.* \d+ of \d+/ })
    .locator('summary')
    .click()
  await read.getByText('docs/frost.md').waitFor()
  await everyLook(page, 'deliberate-audit', 'What the audit has read')
})
