// Working the page: answering, requests, closing, starting, the keyboard, drafts, and two windows that never disagree.

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { context, launch } from '../support/browser.js'
import { type PageRoom, roomAt } from '../support/page-room.js'

let browser: Browser
let room: PageRoom

beforeAll(async () => {
  browser = await launch()
})
afterEach(() => room.close())
afterAll(() => browser.close())

const sent = (path: string) => room.house.calls.find((call) => call.path.endsWith(path))?.body

describe('questions', () => {
  test('can be answered in the hall, and are gone from it then', async () => {
    room = await roomAt(browser, '/')
    const card = room.page.locator('.waits', { hasText: 'Pick an eviction policy' })
    await card.getByRole('button', { name: 'Continue' }).click()
    await card.waitFor({ state: 'detached' })
    expect(sent('/cache-policy/answer')).toEqual({ choose: 'continue' })
  })

  test('take free text, which is kept until it is sent', async () => {
    room = await roomAt(browser, '/m/importer/storage-layouts')
    const { page } = room
    const text = page.getByLabel('Steer the next round')
    await text.fill('Think of the cost of moving.')
    await page.reload()
    expect(await text.inputValue()).toBe('Think of the cost of moving.')
    await page.getByRole('button', { name: 'Steer the next round' }).click()
    await page.locator('article.turn.person', { hasText: 'Think of the cost of moving.' }).waitFor()
    expect(sent('/storage-layouts/answer')).toEqual({ choose: 'steer', text: 'Think of the cost of moving.' })
  })

  test('that end the meeting say first what will happen', async () => {
    room = await roomAt(browser, '/m/thumbnailer/cache-policy')
    const { page } = room
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByText('ends the meeting; nothing more is written').waitFor()
    expect(room.house.calls).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByRole('button', { name: 'Yes, abort' }).click()
    await expect.poll(() => sent('/cache-policy/answer')).toEqual({ choose: 'abort' })
  })

  test('on a phone are a sheet that opens to the whole question', async () => {
    room = await roomAt(browser, '/m/thumbnailer/cache-policy', { phone: true })
    const { page } = room
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    expect(await page.getByText('Decisions so far').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'The whole question' }).click()
    expect(await page.getByText('Decisions so far').isVisible()).toBe(true)
    await page.getByLabel('Interject').fill('And the cost?')
    await page.getByRole('button', { name: 'Interject' }).click()
    await expect
      .poll(() => sent('/cache-policy/answer'))
      .toEqual({ choose: 'interject', text: 'And the cost?' })
  })

  test('that somebody else has answered meanwhile are refused in words', async () => {
    room = await roomAt(browser, '/m/thumbnailer/cache-policy')
    const { page, house } = room
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    house.held('cache-policy').journal.answer('continue')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This question was answered already.').waitFor()
  })
})

describe('two windows', () => {
  test('stay in step: an answer in one is an answer in the other, and so is a draft', async () => {
    room = await roomAt(browser, '/m/importer/storage-layouts')
    const { page } = room
    const other = await room.another('/m/importer/storage-layouts')
    const hall = await room.another('/')
    await hall.locator('.waits', { hasText: 'storage layouts' }).waitFor()
    await page.getByLabel('Steer the next round').fill('In step?')
    await expect.poll(() => other.getByLabel('Steer the next round').inputValue()).toBe('In step?')
    await page.getByRole('button', { name: 'Another round' }).click()
    await other.getByRole('button', { name: 'Another round' }).waitFor({ state: 'detached' })
    await other.locator('.choice', { hasText: 'Another round' }).waitFor()
    await hall.locator('.waits', { hasText: 'storage layouts' }).waitFor({ state: 'detached' })
  })
})

describe('requests', () => {
  test('are accepted, with a message where one is wanted', async () => {
    room = await roomAt(browser, '/requests')
    const { page } = room
    const card = page.locator('.request', { hasText: 'Two options' })
    await card.getByRole('button', { name: 'Accept with a message' }).click()
    await card.getByLabel('What you say first').fill('Start with the risks.')
    await card.getByRole('button', { name: 'Accept and send' }).click()
    await page.waitForURL(/#\/m\/thumbnailer\/talk-asked$/)
    expect(sent('/talk-asked/accept')).toEqual({ message: 'Start with the risks.' })
  })

  test('are put off until a day', async () => {
    room = await roomAt(browser, '/')
    const card = room.page.locator('.request', { hasText: 'Two options' })
    await card.getByRole('button', { name: 'Put off' }).click()
    await card.getByLabel('Until').fill('2031-01-15')
    await card.getByRole('button', { name: 'Put off' }).last().click()
    await card.getByText('put off until 2031-01-15').waitFor()
    expect(sent('/talk-asked/defer')).toEqual({ until: '2031-01-15' })
  })

  test('are declined for good only after a second word', async () => {
    room = await roomAt(browser, '/requests')
    const card = room.page.locator('.request', { hasText: 'Rename the queues' })
    await card.getByRole('button', { name: 'Decline' }).click()
    expect(room.house.calls).toEqual([])
    await card.getByLabel('Reason, if you want to give one').fill('Not now.')
    await card.getByRole('button', { name: 'Decline for good' }).click()
    await card.waitFor({ state: 'detached' })
    expect(sent('/talk-later/decline')).toEqual({ reason: 'Not now.' })
  })
})

describe('a talk', () => {
  test('takes a message with Enter and shows it at once', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-open')
    const { page } = room
    await page.getByLabel('Your message to Verity').fill('Draft the spec first.')
    await page.keyboard.press('Enter')
    await page.locator('article.turn.person', { hasText: 'Draft the spec first.' }).waitFor()
    expect(await page.getByLabel('Your message to Verity').inputValue()).toBe('')
  })

  test('is closed after a look at what will be merged', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-open')
    const { page } = room
    await page.getByRole('button', { name: 'Close this talk…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What closing will do' })
    await dialog.getByText('src/cache/policy.ts').click()
    await dialog.getByText("policy: 'lru'").waitFor()
    expect(room.house.calls).toEqual([])
    await dialog.getByRole('button', { name: 'Close it and merge 2 files' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The survey missed the edge.').waitFor()
  })

  test('whose merge failed names its files and how to go on, and is tried again', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-conflict')
    const { page } = room
    await page.getByRole('link', { name: 'src/upload/retry.ts' }).waitFor()
    await page.getByText('git merge --squash claude/meeting/talk-conflict').waitFor()
    await page.getByRole('button', { name: 'Try the merge again' }).click()
    await page.getByText('The merge waits for you').waitFor({ state: 'detached' })
    expect(sent('/talk-conflict/retry')).toEqual({ what: 'merge' })
  })

  test('without notes offers to write them again', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-no-notes')
    await room.page.getByRole('button', { name: 'Write the notes again' }).click()
    await room.page.getByText('There are no notes yet').waitFor({ state: 'detached' })
    expect(sent('/talk-no-notes/retry')).toEqual({ what: 'notes' })
  })

  test('that is closed with something left asks what becomes of it', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-conflict')
    const { page, house } = room
    await expect.poll(() => house.followers('talk-conflict')).toBe(1)
    const option = { key: 'done', label: 'Leave it so', effect: 'what is left stays in the record' }
    house.append(
      'talk-conflict',
      'asked',
      { id: 'afterwards', title: 'Something is left.', body: '', options: [option] },
      'q',
    )
    await page.getByRole('button', { name: 'Leave it so' }).waitFor()
  })

  test('is renamed where its title stands', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-open')
    const { page } = room
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('What the survey missed')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'What the survey missed', level: 1 }).waitFor()
  })
})

describe('a finished meeting', () => {
  test('shows its record first, the transcript behind it, and says when it was checked', async () => {
    room = await roomAt(browser, '/m/importer/20260504-0900-newcomers')
    const { page } = room
    await page.getByRole('heading', { name: 'Follow-ups' }).waitFor()
    await page.getByRole('link', { name: /^Transcript/ }).click()
    await page.getByText('Split the importer before anything else').first().waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Journal and documents agree, checked today').waitFor()
  })

  test('lists its dissent alone', async () => {
    room = await roomAt(browser, '/m/importer/20260504-0900-newcomers?show=transcript')
    const { page } = room
    await page.getByRole('button', { name: 'Dissent 1' }).click()
    expect(await page.locator('article.turn').count()).toBe(1)
    await page.getByText('Dissent, on the order').waitFor()
  })

  test('leads to its documents, and they lead back to it', async () => {
    room = await roomAt(browser, '/m/importer/20260504-0900-newcomers')
    const { page } = room
    await page.getByRole('link', { name: 'onboarding.md' }).click()
    await page.getByRole('heading', { name: 'Made by' }).waitFor()
    await page.getByRole('link', { name: '20260504-0900-newcomers' }).click()
    await page.waitForURL(/#\/m\/importer\/20260504-0900-newcomers$/)
  })
})

describe('citations', () => {
  test('say what was found, and show the lines of their source', async () => {
    room = await roomAt(browser, '/m/thumbnailer/cache-policy')
    const { page } = room
    await page.getByRole('button', { name: /docs\/cache\.md:12-18.*verified/ }).click()
    await page.getByText("Line 12 of the cache's own page.").waitFor()
    await page.getByText('Broken citation: support/2026-q2.md:88 (no such lines)').waitFor()
  })
})

describe('starting', () => {
  test('a talk: the worker, the words and the documents go along, and the command says the same', async () => {
    room = await roomAt(browser, '/new/talk?project=thumbnailer&about=docs%2Fcache.md')
    const { page } = room
    await page.getByRole('radio', { name: /Mason/ }).check()
    await page.getByLabel('What you want to say').fill('Build it.')
    await page.getByText("parley talk Mason 'Build it.'").waitFor()
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.waitForURL(/#\/m\/thumbnailer\/talk-live$/)
    expect(sent('/api/meetings')).toEqual({
      protocol: 'talk',
      project: 'thumbnailer',
      worker: 'Mason',
      message: 'Build it.',
      references: ['docs/cache.md'],
    })
  })

  test('a chartered meeting: mode, seats and limits go along; what was written survives a reload', async () => {
    room = await roomAt(browser, '/new/meet')
    const { page } = room
    await page.getByLabel(/^Charter/).fill('Settle it.')
    await page.getByRole('radio', { name: /explore/ }).check()
    await page.getByRole('checkbox', { name: /Mira/ }).uncheck()
    await page.getByRole('checkbox', { name: /No web/ }).check()
    await page.reload()
    expect(await page.getByLabel(/^Charter/).inputValue()).toBe('Settle it.')
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.waitForURL(/#\/m\//)
    expect(sent('/api/meetings')).toEqual({
      protocol: 'meet',
      project: 'thumbnailer',
      charter: 'Settle it.',
      mode: 'explore',
      invitees: ['theo', 'kai'],
      noWeb: true,
    })
  })

  test('a council meeting', async () => {
    room = await roomAt(browser, '/new/council')
    await room.page.getByLabel('Task').fill('Agree on names.')
    await room.page.getByRole('button', { name: 'Open the meeting' }).click()
    await room.page.waitForURL(/#\/m\/importer\/importer-first$/)
    expect(sent('/api/meetings')).toEqual({
      protocol: 'council.meeting',
      project: 'thumbnailer',
      task: 'Agree on names.',
    })
  })

  test('that is refused says why, and keeps what was written', async () => {
    room = await roomAt(browser, '/new/talk')
    const { page } = room
    await page.getByLabel('What you want to say').fill('too many')
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.getByText('Five talks are open in this project.').waitFor()
    await page.getByText('Close one of them first.').waitFor()
    expect(await page.getByLabel('What you want to say').inputValue()).toBe('too many')
  })
})

describe('the keyboard', () => {
  test('j and k go through the turns, and a answers', async () => {
    room = await roomAt(browser, '/m/thumbnailer/cache-policy')
    const { page } = room
    await page.locator('article.turn', { hasText: 'Then I withdraw my objection' }).waitFor()
    const now = () => page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent)
    await page.keyboard.press('j')
    expect(await now()).toBe('Ada')
    await page.keyboard.press('j')
    expect(await now()).toBe('Theo')
    await page.keyboard.press('k')
    expect(await now()).toBe('Ada')
    await page.keyboard.press('a')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Continue')
  })

  test('g h goes to the hall, / searches there, and ? shows the keys', async () => {
    room = await roomAt(browser, '/decisions')
    const { page } = room
    await page.getByText('Three times, doubling').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByText('Waiting for you').waitFor()
    await page.keyboard.press('/')
    await page.locator('[data-search]:focus').waitFor()
    await page.keyboard.type('backlog')
    await page.waitForURL(/text=backlog/)
    await page.getByText('Pick an eviction policy').waitFor({ state: 'detached' })
    await page.locator('body').press('Escape')
    await page.getByRole('button', { name: 'Help and keyboard' }).click()
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    // Closed is not yet gone: the page hears of it a moment later.
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('answer what waits').waitFor()
  })

  test('keys belong to the text while one writes', async () => {
    room = await roomAt(browser, '/m/thumbnailer/talk-open')
    const { page } = room
    await page.getByLabel('Your message to Verity').click()
    await page.keyboard.type('g h j a ?')
    expect(await page.getByLabel('Your message to Verity').inputValue()).toBe('g h j a ?')
    expect(page.url()).toContain('talk-open')
  })
})

describe('the token', () => {
  test('leaves the address and is kept; without it the page says what it needs', async () => {
    room = await roomAt(browser, '/')
    await room.page.getByText('Waiting for you').waitFor()
    expect(room.page.url()).toBe(`${room.house.url}#/`)
    await room.page.reload()
    await room.page.getByText('Waiting for you').waitFor()
    const stranger = await context(browser)
    const page = await stranger.newPage()
    await page.goto(room.house.url)
    await page.getByText('This page needs its key').waitFor()
    await stranger.close()
  })

  test('goes to this server only: the page asks nothing of any other', async () => {
    room = await roomAt(browser, '/')
    const asked: string[] = []
    room.context.on('request', (request) => asked.push(new URL(request.url()).origin))
    await room.page.reload()
    await room.page.getByText('Waiting for you').waitFor()
    expect(new Set(asked)).toEqual(new Set([new URL(room.house.url).origin]))
  })
})
