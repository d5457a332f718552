// Working the page: answering, requests, closing, starting, the keyboard, drafts, and two windows that never disagree.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import type { Afterwards, MeetingRef, MeetingView } from '../../src/hall/api.js'
import type { Answer } from '../../src/kernel/question.js'
import { parley } from '../../src/parley.js'
import { context, type Look, launch } from '../support/browser.js'
import { faultyProxy } from '../support/faulty-proxy.js'
import { forever } from '../support/forever.js'
import { emptyHall, type Hall } from '../support/hall.js'
import {
  allRequested,
  councilConcluded,
  councilWaiting,
  meetAsking,
  meetDrafted,
  meetWaiting,
  talkInConflict,
  talkOpen,
  talkWithoutNotes,
} from '../support/meetings.js'
import { address, pageOf, type Watched, watch } from '../support/page.js'
import { untilFileEnds } from '../support/run.js'
import { at, must, notes, served } from '../support/server.js'
import { looked } from './looks.js'

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

/** Held for the first test that looks at it; the others find it as it was left. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let held: Promise<T> | undefined
  return () => {
    held ??= make()
    return held
  }
}

/** Meetings that are only read, or only talked with. */
const debated = once(() => meetWaiting(hall))
const talked = once(() => talkOpen(hall, ['Drafted.']))

/** The next request there is made, but the page hears what came of it only when the function that comes back is called. */
async function heldBack(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => route.fulfill({ response: await after(held, route.fetch()) }), {
    times: 1,
  })
  return async () => {
    const heard = page.waitForResponse(path)
    release()
    await (await heard).finished()
    // What the page does about it is done by the next pictures.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}

async function after<T>(held: Promise<void>, made: Promise<T>): Promise<T> {
  const found = await made
  await held
  return found
}

async function show(hash: string, look?: Look): Promise<Page> {
  watched = await watch(browser, hall.server, hash, look)
  return watched.page
}

/** What the person answered last, as the journal has it. */
async function lastAnswer(ref: MeetingRef): Promise<unknown> {
  const { lines } = await hall.view(ref)
  const found = lines.findLast(({ kind }) => kind === 'answered')
  return found?.data
}

/** Held in this process, as a terminal holds it: it asks its question and waits. */
function heldElsewhere({ id }: MeetingRef) {
  let answers: (choose: string) => void = () => {}
  const answered = new Promise<Answer>((resolve) => {
    answers = (choose) => resolve({ question: '', choose, by: 'person' })
  })
  const stop = new AbortController()
  const ended = parley(hall.thumbnailer.root, { home: hall.server.home }).hold(id, {
    answer: () => answered,
    observe: () => {},
    signal: stop.signal,
  })
  const ends = async () => {
    stop.abort()
    await ended
  }
  onTestFinished(ends)
  return { answers, ends }
}

describe('questions', () => {
  test('can be answered in the hall, and are gone from it then', async () => {
    const ref = await meetAsking(hall, 'Answer this one from the hall. Leave with an answer.')
    const page = await show('/')
    const card = page.locator('.waits', { hasText: 'Answer this one from the hall' })
    await card.getByRole('button', { name: 'Answer', exact: true }).click()
    await card.getByRole('button', { name: 'Continue' }).click()
    await card.waitFor({ state: 'detached' })
    await expect.poll(() => lastAnswer(ref)).toMatchObject({ choose: 'continue', by: 'person' })
  })

  test('take free text, which is kept until it is sent', async () => {
    const ref = await councilWaiting(hall)
    const page = await show(pageOf(ref))
    const text = page.getByLabel('Steer the next round')
    await text.fill('Think of the cost of moving.')
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('Think of the cost of moving.')
    await page.getByRole('button', { name: 'Steer the next round' }).click()
    const said = page.locator('article.turn.person', { hasText: 'Think of the cost of moving.' })
    await said.getByText('Tester').waitFor()
    // Counted as everywhere else: the person's own words are no turn of a seat.
    await page.locator('.meeting-head').getByText('4 turns', { exact: true }).waitFor()
    await expect
      .poll(() => lastAnswer(ref))
      .toMatchObject({ choose: 'steer', text: 'Think of the cost of moving.', name: 'Tester' })
  })

  test('that end the meeting say first what will happen', async () => {
    const ref = await meetAsking(hall)
    const page = await show(pageOf(ref))
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByText('ends the meeting; nothing more is written').waitFor()
    expect(watched.deeds).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByRole('button', { name: 'Yes, abort' }).click()
    await expect.poll(async () => (await hall.view(ref)).status).toBe('aborted')
  })

  test('that nobody will answer end with their meeting, which is dropped on its own page once it was asked', async () => {
    const ref = await meetAsking(hall, 'Drop this one. Leave with nothing.')
    const page = await show(pageOf(ref))
    await page.getByText('Fork, export, drop').click()
    await page.getByRole('button', { name: 'Drop this meeting…' }).click()
    await page.getByRole('dialog').getByText('Nothing is deleted').waitFor()
    expect(watched.deeds).toEqual([])
    await page.getByRole('button', { name: 'Drop it' }).click()
    await page.getByText('dropped by the person').first().waitFor()
    expect((await hall.view(ref)).status).toBe('aborted')
  })

  test('have the page, on a phone too: nothing is hidden, the answers stand below it, and the words are one tap away', async () => {
    const ref = await meetWaiting(hall)
    const page = await show(pageOf(ref), { phone: true })
    const answers = page.getByRole('button', { name: 'Continue' })
    await page.getByText('Decisions so far').waitFor()
    const below = async () =>
      ((await answers.boundingBox())?.y ?? 0) >
      ((await page.getByText('Decisions so far').boundingBox())?.y ?? Infinity)
    await expect.poll(below).toBe(true)
    await page.getByRole('link', { name: /^Transcript/ }).click()
    await answers.waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await page.getByLabel('Interject').fill('And the cost?')
    await page.getByRole('button', { name: 'Interject' }).click()
    await expect
      .poll(() => lastAnswer(ref))
      .toMatchObject({ choose: 'interject', text: 'And the cost?', by: 'person' })
  })

  test('about a draft show it whole and take it edited in fields, which survive a reload; a fault is said where it is, once, and nothing that was changed is lost by another answer', async () => {
    const ref = await meetDrafted(hall)
    const page = await show(pageOf(ref))
    await page.getByText('Open the gate at noon').waitFor()
    await page.getByRole('button', { name: 'Edit it here' }).click()
    await page.getByLabel('Type').fill('nonsense')
    await page.getByLabel('Context for whoever takes it').fill('Open the gate: at one')
    await page.reload()
    await expect.poll(() => page.getByLabel('Type').inputValue()).toBe('nonsense')
    // What was changed is not lost by an answer to the draft as it was.
    await page.getByText('You have changed the draft below').waitFor()
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0)
    // The page sees that it was refused before it hears that it was received: what is written by then stays.
    const received = await heldBack(page, '**/answer')
    await page.getByRole('button', { name: 'Take it as edited' }).click()
    await page.getByRole('alert').filter({ hasText: 'could not be taken' }).getByText('nonsense').waitFor()
    // Once, at its field.
    expect(await page.getByText('could not be taken').count()).toBe(1)
    const faulty = page.locator('.text', { has: page.getByRole('alert') })
    expect(await faulty.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(await faulty.locator('label').textContent()).toBe('Type')
    expect(await page.getByLabel('Context for whoever takes it').inputValue()).toBe('Open the gate: at one')
    await page.getByLabel('Type').fill('new-story')
    await received()
    expect(await page.getByLabel('Type').inputValue()).toBe('new-story')
    await page.getByRole('button', { name: 'Take it as edited' }).click()
    await page.getByRole('heading', { name: 'Action items' }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await hall.view(ref)).status).toBe('waiting')
    expect(await lastAnswer(ref)).toMatchObject({ choose: 'edit', text: expect.stringContaining('at one') })

    // A list takes one more entry: what is added has the focus, stays while it is empty, and is sent once something is in it.
    const edit = page.getByRole('button', { name: 'Edit it here' })
    await edit.click()
    const decided = page.getByRole('group', { name: 'Decided' })
    await decided.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('button', { name: 'Leave it as it was' }).click()
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await decided.getByRole('button', { name: 'Add one' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.type('Noon it is')
    await page.getByRole('button', { name: 'Take it as edited' }).click()
    await page.getByRole('heading', { name: /^Memory of/ }).waitFor({ state: 'detached' })
    await expect
      .poll(() => lastAnswer(ref))
      .toMatchObject({ choose: 'edit', text: expect.stringContaining('Noon it is') })
  })

  test('that another process asks too are answered there: the page says so and offers none of them, and says that it is at work there until it ends', async () => {
    const ref = await meetAsking(hall, 'Held at a terminal. Leave with an answer.')
    const terminal = heldElsewhere(ref)
    const page = await show(pageOf(ref))
    await page.getByText('A terminal asks this too: answer there').waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    const question = (await hall.view(ref)).questions[0]?.key
    const refused = await hall.server.ask('POST', at(ref, '/answer'), { question, choose: 'continue' })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      error: {
        message: expect.stringMatching(/held by pid \d+ since \d+ \w+, \d\d:\d\d\.$/),
        hint: expect.stringContaining(`parley watch ${ref.id}`),
      },
    })
    terminal.answers('continue')
    await page.getByText('In the hands of another process').waitFor()
    await terminal.ends()
    await page.getByText('stopped in the middle').waitFor()
    await page.getByText('In the hands of another process').waitFor({ state: 'detached' })
  })

  test('that somebody else has answered meanwhile are refused in words', async () => {
    const ref = await meetAsking(hall)
    const proxy = await faultyProxy(hall.server, until)
    watched = await watch(browser, proxy, pageOf(ref))
    const { page } = watched
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    proxy.hold()
    const question = (await hall.view(ref)).questions[0]?.key
    await must(hall.server, 'POST', at(ref, '/answer'), { question, choose: 'continue' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('alert').filter({ hasText: 'is under way' }).waitFor()
    expect(await lastAnswer(ref)).toMatchObject({ choose: 'continue' })
  })
})

describe('two windows', () => {
  test('stay in step: an answer in one is an answer in the other, and so is a draft', async () => {
    const ref = await councilWaiting(hall, 'Which window is the first?')
    const page = await show(pageOf(ref))
    const other = await watched.another(pageOf(ref))
    const lists = await watched.another('/')
    await lists.locator('.waits', { hasText: 'Which window is the first?' }).waitFor()
    await page.getByLabel('Steer the next round').fill('In step?')
    await expect.poll(() => other.getByLabel('Steer the next round').inputValue()).toBe('In step?')
    await page.getByRole('button', { name: 'Another round' }).click()
    await other.getByRole('button', { name: 'Another round' }).waitFor({ state: 'detached' })
    await other.locator('.choice', { hasText: 'Another round by Tester' }).waitFor()
    await lists.locator('.waits', { hasText: 'Which window is the first?' }).waitFor({ state: 'detached' })
  })
})

describe('requests', () => {
  const card = (page: Page, words: string) => page.locator('.request', { hasText: words })
  const line = (page: Page, words: string) => page.locator('.request-row', { hasText: words })

  const all = once(() =>
    allRequested(hall, [
      'Look at the tide',
      'Two options need a decision',
      'Choose a colour',
      'Rename the queues',
    ]),
  )
  const about = async (reason: string) => {
    const found = (await all()).find((one) => one.reason.includes(reason))
    if (!found) throw new Error(`Nobody asks for a talk about ${reason}.`)
    return found
  }

  test('are lines of the desk, shown once, with what can be done about them below', async () => {
    await about('Look at the tide')
    const page = await show('/')
    await line(page, 'Look at the tide').getByText('asks for a talk').waitFor()
    const titles = page.getByRole('link', { name: 'Look at the tide', exact: true })
    await expect.poll(() => titles.count()).toBe(1)
    await line(page, 'Look at the tide').focus()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Accept', exact: true }).and(page.locator(':focus')).waitFor()
  })

  test('are accepted, with a message where one is wanted', async () => {
    const ref = await about('Two options need a decision')
    speaksAs(hall.script({ seats: { verity: ['The risks first, then.'] } }))
    const page = await show('/requests')
    const asked = card(page, 'Two options')
    await asked.getByRole('button', { name: 'Accept with a message' }).click()
    await asked.getByLabel('What you say first').fill('Start with the risks.')
    await asked.getByRole('button', { name: 'Accept and send' }).click()
    await page.waitForURL((url) => url.hash === `#${pageOf(ref)}`)
    const { talk, lines } = await hall.view(ref)
    expect(talk?.state).toBe('open')
    expect(lines[0]?.data).toMatchObject({ input: { message: 'Start with the risks.', origin: 'accepted' } })
  })

  /** Settles who speaks, for one test. */
  function speaksAs(agents: string): void {
    const file = join(hall.server.home, 'config.yaml')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before + stringify({ agents }))
    onTestFinished(() => writeFileSync(file, before))
  }

  test('are put off until a day', async () => {
    const ref = await about('Choose a colour')
    const asked = line(await show('/'), 'Choose a colour')
    await asked.getByRole('button', { name: /^Answer/ }).click()
    await asked.getByRole('button', { name: 'Put off' }).click()
    await asked.getByLabel('Until').fill('2031-01-15')
    await asked.getByRole('button', { name: 'Put off' }).last().click()
    await asked.getByText('put off until 2031-01-15').waitFor()
    await expect.poll(() => stillAsked(ref)).toMatchObject({ deferredUntil: '2031-01-15' })
  })

  test('are declined for good only after a second word', async () => {
    const ref = await about('Rename the queues')
    const asked = card(await show('/requests'), 'Rename the queues')
    await asked.getByRole('button', { name: 'Decline' }).click()
    expect(watched.deeds).toEqual([])
    await asked.getByLabel('Reason, if you want to give one').fill('Not now.')
    await asked.getByRole('button', { name: 'Decline for good' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(watched.deeds).toMatchObject([{ body: { reason: 'Not now.' } }])
    await expect.poll(async () => (await hall.view(ref)).talk?.state).toBe('declined')
  })

  async function stillAsked(ref: MeetingRef): Promise<unknown> {
    const all = await must<readonly MeetingRef[]>(hall.server, 'GET', '/api/requests')
    return all.find(({ id }) => id === ref.id)
  }
})

describe('a talk', () => {
  test('takes a message with Enter and shows it at once', async () => {
    const ref = await talked()
    const page = await show(pageOf(ref))
    await page.getByLabel('Your message to Verity').fill('Draft the spec first.')
    await page.keyboard.press('Enter')
    await page.locator('article.turn.person', { hasText: 'Draft the spec first.' }).waitFor()
    await expect.poll(() => page.getByLabel('Your message to Verity').inputValue()).toBe('')
    await page.getByText('Drafted.').waitFor()
  })

  test('is closed after a look at what will be merged', async () => {
    const ref = await talkOpen(hall)
    const page = await show(pageOf(ref))
    await page.getByRole('button', { name: 'Close this talk…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What closing will do' })
    await dialog.getByText('src/cache/policy.ts', { exact: true }).click()
    await dialog.getByText("policy = 'lru'").waitFor()
    expect(watched.deeds).toEqual([])
    await dialog.getByRole('button', { name: /^Close it and merge/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The edges were discussed.').waitFor()
    // The notes are read as they are written, before the merge.
    await expect.poll(async () => (await hall.view(ref)).talk?.merge.state).toBe('done')
    expect(hall.thumbnailer.git('show', 'claude/main:src/cache/policy.ts')).toContain("'lru'")
    const happened = page.getByRole('region', { name: 'What happened' })
    const merged = hall.thumbnailer.git('rev-parse', 'claude/main').trim()
    await happened.getByText(merged.slice(0, 7)).first().waitFor()
    await happened.getByText(`claude/meeting/${ref.id}`).waitFor()
    await happened.getByText('src/cache/policy.ts').waitFor()
    await happened.getByText('git merge claude/main').waitFor()
  })

  test('whose merge failed names its files and how to go on, asks what becomes of it, and is tried again', async () => {
    const ref = await talkInConflict(hall)
    const page = await show(pageOf(ref))
    await page.getByRole('link', { name: 'src/upload/retry.ts' }).waitFor()
    await page.getByText(`git merge --squash claude/meeting/${ref.id}`).waitFor()
    await page.getByRole('button', { name: 'Leave it so' }).waitFor()
    await settle(ref)
    const panel = page.getByRole('region', { name: 'The merge waits for you' })
    await panel.getByRole('button', { name: 'Try the merge again' }).click()
    await panel.waitFor({ state: 'detached' })
    // The page knows as soon as the merge is recorded; the branch goes a moment later.
    await expect.poll(() => hall.thumbnailer.git('branch', '--list', `claude/meeting/${ref.id}`)).toBe('')
  })

  test('whose merge was made by hand in another way is settled at the word of the person', async () => {
    // Other numbers than in the talk before: what is merged already is no conflict.
    const ref = await talkInConflict(hall, [4, 5])
    const page = await show(pageOf(ref))
    const panel = page.getByRole('region', { name: 'The merge waits for you' })
    await panel.getByRole('button', { name: 'I merged it by hand' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(watched.deeds.at(-1)).toMatchObject({ method: 'POST', body: { what: 'merge', settled: true } })
    await expect.poll(async () => (await hall.view(ref)).talk?.merge.state).toBe('done')
    await expect.poll(() => hall.thumbnailer.git('branch', '--list', `claude/meeting/${ref.id}`)).toBe('')
  })

  /** As the page says: merged by hand where the integration branch lives, with the file as the talk made it. */
  async function settle(ref: MeetingRef): Promise<void> {
    const howTo = (await hall.view(ref)).talk?.merge.howTo ?? []
    const commands = howTo.flatMap((step) => ('command' in step ? [step.command] : []))
    const folder = commands.find((command) => command.startsWith('cd '))?.slice('cd '.length) ?? ''
    const git = (...args: string[]) => hall.thumbnailer.git('-C', folder, ...args)
    expect(() => git('merge', '--squash', `claude/meeting/${ref.id}`)).toThrow('merge --squash')
    const unsettled = git('diff', '--name-only', '--diff-filter=U').trim().split('\n')
    for (const path of unsettled)
      git('checkout', path.startsWith('.lore/') ? '--ours' : '--theirs', '--', path)
    git('add', '--', ...unsettled)
    git('commit', '--no-verify', '--quiet', '-m', 'Settle it')
  }

  test('without notes offers to write them again', async () => {
    const ref = await talkWithoutNotes(hall, [notes])
    const page = await show(pageOf(ref))
    const panel = page.getByRole('region', { name: 'There are no notes yet' })
    await panel.getByRole('button', { name: 'Write the notes again' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByText('The edges were discussed.').waitFor()
    // They are shown as they are written; that they are done is recorded a moment later.
    await expect.poll(async () => (await hall.view(ref)).talk?.notes.state).toBe('done')
  })
})

describe('a finished meeting', () => {
  let ref: MeetingView

  beforeAll(async () => {
    ref = await councilConcluded(hall)
  })

  test('shows its record first, the transcript behind it, and says when it was checked', async () => {
    const page = await show(pageOf(ref))
    await page.getByRole('heading', { name: 'Follow-ups' }).waitFor()
    await page.getByRole('link', { name: /^Transcript/ }).click()
    await page.getByText('Split the importer before anything else').first().waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Journal and documents agree, checked today').waitFor()
  })

  test('lists its dissent alone', async () => {
    const page = await show(`${pageOf(ref)}?show=transcript`)
    await page.getByRole('button', { name: '1 dissent' }).click()
    await page.getByText('Dissent, on the order').waitFor()
    // Those words stand in the whole transcript too.
    await expect.poll(() => page.locator('article.turn').count()).toBe(1)
  })

  test('shows above its record who stands where, each mark with its words and the way to its turn; the hall has the marks', async () => {
    const page = await show(pageOf(ref))
    const grid = page.getByRole('region', { name: 'Who stands where' })
    const mark = grid.getByRole('link', { name: /, round 1: dissents/ })
    const seat = (await mark.textContent())?.split(',')[0]?.slice(1) ?? ''
    await mark.click()
    await page.getByRole('article', { name: seat }).first().waitFor()
    const hall = await watched.another('/')
    await hall
      .locator('.row-item', { hasText: ref.title })
      .getByText(`${seat} dissents`)
      .waitFor({ state: 'attached' })
  })

  test('says what happened from git and the journal, draws it, and is taken along or gone back in', async () => {
    const page = await show(pageOf(ref))
    const happened = page.getByRole('region', { name: 'What happened' })
    const [{ hash = '' } = {}] = (await must<Afterwards>(hall.server, 'GET', at(ref, '/afterwards'))).commits
    expect(hall.importer.git('cat-file', '-t', hash).trim()).toBe('commit')
    await happened.getByText(hash.slice(0, 7)).waitFor()
    await happened
      .getByText(/^\.council\/records\/[^/]*\.md$/)
      .first()
      .waitFor({ state: 'attached' })
    // Each artifact is linked once, and all that was decided is there.
    const links = await happened
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(links.length).toBeGreaterThan(1)
    expect(new Set(links).size).toBe(links.length)
    await happened.getByRole('heading', { name: 'The decision' }).waitFor()
    const other = await watched.another(pageOf(ref))
    const box = (of: Page) => of.getByRole('checkbox', { name: /^Write the nine fixtures/ })
    await box(other).waitFor()
    await box(page).check()
    await expect.poll(() => box(other).isChecked()).toBe(true)
    const record = `.council/records/${ref.id}.md`
    expect(hall.importer.read(record)).toContain('- [x] Write the nine fixtures')
    await box(other).uncheck()
    await expect.poll(() => box(page).isChecked()).toBe(false)
    expect(hall.importer.read(record)).toContain('- [ ] Write the nine fixtures')
    await other.close()
    // What is beside the record scrolls with the page: nothing of it lies hidden in a box of its own.
    const hidden = (box: Element) => box.scrollHeight - box.clientHeight
    await page.setViewportSize({ width: 1440, height: 500 })
    expect(await page.locator('.right').evaluate(hidden)).toBe(0)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Decision record' }).click()
    expect((await coming).suggestedFilename()).toBe(`${ref.id}.adr.md`)
    await page.getByText(/^Round 1, answered: /).waitFor()
    await page.getByRole('button', { name: 'Fork at “Where next?”' }).click()
    await page.waitForURL((url) => url.hash.includes('fork-1-'))
    await page.getByRole('heading', { name: 'Where next?' }).waitFor()
  })

  test('leads to its documents, and they lead back to it', async () => {
    const page = await show(pageOf(ref))
    await page.getByRole('link', { name: 'importer.md', exact: true }).click()
    await page.getByRole('heading', { name: 'Made by' }).waitFor()
    const back = page.getByRole('region', { name: 'Made by' }).getByRole('link')
    const { title } = await hall.view(ref)
    await expect.poll(() => back.textContent()).toBe(title)
    await back.click()
    await page.waitForURL((url) => url.hash === `#${pageOf(ref)}`)
  })
})

describe('citations', () => {
  test('say what was found', async () => {
    const page = await show(`${pageOf(await debated())}?show=transcript`)
    await page.getByRole('button', { name: /docs\/cache\.md:12-13.*verified/ }).click()
    const verified = page.getByText('Verified: what is cited was there when it was said.')
    await verified.filter({ visible: true }).waitFor()
    const source = page.locator('.cite', { hasText: 'docs/cache.md:12-13' }).locator('.source')
    await source.getByText("Line 13 of the cache's own page.").waitFor()
    await page.getByText(/^Broken citation: support\/2026-q2\.md:88 \(.+\)/).waitFor()
  })

  test('show their source inside the column and the window, wherever they stand', async () => {
    const page = await show(`${pageOf(await debated())}?show=transcript`)
    const cites = page.locator('.cite')
    await cites.first().waitFor()
    for (const cite of await cites.all()) {
      // At the lower edge of the window, where a box below it has no room.
      await cite.evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await cite.getByRole('button').hover()
      await cite.locator('.source small').waitFor()
      // The box is laid out again when its lines have come.
      await expect.poll(() => edgesOf(cite)).toEqual({ beside: 0, outside: 0, whole: true })
      await page.mouse.move(0, 0)
    }
  })

  /** By how much the box with the source leaves its column and its window, and whether nothing covers it. */
  function edgesOf(cite: Locator): Promise<unknown> {
    return cite.locator('.source').evaluate((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const column = box.closest('.middle')?.getBoundingClientRect()
      const seen = (y: number) => box.contains(document.elementFromPoint(left + 5, y))
      return {
        beside: Math.max(0, right - (column?.right ?? 0), (column?.left ?? 0) - left),
        outside: Math.max(0, -top, bottom - innerHeight),
        whole: seen(top + 5) && seen(bottom - 5),
      }
    })
  }
})

describe('the source of a citation', () => {
  test('is shown on hover, with its lines as they are now and whether the file has changed since', async () => {
    const ref = await debated()
    const hovered = async () => {
      const page = await show(`${pageOf(ref)}?show=transcript`)
      const cite = page.locator('.cite', { hasText: 'ops/clock-skew.md:4' })
      await cite.getByRole('button').hover()
      await cite.locator('.source small').waitFor()
      return (await cite.locator('.source').textContent()) ?? ''
    }
    const before = await hovered()
    expect(before).toContain('Nodes are up to 90 seconds apart.')
    expect(before).toContain('as it was when this was checked')
    hall.thumbnailer.write('ops/clock-skew.md', '# Clocks\n\nAt the edge they drift.\nBy a minute.\n')
    const after = await hovered()
    expect(after).toContain('By a minute.')
    expect(after).toContain('it has changed since this was checked')
    hall.thumbnailer.git('checkout', 'ops/clock-skew.md')
    const uncited = await hall.server.ask('GET', at(ref, '/source?ref=src%2Fupload%2Fretry.ts'))
    expect(uncited.status).toBe(404)
  })
})

describe('starting', () => {
  const opened = async (page: Page): Promise<MeetingView> => {
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.waitForURL(/#\/m\/[^/]+\/./)
    const [, project = '', id = ''] = /#\/m\/([^/]+)\/([^/?]+)/.exec(page.url()) ?? []
    return hall.view({ project, id: decodeURIComponent(id) })
  }

  /** Names who speaks: a script in which nobody says anything. */
  async function voiced(page: Page): Promise<void> {
    await page.getByLabel('Voices').selectOption({ label: 'Another, by its name…' })
    await page.getByLabel(/^Name of the voice/).fill(hall.script({ seats: {} }))
  }

  test('a talk: the worker, the words and the documents go along, and the command says the same', async () => {
    const page = await show('/new/talk?project=thumbnailer&references=.lore%2Fresearch%2Fcache-survey.md')
    await page.getByRole('radio', { name: /Mason/ }).check()
    await page.getByLabel('What you want to say').fill('Build it.')
    await page.getByText(/^parley talk mason 'Build it\.'/i).waitFor()
    await voiced(page)
    const { talk, lines } = await opened(page)
    expect(talk).toMatchObject({ worker: 'Mason', referenced: ['research/cache-survey.md'] })
    expect(lines[0]?.data).toMatchObject({ protocol: 'talk', input: { message: 'Build it.' } })
  })

  test('a chartered meeting: mode, seats and limits go along; what was written survives a reload', async () => {
    const page = await show('/new/meet?project=thumbnailer')
    await page.getByLabel(/^Charter/).fill('Settle it. Leave with one rule.')
    await page.getByRole('radio', { name: /explore/ }).check()
    await page.getByRole('checkbox', { name: /Theo/ }).check()
    await page.getByRole('checkbox', { name: /Kai/ }).check()
    await page.getByRole('checkbox', { name: /Vera/ }).check()
    await page.getByRole('checkbox', { name: /Vera/ }).uncheck()
    await page.getByRole('checkbox', { name: /No web/ }).check()
    await page.reload()
    await expect.poll(() => page.getByLabel(/^Charter/).inputValue()).toBe('Settle it. Leave with one rule.')
    await voiced(page)
    const { lines } = await opened(page)
    expect(lines[0]?.data).toMatchObject({
      protocol: 'meet',
      input: {
        charter: 'Settle it. Leave with one rule.',
        mode: 'explore',
        seats: [{ id: 'theo' }, { id: 'kai' }],
        noWeb: true,
      },
    })
  })

  test('a wrong number below the closed More opens it and is said at its field, before anything is sent', async () => {
    const page = await show('/new/meet?project=thumbnailer')
    const [more, turns] = [page.getByText('More', { exact: true }), page.getByLabel(/^Turns of discussion/)]
    await voiced(page)
    await page.getByLabel(/^Charter/).fill('Settle it.')
    await more.click()
    await turns.fill('0')
    await more.click()
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    const fault = page.locator('[data-field="maxTurns"]').getByRole('alert')
    await fault
      .getByText('Turns of discussion cannot be "0". It is a whole number, more than zero.')
      .waitFor()
    expect(await turns.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(watched.deeds).toEqual([])
    await looked(page, 'form-fault')
    await turns.fill('7')
    expect(await fault.count()).toBe(0)
    await page.getByText('Limits', { exact: true }).click()
    await page.getByLabel(/^Cost limit/).fill('a little')
    await page.reload()
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.locator('[data-field="costCeiling"]').getByText('It is an amount in dollars').waitFor()
    expect(await page.getByLabel(/^Name of the voice/).inputValue()).toMatch(/^script:/)
    expect(watched.deeds).toEqual([])
  })

  test('a council meeting: any voice by its name and one for a seat; a program is refused with the way out', async () => {
    const page = await show('/new/council?project=importer')
    await page.getByLabel('Task').fill('Agree on names.')
    await page.getByLabel('Voices').selectOption({ label: 'Another, by its name…' })
    const name = page.getByLabel(/^Name of the voice/)
    await name.fill('command:sh -c true')
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.getByText('names a program to run, which is not taken from a client').waitFor()
    await page.getByText('with --agents in a terminal').waitFor()
    await name.fill(hall.script({ seats: {} }))
    await page.getByText('A voice for a single seat').click()
    await page.getByLabel('qa-engineer').selectOption({ label: 'Another, by its name…' })
    await page.getByLabel(/^Name of the voice of qa-engineer/).fill(hall.script({ seats: {} }))
    await page.getByText(/--agents script:\S+ --seat qa-engineer=script:\S+/).waitFor()
    const { lines } = await opened(page)
    expect(lines[0]?.data).toMatchObject({
      protocol: 'council.meeting',
      input: { task: 'Agree on names.' },
      agents: {
        default: expect.stringMatching(/^script:/),
        seats: { 'qa-engineer': expect.stringMatching(/^script:/) },
      },
    })
    // The heading of the new place has the focus, so that it is read aloud.
    await expect.poll(() => page.locator('h1:focus').textContent()).toBe('Agree on names.')
  })

  test('a council that is not convened yet is chosen among all in the form', async () => {
    const page = await show('/new/council?project=thumbnailer')
    await page.getByRole('radio', { name: /writing-lab/ }).check()
    await page.getByLabel('Task').fill('Which word?')
    await page.getByText(/^parley council meeting 'Which word\?' --template writing-lab/).waitFor()
    expect(await page.getByLabel('Voices').locator('option').first().textContent()).toBe('Choose who speaks')
    await page.getByText('Nobody is named who speaks.').waitFor()
    expect(await page.getByRole('button', { name: 'Open the meeting' }).isDisabled()).toBe(true)
    // Its seats are known before it sits, and each may have a voice of its own.
    await page.getByText('A voice for a single seat').click()
    await page.getByLabel('line-editor').selectOption({ label: 'Another, by its name…' })
    await page.getByLabel(/^Name of the voice of line-editor/).fill('claude')
    await page.getByText('--template writing-lab --seat line-editor=claude').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await looked(page, 'single-seats-phone')
    await page.setViewportSize({ width: 1360, height: 900 })
  })

  test('that is refused says why, and keeps what was written', async () => {
    await hall.speaking({
      protocol: 'talk',
      project: 'quay',
      worker: 'verity',
      message: 'The only one that may be open',
      agents: hall.script({ seats: { verity: [{ text: 'Never said.', delayMs: forever }] } }),
    })
    const page = await show('/new/talk?project=quay')
    await page.getByLabel('What you want to say').fill('One too many')
    await voiced(page)
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.getByText('quay has 1 open talks, and its cap is 1').waitFor()
    await page.getByText('Close one of them').waitFor()
    expect(await page.getByLabel('What you want to say').inputValue()).toBe('One too many')
  })
})

describe('the keyboard', () => {
  test('j and k go through the turns, and a answers', async () => {
    const page = await show(`${pageOf(await debated())}?show=transcript`)
    await page.locator('article.turn', { hasText: 'Then I withdraw my objection' }).waitFor()
    const now = () => page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent)
    await page.keyboard.press('j')
    await expect.poll(now).toBe('Facilitator')
    await page.keyboard.press('j')
    await expect.poll(now).toBe('Theo')
    await page.keyboard.press('k')
    await expect.poll(now).toBe('Facilitator')
    await page.keyboard.press('a')
    const asked = page.getByRole('heading', { name: /^During the discussion/ })
    await expect.poll(() => asked.evaluate((heading) => heading === document.activeElement)).toBe(true)
  })

  test('g h goes to the hall, / searches there, Enter goes to what was found, and ? shows the keys', async () => {
    await debated()
    await councilWaiting(hall, 'Who minds the backlog?')
    const page = await show('/decisions')
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByText('Waiting for you').waitFor()
    await page.locator('[data-search]').waitFor()
    await page.keyboard.press('/')
    await page.locator('[data-search]:focus').waitFor()
    await page.keyboard.type('backlog')
    await page.waitForURL(/text=backlog/)
    await page.getByText('Pick an eviction policy').first().waitFor({ state: 'detached' })
    await page.getByText('Who minds the backlog?').waitFor()
    // Enter goes on with what was found.
    await page.keyboard.press('Enter')
    await page.locator('[data-item]:focus', { hasText: 'Who minds the backlog?' }).waitFor()
    await page.getByRole('button', { name: 'Help and keyboard' }).click()
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    // Closed is not yet gone: the page hears of it a moment later.
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('answer what waits').waitFor()
  })

  test('goes on at the heading of every new place, also on the way back', async () => {
    const { title } = await hall.view(await debated())
    const page = await show('/')
    const heading = (name: string) => page.locator('h1:focus', { hasText: name }).waitFor()
    await page.getByRole('main').getByRole('link', { name: title }).first().click()
    await heading(title)
    await page.getByRole('link', { name: 'Decisions', exact: true }).click()
    await heading('Decisions')
    await page.goBack()
    await heading(title)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hall' }).click()
    await heading('Hall')
  })

  test('keys belong to the text while one writes', async () => {
    const ref = await talked()
    const page = await show(pageOf(ref))
    await page.getByLabel('Your message to Verity').click()
    await page.keyboard.type('g h j a ?')
    await expect.poll(() => page.getByLabel('Your message to Verity').inputValue()).toBe('g h j a ?')
    expect(page.url()).toContain(ref.id)
  })
})

describe('the token', () => {
  test('leaves the address and is kept; without it the page says what it needs', async () => {
    const page = await show('/')
    await page.getByRole('link', { name: 'New meeting' }).waitFor()
    await page.waitForURL(`${hall.server.url}/#/`)
    await page.reload()
    await page.getByRole('link', { name: 'New meeting' }).waitFor()
    const stranger = await context(browser)
    const without = await stranger.newPage()
    await without.goto(hall.server.url)
    await without.getByText('This page needs its key').waitFor()
    await stranger.close()
  })

  test('is of one run: after a restart every tab says what it needs, and the new address lets all of them in again', async () => {
    const server = await served()
    watched = await watch(browser, server, '/')
    const { page } = watched
    const link = (tab: Page) => tab.getByRole('link', { name: 'New meeting' })
    await link(page).waitFor()
    const second = await watched.context.newPage()
    await second.goto(server.url)
    await link(second).waitFor()
    await server.stop()
    const next = await server.again({}, server.port)
    for (const tab of [page, second]) {
      await tab.reload()
      await tab.getByText('This page needs its key').waitFor()
    }
    await page.goto(address(next))
    await link(page).waitFor()
    await second.reload()
    await link(second).waitFor()
  })

  test('goes to this server only: the page asks nothing of any other', async () => {
    const page = await show('/')
    await page.getByRole('link', { name: 'New meeting' }).waitFor()
    const asked: string[] = []
    watched.context.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.reload()
    await page.getByRole('link', { name: 'New meeting' }).waitFor()
    expect(new Set(asked)).toEqual(new Set([hall.server.url]))
  })
})
