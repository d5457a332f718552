// What people read: nothing is wider than their terminal, colours come only where they are wanted, and the end says all that matters.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { columnsOf } from '../src/surfaces/cli/screen/markdown/columns.js'
import { convened, onlyId, synthesis } from './support/council.js'
import { invited, whole } from './support/meet.js'
import { type Repo, repository } from './support/repo.js'
import { run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const task = 'Should the retry queue move to a service of its own before the spring release is cut?'
const objection = 'The trains pass at twelve and cannot wait for any tide, whatever the captains say of it.'
const turn = (text: string) => ({ call: 'seat.turn', text })

/** A dissent that is answered, a follow-up, words that are longer than a line. */
const seats = {
  'staff-engineer': [
    turn(
      `**Position:** Move it, with \`src/queue/${'deep/'.repeat(14)}retry.ts\` as the seam.\n\n- one\n- two`,
    ),
    {
      call: 'chair.synthesize',
      value: {
        ...synthesis,
        title: 'The queue moves, in two steps, and the old one is read until the last message is gone',
        dissents: [
          { id: 'D1', answer: 'rebutted', reason: 'Trains have a bridge of their own since March.' },
        ],
      },
    },
  ],
  'qa-engineer': [turn(`**Position:** Not before the release.\n\n**Dissent:** ${objection}`)],
  '*': Array.from({ length: 2 }, () =>
    turn('**Position:** Ask those who carry the pager at night, and then decide.'),
  ),
}

async function council(): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  repo.write('.council/scratch/script.yaml', stringify({ seats }))
  return repo
}

const held = ['council', 'meeting', task, '--conclude', '--agents', 'script:.council/scratch/script.yaml']
const home = () => ({ PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' })

/**
 * Lines as they stand on the screen. A word that is longer than the terminal and a command of git are not broken; commands of parley fit,
 * the examples of its help where there are 80 columns.
 */
function tooWide(all: string, columns: number): readonly string[] {
  const codes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')
  const lines = all
    .replace(codes, '')
    .split('\n')
    .flatMap((line) => line.split('\r'))
  const kept = columns < 80 ? /^ {2}(?:git|parley (?:council )?meet)/ : /^ {2}git /
  return lines.filter(
    (line) => columnsOf(line) > columns && / /.test(line.trim().replace(/^[-·!│] /, '')) && !kept.test(line),
  )
}

describe.each([80, 60])('at %i columns', (columns) => {
  test('no line is broken by the terminal: council, chartered meeting, and everything that is looked up afterwards', async () => {
    const repo = await council()
    const at = { cwd: repo.root, env: home(), columns }
    const ran = await atTerminal(held, at, [])
    expect(ran.code, ran.all).toBe(0)
    repo.write('seats.yaml', JSON.stringify(whole))
    const met = await atTerminal(
      ['meet', '--charter', task, ...invited, '--yes', '--agents', 'script:seats.yaml'],
      at,
      [],
    )
    expect(met.code, met.all).toBe(0)
    const id = (
      JSON.parse((await run(['list', '--json'], at)).stdout.split('\n').at(-2) ?? '') as { id: string }
    ).id
    const shown: Record<string, string> = { council: ran.all, meet: met.all }
    for (const words of [
      [],
      ['list'],
      ['rule', '--help'],
      ['rule', 'loop-detector', '--help'],
      ['show', id],
      ['show', id, '--cost'],
      ['verify', id],
      ['export', id, '--out', 'minutes.pdf'],
      ['council', 'info'],
      ['fork', id, '--at', 'nowhere'],
      ['--help'],
      ['council', 'meeting', '--help'],
    ])
      shown[words.join(' ') || 'home'] = (await atTerminal(words, at, [])).all
    const wide = Object.entries(shown).map(([what, all]) => [what, tooWide(all, columns)])
    expect(wide.filter(([, lines]) => lines?.length)).toEqual([])
  })
})

test('the end says the decision, the dissents with their answers, follow-ups, the files, where it was committed, the cost and what next', async () => {
  const repo = await council()
  const { stdout, code } = await run(held, { cwd: repo.root })
  expect(code).toBe(0)
  const end = stdout.slice(stdout.lastIndexOf('\n\nThe queue moves'))
  const places = [
    'Open the gate at high water',
    'Who stands where',
    `qa-engineer: ${objection}`,
    'D1, round 1. Rebutted by the chair: Trains have a bridge of their own',
    'Follow-ups\n  1. Write the tide table',
    `Record: .council/records/${onlyId(repo)}.md`,
    `Committed to main as ${repo.git('rev-parse', 'HEAD').slice(0, 10)}.`,
    '5 turns · ',
    'Next\n  parley export ',
  ].map((text) => end.indexOf(text))
  expect(places, end).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('the examples of parley alone go on in the next line as a shell reads them, where the terminal is narrow', async () => {
  const env = { PARLEY_HOME: temporary() }
  const { all } = await atTerminal([], { cwd: temporary(), env, columns: 60 }, [])
  expect(all).toMatch(/meeting "Should we split the API\?" \\\r?\n {6}--template software-team\r?\n/)
})

describe('colours', () => {
  const esc = String.fromCharCode(27)

  test('come at a terminal and keep to sixteen; NO_COLOR takes them away, FORCE_COLOR=0 too', async () => {
    const { root } = repository()
    const env = { PARLEY_HOME: join(temporary(), 'home') }
    const { all } = await atTerminal(['doctor'], { cwd: root, env }, [])
    expect(all).toContain(`${esc}[`)
    expect(all).not.toMatch(new RegExp(`${esc}\\[[0-9;]*(38|48);`))
    for (const off of [
      ['NO_COLOR', '1'],
      ['FORCE_COLOR', '0'],
    ] as const)
      expect(
        (await atTerminal(['doctor'], { cwd: root, env: { ...env, [off[0]]: off[1] } }, [])).all,
      ).not.toContain(`${esc}[`)
  })

  test('go into no pipe, unless FORCE_COLOR asks for them', async () => {
    const { root } = repository()
    expect((await run(['doctor'], { cwd: root })).stdout).not.toContain(esc)
    expect((await run(['doctor'], { cwd: root, env: { FORCE_COLOR: '1' } })).stdout).toContain(`${esc}[`)
    expect(
      (await run(['doctor'], { cwd: root, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout,
    ).not.toContain(esc)
  })
})

test('an answer in one’s own words opens the editor at a terminal, over the draft where there is one; words that are typed stand behind a bar on every line', async () => {
  const repo = repository()
  await convened(repo)
  const folder = temporary()
  const editor = join(folder, 'editor')
  writeFileSync(editor, `#!/bin/sh\ncp "$1" '${folder}/seen'\necho 'What about cost?' >> "$1"\n`, {
    mode: 0o755,
  })
  const at = { cwd: repo.root, env: { ...home(), EDITOR: editor } }
  const asked = held.filter((word) => word !== '--conclude')
  expect((await run(asked, at)).code).toBe(3)
  const nobody = await run(['answer', 'steer'], at)
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('steer') })
  const steered = await atTerminal(['answer', 'steer'], at, [
    ['? Where next?', '\x1b[B\x1b[B\r'],
    ['? Steer the next round', 'tide '.repeat(30)],
    ['│ tide', '\x03'],
  ])
  expect(steered.all).toMatch(/\n│ [tide ]+█/)
  expect(steered.code, steered.all).toBe(3)
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('')
  expect(repo.read(`.council/scratch/${onlyId(repo)}.md`)).toContain('What about cost?')
})
