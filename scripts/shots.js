// Shots: pictures of every screen of the page, in a real browser over the real server, of meetings that are held for it in a scratch
// folder. `npm run shots` writes them there and the one of the README to docs/; words limit it to the screens whose names hold them;
// --again looks at the meetings of the last time, and not at the README; --readme takes that one only, --long adds 5,000 lines.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath, ensureBrowser } from './browser.js'
import { heldMeetings, hostileMeetings, speaking } from './shots/_meetings.js'
import { serving } from './shots/_server.js'
import { root } from './steps.js'

const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const has = (flag) => words.includes(`--${flag}`)
const folder = process.env.PARLEY_SHOTS ?? path.join(os.tmpdir(), 'parley-shots')
const [stage, pictures] = [path.join(folder, 'stage'), path.join(folder, 'pictures')]
const widths = [1440, 1024, 390]
const looks = ['light', 'dark']

ensureBrowser()
if (!has('again')) fs.rmSync(stage, { recursive: true, force: true })
fs.mkdirSync(pictures, { recursive: true })
const server = await serving(stage)
try {
  const browser = await browserHere()
  await takeAll(browser).finally(() => browser.close())
} finally {
  await server.stop()
}

async function takeAll(browser) {
  const page = await browser.newPage()
  await page.goto(server.address)
  await page.waitForFunction(() => document.querySelector('main h1'))
  if (!server.furnished) {
    await take(page, [{ name: 'hall-empty', hash: '/' }])
    await heldMeetings(server)
    // A README shows no hostile meetings: these come behind its picture.
    if (wanted.length === 0) await forReadme(page)
    if (has('readme')) return
    hostileMeetings(server, { long: has('long') })
  }
  await take(page, await screens())
  await takeSpeaking(page)
  await takeLost(page)
}

/** Every address of the page, one for each meeting and for each kind that can be opened. */
async function screens() {
  const meetings = await server.get('/api/meetings')
  const [{ name: project }] = await server.get('/api/projects')
  const forms = await server.get(`/api/forms/${project}`)
  const of = (meeting) => `/m/${meeting.project}/${meeting.id}`
  return [
    { name: 'hall', hash: '/' },
    { name: 'hall-found', hash: '/?text=outbox' },
    { name: 'hall-nothing', hash: '/?text=nobody+said+this' },
    { name: 'nowhere', hash: '/no/such/page' },
    { name: 'unknown-meeting', hash: `/m/${project}/never-was` },
    { name: 'hall-answering', hash: '/', press: ['.desk-row [data-answer][aria-expanded]'] },
    { name: 'dialog-drop', hash: '/', press: ['.desk-row [data-drop]'] },
    { name: 'dialog-help', hash: '/', press: ['.topbar .help'] },
    { name: 'new-more', hash: '/new/council.meeting', press: ['.form details.more summary'] },
    ...meetings
      .filter(({ protocol, status, output }) => protocol === 'talk' && status === 'waiting' && output > 0)
      .slice(0, 1)
      .map((meeting) => ({
        name: 'dialog-close',
        hash: of(meeting),
        press: ['button:has-text("Close this talk")'],
      })),
    ...meetings
      .filter(cites)
      .slice(0, 1)
      .flatMap(({ project, id }) => [
        { name: 'document', hash: `/d/${project}?path=${encodeURIComponent(`.council/records/${id}.md`)}` },
        { name: 'citation', hash: `/m/${project}/${id}?show=transcript`, press: ['.turn .cite'] },
        {
          name: 'dissents-alone',
          hash: `/m/${project}/${id}?show=transcript`,
          press: ['.filter [aria-pressed=false]'],
        },
      ]),
    ...meetings
      .filter(({ protocol, status }) => protocol === 'council.meeting' && status === 'waiting')
      .slice(0, 1)
      .map((meeting) => ({ name: 'further', hash: of(meeting), press: ['.further summary'] })),
    ...['requests', 'decisions', 'projects'].map((name) => ({
      name,
      hash: `/${name}`,
    })),
    ...forms.meetings.map(({ protocol }) => ({ name: `new-${protocol}`, hash: `/new/${protocol}` })),
    ...meetings.map((meeting) => ({ name: nameOf(meeting), hash: of(meeting) })),
    ...meetings
      .filter(({ protocol }) => protocol !== 'talk' && protocol !== 'analyze')
      .map((meeting) => ({ name: `${nameOf(meeting)}-transcript`, hash: `${of(meeting)}?show=transcript` })),
    ...meetings
      .filter(({ questions }) => questions.some(({ id }) => id.startsWith('review.')))
      .map((meeting) => ({
        name: `${nameOf(meeting)}-edited`,
        hash: of(meeting),
        press: ['.question .more'],
      })),
  ]
}

function cites({ protocol, status }) {
  return protocol === 'council.meeting' && status === 'concluded'
}

/** A seat in the middle of a sentence. */
async function takeSpeaking(page) {
  if (!isWanted({ name: 'live' })) return
  const { project, id, stop } = await speaking(server)
  await take(page, [{ name: 'live', hash: `/m/${project}/${id}`, until: '.turn.live .growing' }])
  await server.post(`/api/meetings/${project}/${id}/interrupt`)
  stop()
}

/** Last, since the server is gone then. */
async function takeLost(page) {
  if (!isWanted({ name: 'lost' })) return
  await settled(page, '/')
  await server.stop()
  await page.locator('.lost').waitFor()
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await kept(page, 'lost', look, width)
    }
  }
}

function nameOf({ protocol, status, id }) {
  const slug = id.replace(/^[\d-]+/, '').slice(0, 24)
  return `${protocol}-${status}-${slug}`.replaceAll('/', '-')
}

async function take(page, all) {
  const taken = all.filter(isWanted)
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
    for (const screen of taken) for (const width of widths) await shoot(page, screen, look, width)
  }
}

function isWanted({ name }) {
  return wanted.length === 0 || wanted.some((word) => name.includes(word))
}

async function shoot(page, { name, hash, press = [], until }, look, width) {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await settled(page, hash)
  if (until) await page.locator(until).first().waitFor()
  for (const what of press) await page.locator(what).first().click()
  if (press.length > 0) await still(page)
  await kept(page, name, look, width)
}

async function kept(page, name, look, width) {
  const file = path.join(pictures, `${name}-${width}-${look}.png`)
  await page.screenshot({ path: file, fullPage: !name.includes('5000') })
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  console.log(`${over > 0 ? `✗ ${over} px too wide: ` : ''}${file}`)
  if (over > 0) process.exitCode = 1
}

/** There, and at rest: what is read has come, nothing is drawn as missing, and nothing moves any more. */
async function settled(page, hash) {
  await page.goto('about:blank')
  await page.goto(`${server.url}/#${hash}`)
  // A browser leaves out of a picture of the whole page what it would lay out only when it is scrolled to.
  await page.evaluate(() => {
    const whole = new CSSStyleSheet()
    whole.replaceSync('.turn { content-visibility: visible !important }')
    document.adoptedStyleSheets = [whole]
  })
  await page.waitForFunction(() => document.title.includes('parley') && document.querySelector('main h1'))
  await page.waitForFunction(() => !document.querySelector('.skeleton, .said.plain'))
  await still(page)
}

/** Nothing is loading, and nothing has moved for half a second. */
async function still(page) {
  await page.waitForFunction(
    () => {
      const now = `${document.body.scrollHeight} ${document.querySelector('main').innerHTML.length}`
      const loading = document.querySelector('main .skeleton, main .said.plain')
      const times = !loading && window.seenLast === now ? (window.seenTimes ?? 0) + 1 : 0
      Object.assign(window, { seenLast: now, seenTimes: times })
      return times >= 4
    },
    undefined,
    { polling: 120 },
  )
}

/** One picture, as small as it can be read. */
async function forReadme(page) {
  const meetings = await server.get('/api/meetings')
  const council = meetings.find(
    ({ protocol, status }) => protocol === 'council.meeting' && status === 'waiting',
  )
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture(page, 'meeting', `/m/${council.project}/${council.id}`)
}

async function picture(page, name, hash) {
  await settled(page, hash)
  const { data } = await (await page.context().newCDPSession(page)).send('Page.captureScreenshot', {
    format: 'webp',
    quality: 72,
  })
  const file = path.join(root, 'docs', 'pictures', `${name}.webp`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, Buffer.from(data, 'base64'))
  console.log(`${file} (${Math.round(fs.statSync(file).size / 1000)} kB)`)
}

function browserHere() {
  return chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
}
