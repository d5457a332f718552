// An analysis at the command line: what its words ask for, what is refused before anything is written, and one to its documents.

import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { replies, wholeLines } from '../src/protocols/analyze/whole.suite.js'
import { analysisScript, layQueue, linesFor } from './support/analysis.js'
import { everything, meetingsIn, repository } from './support/repo.js'
import { events, run, temporary } from './support/run.js'

const home = () => ({ PARLEY_HOME: join(temporary(), 'home') })
const ticket = '# Open the gate by the tide\n\nShips wait for hours although the water is high.\n'

describe('what is wrong is exit 2, said before anything is written', () => {
  const repo = () => {
    const made = repository()
    made.write('ticket.md', ticket)
    made.write('docs/requirements/known/meta.json', '{ "source_id": "GH-7" }')
    return made
  }
  test('of its words', async () => {
    const { root } = repo()
    writeFileSync(join(root, 'bytes'), Buffer.from([0xff, 0xfe, 0x41]))
    writeFileSync(join(root, 'long'), 'x'.repeat(200_001))
    writeFileSync(join(root, 'known.md'), '# Known\n')
    mkdirSync(join(root, 'empty'))
    symlinkSync(temporary(), join(root, 'away'))
    const before = everything(root)
    const wrong: [string[], RegExp][] = [
      [['../x'], /cannot be the name of an item[\s\S]*\[A-Za-z0-9-\]\+/],
      [['#42'], /gh issue view 42[\s\S]*parley analyze - --source github --source-id GH-42/],
      [['x', '--draft', 'nowhere.md'], /nowhere\.md: there is no such file/],
      [['x', '--draft', 'docs'], /docs is no file/],
      [['x', '--draft', 'bytes'], /bytes is no UTF-8 text/],
      [['x', '--discovery', 'long'], /long is longer than 200000 bytes/],
      [['-', '--discovery', '-'], /Standard input is named twice/],
      [[], /There is no draft, and nobody is here/],
      [['--draft', 'known.md'], /known[\s\S]*parley analyze known/],
      [['--source-id', 'GH-8'], /No item has the source id GH-8/],
      [['x', '--tier', 'huge'], /--tier cannot be "huge"/],
      [['x', '--source', 'post'], /--source cannot be "post"/],
      [['x', '--light', '--tier', 'epic'], /contradict/],
      [['x', '--max-exchanges', '2'], /from 3 to 100/],
      [['x', '--root', '/etc'], /not a folder inside the workspace/],
      [['x', '--root', '../up'], /not a folder inside the workspace/],
      [['x', '--root', 'away'], /away\/x cannot be written/],
      [['x', '--root', 'README.md'], /README\.md\/x cannot be written/],
      [['x', '--personas', 'nowhere'], /there is no folder nowhere/],
      [['x', '--topics', 'empty'], /no topic in empty/],
      [['x', '--seat', 'nobody=claude'], /No seat here is called "nobody"/],
      [['x', '--seat', 'system-designer=claude', '--agents', 'claude'], /system-designer/],
      [['x', '--nonsense'], /`parley analyze` has no flag --nonsense/],
    ]
    const env = home()
    const came = await Promise.all(
      wrong.map(async ([words]) => run(['analyze', ...words], { cwd: root, env })),
    )
    came.forEach(({ code, stderr }, at) => {
      expect([wrong[at]![0], stderr]).toEqual([wrong[at]![0], expect.stringMatching(wrong[at]![1])])
      expect([wrong[at]![0], code]).toEqual([wrong[at]![0], 2])
    })
    expect(everything(root)).toEqual(before)
    expect(existsSync(meetingsIn(root))).toBe(false)
  })
})

test('it waits after each turn, goes on by its name, writes documents, and ends with the signal', async () => {
  const repo = repository()
  const env = home()
  const at = { cwd: repo.root, env }
  repo.write('src/queue.ts', 'export function retry(queue) {\n  while (!queue.done) queue.send()\n}\n')
  repo.write('seats.json', JSON.stringify({ seats: analysisScript.seats }))
  const agents = ['--agents', 'script:seats.json']
  // A draft on standard input leaves nobody to prompt: it opens, asks and waits.
  const opened = await run(['analyze', '-', ...agents], { ...at, input: ticket })
  expect(opened).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('Waiting for you: Who is hurt by that?'),
  })
  expect(opened.stdout).not.toMatch(/── |analyze\.opening|Lead/)
  const [id = ''] = readdirSync(meetingsIn(repo.root))
  expect(id).toMatch(/^\d{4}-\d\d-\d\d-analyze-open-the-gate-by-the-tide$/)
  const listed = events(await run(['analyze', '--list', '--json'], at))
  expect(listed).toMatchObject([
    { type: 'item', slug: 'open-the-gate-by-the-tide', status: 'raw', covered: 0, required: 6, meeting: id },
  ])
  const changed = await run(['analyze', 'open-the-gate-by-the-tide', '--tier', 'light'], at)
  expect(changed).toMatchObject({ code: 2, stderr: expect.stringContaining(id) })
  const again = await run(['analyze', 'open-the-gate-by-the-tide'], at)
  expect(again).toMatchObject({ code: 3, stdout: expect.stringContaining('Who is hurt by that?') })
  const beside = await run(['answer', id, 'accept', 'words'], at)
  expect(beside.code).toBe(2)
  repo.write(
    'answers.yaml',
    JSON.stringify([
      { choose: 'say', text: replies[0]![1] },
      { to: 'scope', choose: 'trivial' },
    ]),
  )
  const ended = await run(['resume', id, '--answers', 'answers.yaml'], at)
  expect(ended.code).toBe(0)
  // What a prepared answer decided stands above it, whole.
  expect(ended.stdout).toMatch(
    / affected and the risk is [\s\S]*Does \w+ fit this[^\n]*\n\nYou \(prepared answer\)\n {2}Trivial/,
  )
  expect(ended.stdout.trimEnd().split('\n').at(-1)).toBe('ROUNDTABLE_COMPLETE')
  expect(ended.stdout.split('ROUNDTABLE_COMPLETE')).toHaveLength(2)
  const folder = 'docs/requirements/open-the-gate-by-the-tide'
  expect(repo.read(`${folder}/requirements-summary.md`)).toContain('**Status**: Recorded')
  expect((await run(['verify', id], at)).code).toBe(0)
  const current = await run(['analyze', 'open-the-gate-by-the-tide'], at)
  expect(current).toMatchObject({ code: 0, stdout: expect.stringContaining('is complete and current') })

  // The code moves on: nobody is there to be asked whether it is analysed again, and --yes leaves it as it is.
  repo.git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'Move on')
  const moved = await run(['analyze', 'open-the-gate-by-the-tide'], at)
  expect(moved).toMatchObject({ code: 3, stdout: expect.stringContaining('though the code has moved since') })
  expect((await run(['analyze', 'open-the-gate-by-the-tide', '--yes'], at)).code).toBe(0)
  // What the record says and meta.json does not is told, and meta.json is followed.
  const meta = JSON.parse(repo.read(`${folder}/meta.json`))
  repo.write(
    `${folder}/meta.json`,
    JSON.stringify({ ...meta, acceptance: undefined, analysis_status: 'partial' }),
  )
  // A folder of personas is the only place that is looked at: who is not there is spoken for, and that is told.
  repo.write('mine/persona-business-analyst.md', '# Ada Quay -- Analyst\n\nYou ask why.\n')
  const slug = 'open-the-gate-by-the-tide'
  const partial = await run(['analyze', slug, ...agents, '--personas', 'mine'], at)
  expect(partial.stdout).toMatch(/There is no persona for solutions-architect[\s\S]*\nAda\n/)
  expect(partial).toMatchObject({
    code: 3,
    stdout: expect.stringContaining(`The record of ${id} says that this`),
  })
  expect(partial.stdout).toContain(`${id}-2`)
})

test('an item whose meta.json says that it is an epic waits at its sign-offs, and whoever comes back is told where it stands', async () => {
  const repo = repository()
  layQueue(repo)
  const folder = 'docs/requirements/bounded'
  const meta = { sizing_decision: { effective_intensity: 'epic' }, build_started_at: 'never' }
  repo.write(`${folder}/meta.json`, JSON.stringify({ ...meta, source: 'github', source_id: 'GH-42' }))
  repo.write(`${folder}/draft.md`, '# Bound the retries\n\nRetries of the queue run for hours.\n')
  repo.write('known.md', 'The queue has no tests.\n')
  const seats = { lead: linesFor(wholeLines()) }
  repo.write('script.json', JSON.stringify({ seats }))
  const at = { cwd: repo.root, env: home() }
  const say = (text: string) => ({ choose: 'say', text })
  repo.write('replies.yaml', JSON.stringify([say(replies[0]![1])]))
  const opened = await run(
    [
      ...['analyze', 'bounded', '--discovery', 'known.md'],
      ...['--agents', 'script:script.json', '--answers', 'replies.yaml'],
    ],
    at,
  )
  expect(opened).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('What would tell you that it works?'),
  })
  // Prepared answers are counted from the first one on: what was answered before is in the list, too.
  const words = replies.map(([, text]) => say(text))
  repo.write('all.yaml', JSON.stringify([...words, 'accept', 'accept', 'accept']))
  const back = await run(['analyze', 'bounded', '--answers', 'all.yaml'], at)
  expect(back.stdout).toMatch(/Settled: .*; next: |Nothing is settled yet; next: /)
  expect(back).toMatchObject({ code: 0 })
  expect(back.stdout).toMatch(
    /Accept this architecture, or amend it\?[\s\S]*Accept this design, or amend it\?/,
  )
  expect(back.stdout.trimEnd().split('\n').at(-1)).toBe('ROUNDTABLE_COMPLETE')
  expect(JSON.parse(repo.read(`${folder}/meta.json`))).toMatchObject({
    ...{ source: 'github', source_id: 'GH-42', analysis_status: 'analyzed' },
    ...meta,
    acceptance: { domains: ['requirements', 'architecture', 'design'] },
  })
  expect(repo.read(`${folder}/draft.md`)).toContain('Retries of the queue run for hours.')
  expect(repo.read(`${folder}/architecture-summary.md`)).toContain('**Status**: Accepted')
  expect((await run(['verify', 'bounded'], at)).code).toBe(0)
})
