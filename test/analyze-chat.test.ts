// An analysis at a real terminal: a chat on one line, of which the person types what they like.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { turn, usual } from '../src/protocols/analyze/lead.suite.js'
import { layQueue, linesFor, slug } from './support/analysis.js'
import { lead } from './support/analysis-script.js'
import { repository } from './support/repo.js'
import { run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const enter = '\r'
const esc = '\x1b'
const forever = 3_600_000

/** What stands on the screen, without colours and movements. */
const plain = (text: string) =>
  text.replace(new RegExp(`${esc}\\[[0-9;?]*[A-Za-z]`, 'g'), '').replaceAll('\r', '')

function place() {
  const repo = repository()
  layQueue(repo)
  return { cwd: repo.root, env: { PARLEY_HOME: join(temporary(), 'home') } }
}

test('words are typed on a line: commands stay at the terminal, several lines are one reply, and leaving keeps the question open', async () => {
  const at = place()
  const editor = join(temporary(), 'editor')
  writeFileSync(editor, '#!/bin/sh\nprintf "from the editor,\\nin two lines" > "$1"\n', { mode: 0o755 })
  const script = join(temporary(), 'lead.yaml')
  const turns = [turn({ ask: 'Which ships wait the longest?' }), turn({ ask: 'Who opens the gate?' })]
  writeFileSync(script, JSON.stringify({ seats: { lead: linesFor(usual({ 'analyze.turn': turns })) } }))
  const began = await atTerminal(
    ['analyze', slug, '--light', '--agents', `script:${script}`],
    { ...at, env: { ...at.env, EDITOR: editor } },
    [
      ['You › ', `/help${enter}`],
      ['earlier replies', ''],
      ['You › ', `/docs${enter}`],
      ['No document is written yet', ''],
      ['You › ', `/dance${enter}`],
      ['There is no command /dance', ''],
      // A paste of two lines, of which the last is sent by hand.
      ['You › ', `\x15Ships wait\\${enter}for the high${enter}tide`],
      ['tide', enter],
      ['Maya', ''],
      ['You › ', `/edit${enter}`],
      ['in two lines', ''],
      ['Maya', ''],
      ['You › ', `/exit${enter}`],
    ],
  )
  expect(plain(began.all)).toMatch(/The question stays open\. Go on with:\n {2}\S.* resume /)
  expect(began.code).toBe(3)
  const [id] = (await run(['list', '--json'], at)).stdout.match(/\d{4}-\d\d-\d\d-[\w-]+/) ?? []
  const shown = (await run(['show', id!], at)).stdout
  expect(shown).toMatch(/Ships wait\n.*for the high\n.*tide/)
  expect(shown).toMatch(/from the editor,\n.*in two lines/)

  // Ctrl-D erases no draft; on an empty line it leaves.
  const again = await atTerminal(['resume', id!], at, [
    ['You › ', 'tides\x04'],
    ['tides', '\x15\x04'],
  ])
  // Where it stands comes first, then what was said last.
  expect(plain(again.all)).toMatch(/Where you left off\. [\s\S]*next: [\s\S]*Maya\n/)
  expect(again.code).toBe(3)
})

test('what is typed while a voice speaks begins the next reply, and is never sent as one', async () => {
  const at = place()
  const script = join(temporary(), 'slow.yaml')
  const turns = lead().map((one) => (one['call'] === 'analyze.turn' ? { ...one, delayMs: 2_500 } : one))
  writeFileSync(script, JSON.stringify({ seats: { lead: turns } }))
  const { all, code } = await atTerminal(['analyze', slug, '--light', '--agents', `script:${script}`], at, [
    ['You › ', `It must stop after ten tries.${enter}`],
    ['thinking', `typed${enter}ahead`],
    ['What may never get lost', ''],
    ['typed ahead', `, and sent${enter}`],
    ['thinking', '\x03'],
    ['You › ', '\x04'],
  ])
  expect(plain(all)).toContain('You › typed ahead')
  expect(code).toBe(3)
  const [id] = (await run(['list', '--json'], at)).stdout.match(/\d{4}-\d\d-\d\d-[\w-]+/) ?? []
  const told = (await run(['show', id!, '--lines'], at)).stdout.split('\n')
  const replies = told
    .filter((line) => / answered /.test(line))
    .flatMap((line) => /"text":"([^"]*)"/.exec(line)?.[1] ?? [])
  expect(replies).toEqual(['It must stop after ten tries.', 'typed ahead, and sent'])
})

test('Ctrl-C while somebody speaks ends the turn and not the session; twice, it leaves the run, which can be resumed', async () => {
  const at = place()
  const script = join(temporary(), 'slow.yaml')
  const slow = { text: 'Never said.', delayMs: forever }
  writeFileSync(script, JSON.stringify({ seats: { '*': Array(20).fill(slow) } }))
  const { all, code } = await atTerminal(['analyze', slug, '--agents', `script:${script}`], at, [
    ['thinking', '\x03'],
    ['Stopped.', ''],
    // Nobody has asked anything that could still be read, so the question is said.
    ['What else should we know?', ''],
    ['You › ', `Ships wait.${enter}`],
    ['thinking', '\x03'],
    ['Press again to leave', '\x03'],
  ])
  expect(plain(all)).not.toContain('Never said.')
  expect(plain(all)).toMatch(/Go on with:\n {2}\S.* resume /)
  expect(code).toBe(1)
})
