// A new protocol is a folder and a line: the poll of docs/protocols.md is put into a copy of this repository, which is built and used
// on every surface. If this fails, either the page teaches something wrong, or a protocol must be known in one more place.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Forms, MeetingEntry, MeetingRef, Way } from '../src/hall/api.js'
import { launch } from './support/browser.js'
import { watch } from './support/page.js'
import { emptyRepository } from './support/repo.js'
import { checkout, type Ran, run, temporary, untilFileEnds } from './support/run.js'
import { at, atRest, type Got, hear, must, type Server, serverAt } from './support/server.js'

const vote = { vote: 'yes', why: 'The tide says yes.' }
const limit = { timeout: 240_000 }
const until = untilFileEnds()
const copy = join(temporary(until), 'parley')
const dist = join(copy, 'dist')
const project = emptyRepository(until)
// biome-ignore lint/suspicious/noThenProperty: the script file's own word; nobody awaits it.
const votes = JSON.stringify({ seats: { '*': [{ value: vote }] }, then: 'repeat' })
const voters = join(temporary(until), 'votes.json')
const agents = ['--agents', `script:${voters}`]
const poll = (...args: string[]): Promise<Ran> => run(args, { cwd: project.root, dist })

beforeAll(() => {
  writeFileSync(voters, votes)
  build()
}, limit.timeout)

describe('the poll of docs/protocols.md, with one line in the list of protocols', limit, () => {
  test('is a command with flags and help of its own', async () => {
    expect((await poll('--help')).stdout).toContain('a poll: every voter answers alone, then you decide')
    const { stdout } = await poll('poll', '--help')
    expect(stdout).toContain('Usage: parley poll QUESTION… [FLAGS]')
    expect(stdout).toContain('a single no is enough to advise against it')
  })

  test('refuses what its preparation refuses, and leaves nothing behind', async () => {
    const refused = await poll('poll', 'Ship it.')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('A poll asks a question.')
    expect(readdirSync(project.root)).toEqual(['.git'])
  })

  test('is held, shown, listed, exported, verified and forked', async () => {
    const held = await poll('poll', 'Shall', 'we', 'ship?', ...agents, '--yes')
    expect(held).toMatchObject({ code: 0 })
    expect(held.stdout).toContain('The votes: 2 yes, 0 no.')
    expect(held.stdout).toContain('Decided: yes')
    expect(project.read('polls/poll-1.md')).toContain('yes, after 2 yes and 0 no.')
    expect((await poll('show', 'poll-1')).stdout).toContain('The votes: 2 yes, 0 no.')
    const list = (await poll('list')).stdout
    for (const word of ['poll-1', 'Shall we ship?', 'concluded']) expect(list).toContain(word)
    for (const format of ['markdown', 'html', 'json']) {
      const exported = await poll('export', 'poll-1', '--format', format)
      expect(exported, format).toMatchObject({ code: 0 })
      const told = format === 'json' ? ['tally'] : ['The votes: 2 yes, 0 no.', 'Decided: yes']
      for (const word of ['Shall we ship?', 'Ann', 'The tide says yes.', ...told])
        expect(exported.stdout, format).toContain(word)
    }
    expect(await poll('verify', 'poll-1')).toMatchObject({ code: 0 })
    const fork = await poll('fork', 'poll-1', '--at', '2', ...agents, '--yes')
    expect(fork).toMatchObject({ code: 0 })
    expect(await poll('verify', 'fork-1-poll')).toMatchObject({ code: 0 })
  })

  test('is verified against the disk: a record that somebody changed is named', async () => {
    const record = project.read('polls/poll-1.md')
    project.write('polls/poll-1.md', record.replace('yes,', 'no,'))
    const found = await poll('verify', 'poll-1')
    expect(found).toMatchObject({ code: 1 })
    expect(found.stdout).toContain('polls/poll-1.md')
    project.write('polls/poll-1.md', record)
  })

  test('is opened, held and told by a program that imports the library', async () => {
    const program = emptyRepository(until)
    mkdirSync(join(program.root, 'node_modules'))
    symlinkSync(copy, join(program.root, 'node_modules', 'parley-ai'))
    program.write('poll.mjs', libraryProgram)
    program.write('votes.json', votes)
    expect(JSON.parse(succeed(process.execPath, ['poll.mjs'], program.root))).toEqual({
      id: 'poll-1',
      fields: ['question', 'voters', 'cautious', 'papers'],
      asked: 'What do you decide?',
      outcome: { decision: 'no', yes: 3, no: 0, record: 'polls/poll-1.md' },
      title: 'Shall we wait?',
      findings: [],
    })
    expect(program.read('polls/poll-1.md')).toContain('no, after 3 yes and 0 no.')
  })
})

describe('the same poll through the server', limit, () => {
  let server: Server

  beforeAll(async () => {
    const home = temporary(until)
    writeFileSync(join(home, 'config.yaml'), `agents: script:${voters}\n`)
    server = await serverAt(home, project, {}, until, { dist })
    project.git('commit', '--quiet', '--allow-empty', '-m', 'Begin')
    await must(server, 'POST', '/api/projects', { name: 'harbour', path: project.root })
  })

  test('a hall without any meeting teaches it beside the others, by its own summary and example', async () => {
    const nobody = await serverAt(temporary(until), emptyRepository(until), {}, until, { dist })
    const { page, complaints } = await watch(await browser(), nobody, '/')
    const way = page.locator('.empty li', { hasText: 'Every voter answers alone, then you decide' })
    await way.waitFor()
    expect(await way.textContent()).toContain('parley poll "Shall we ship on Friday?"')
    const ways = await must<Way[]>(nobody, 'GET', '/api/ways')
    await expect.poll(() => page.locator('.empty li').count()).toBe(ways.length)
    expect(await way.getByRole('link', { name: 'New poll' }).getAttribute('href')).toBe('#/new/poll')
    expect(complaints).toEqual([])
  })

  test('its fields are in the form', async () => {
    const { meetings } = await must<Forms>(server, 'GET', '/api/forms/harbour')
    expect(meetings.find(({ protocol }) => protocol === 'poll')).toMatchObject({
      title: 'Poll',
      command: ['poll'],
      fields: [
        { name: 'question', kind: 'text', label: 'Question', required: true },
        { name: 'voters', kind: 'names' },
        { name: 'cautious', kind: 'switch' },
        { name: 'papers', kind: 'names' },
      ],
    })
  })

  test('a request that its preparation or its fields refuse opens nothing', async () => {
    const polls = () => must<MeetingEntry[]>(server, 'GET', '/api/meetings?protocol=poll')
    const before = await polls()
    const asked = { protocol: 'poll', project: 'harbour' }
    for (const [fields, words] of [
      [{ question: 'Ship it.' }, 'A poll asks a question.'],
      [{ question: 'Ship it?', voters: 2 }, 'voters'],
      [{ question: 'Ship it?', quorum: 2 }, 'quorum'],
    ] as const) {
      const refused = await server.ask('POST', '/api/meetings', { ...asked, ...fields })
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body)).toContain(words)
    }
    expect(await polls()).toEqual(before)
  })

  test('it is opened, heard, answered, listed and verified over HTTP, and its document and decision are found', async () => {
    const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', {
      protocol: 'poll',
      project: 'harbour',
      question: 'Shall we paint the gate?',
      voters: ['Cy', 'Di', 'Ed'],
    })
    expect(await atRest(server, ref)).toMatchObject({
      status: 'waiting',
      title: 'Shall we paint the gate?',
      seats: ['Cy', 'Di', 'Ed'],
      asks: { id: 'decide', default: 'yes' },
    })
    const ended = hear(server, at(ref, '/events'), isConcluded)
    await must(server, 'POST', at(ref, '/answer'), { choose: 'no' })
    const lines = (await ended).flatMap(({ data }) => (data.type === 'line' ? [data.line] : []))
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1))
    expect(lines.map(({ kind }) => kind)).toEqual([
      'opened',
      'phase',
      ...['turn', 'turn', 'turn'],
      'noted',
      'phase',
      'asked',
      'answered',
      'acted',
      'wrote',
      'concluded',
    ])
    const view = await atRest(server, ref)
    expect(view).toMatchObject({ status: 'concluded', outcome: { decision: 'no', yes: 3, no: 0 } })
    expect(view.documents).toMatchObject([{ path: `polls/${ref.id}.md`, kind: 'record' }])
    const listed = await must<MeetingEntry[]>(server, 'GET', '/api/meetings?protocol=poll&text=paint')
    expect(listed).toMatchObject([{ id: ref.id, status: 'concluded' }])
    expect(await must(server, 'POST', at(ref, '/verify'), {})).toMatchObject({ findings: [] })
    const document = await must(server, 'GET', `/api/documents/harbour?path=polls%2F${ref.id}.md`)
    expect(document).toMatchObject({ kind: 'record', meetings: [ref.id] })
    const decisions = await must(server, 'GET', '/api/decisions?text=paint')
    expect(decisions).toMatchObject([{ meeting: ref.id, decision: 'no' }])
  })

  test('a person fills in its form on the page, answers its question, reads its outcome and finds it in the hall', async () => {
    const { page, complaints } = await watch(await browser(), server, '/new/poll')
    await page.getByLabel('Question').fill('Shall we open at six?')
    await page.getByLabel('Voters').fill('Fay\nGus')
    await page.getByLabel('Cautious').check()
    const same = "parley poll 'Shall we open at six?' --voters Fay,Gus --cautious"
    await expect.poll(() => page.locator('.same').textContent()).toContain(same)
    await page.getByRole('button', { name: 'Open the meeting' }).click()
    await page.waitForURL(/#\/m\/harbour\/poll-/)

    await page.getByText('What do you decide?').first().waitFor()
    await page.getByRole('link', { name: /^Transcript/ }).click()
    await expect.poll(() => readTranscript(page)).toContain('The tide says yes.')
    await page.getByRole('link', { name: 'The question' }).click()
    await page.getByRole('button', { name: /^No/ }).first().click()
    await page.getByText('no, after 2 yes and 0 no.').first().waitFor()
    await page.getByRole('link', { name: /^Transcript/ }).click()
    await page.getByText('Decided: no').first().waitFor()
    for (const word of ['Fay', 'Gus', 'The votes: 2 yes, 0 no.'])
      await expect.poll(() => readTranscript(page)).toContain(word)

    await page.goto(`${server.url}/#/`)
    await page.getByLabel('Protocol').selectOption('Poll')
    const row = page.locator('.row-item', { hasText: 'Shall we open at six?' })
    await row.waitFor()
    expect(await row.textContent()).toContain('Poll')

    await page.goto(`${server.url}/#/d/harbour?path=polls%2Fpoll-1.md`)
    await page.getByRole('link', { name: 'New poll' }).click()
    await page.waitForURL(/#\/new\/poll\?/)
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Papers' }).inputValue())
      .toBe('polls/poll-1.md')
    await page.goto(`${server.url}/#/`)
    await page.getByRole('link', { name: 'New meeting' }).click()
    await page.getByLabel('Cautious').waitFor()
    expect(complaints).toEqual([])
  })
})

let launched: Promise<Browser> | undefined

function browser(): Promise<Browser> {
  launched ??= launch().then((one) => {
    until(() => one.close())
    return one
  })
  return launched
}

/** What a program would write that holds a poll itself, and decides against what was voted. */
const libraryProgram = `
import { answerTo, parley } from 'parley-ai'

const workspace = parley(process.cwd())
const prepared = await workspace.prepare({
  protocol: 'poll',
  fields: { question: 'Shall we wait?', voters: ['Hal', 'Ida', 'Jo'] },
  agents: { default: 'script:votes.json' },
})
if (prepared.kind !== 'ready') throw new Error(prepared.halt)
const id = await workspace.begin(prepared)
let asked
const ending = await workspace.hold(id, {
  async answer(question) {
    asked = question.title
    return answerTo(question, 'no', undefined, 'answers')
  },
  observe() {},
  signal: new AbortController().signal,
})
const { title } = await workspace.summary(id)
const { findings } = await workspace.verify(id)
const fields = Object.keys((await workspace.kind('poll')).fields)
console.log(JSON.stringify({ id, fields, asked, outcome: ending.outcome, title, findings }))
`

function isConcluded({ data }: Got): boolean {
  return data.type === 'line' && data.line.kind === 'concluded'
}

async function readTranscript(page: Page): Promise<string> {
  return (await page.locator('.middle').textContent()) ?? ''
}

/** A copy of this repository as it was built, to which the files of the page come, and the line; then it is built again. */
function build(): void {
  for (const part of [
    'src',
    'scripts',
    'bin',
    'library',
    'dist',
    'package.json',
    'tsconfig.json',
    'tsconfig.types.json',
  ])
    cpSync(join(checkout, part), join(copy, part), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, text] of filesIn(readFileSync(join(checkout, 'docs', 'protocols.md'), 'utf8'))) {
    expect(existsSync(join(copy, path)), path).toBe(false)
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  register(join(copy, 'src', 'protocols', 'index.ts'))
  succeed(process.execPath, ['scripts/build.js'], copy)
}

/** What a program says that must end well. */
function succeed(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

/** Blocks of code that begin with the comment that names their file. */
function filesIn(page: string): [string, string][] {
  return [...page.matchAll(/```ts\n\/\/ (src\/\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => [
    path,
    text,
  ])
}

/** The one line, in its two halves. */
function register(file: string): void {
  const list = readFileSync(file, 'utf8')
    .replace('import {', "import { manifest as poll } from './poll/manifest.js'\nimport {")
    .replace(/(protocols: readonly Manifest\[\] = \[[^\]]*)\]/, '$1, poll]')
  writeFileSync(file, list)
}
