// A chartered meeting at a real terminal: told in plain words, decided by letters, drafts changed in the person's own editor.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alone } from './support/meet.js'
import { repository } from './support/repo.js'
import { run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const enter = '\r'
const down = '\x1b[B'
const esc = '\x1b'

/** What stands on the screen, without colours and movements. */
const plain = (text: string) =>
  text.replace(new RegExp(`${esc}\\[[0-9;?]*[A-Za-z]`, 'g'), '').replaceAll('\r', '')

/** An editor that keeps what it was opened with, makes a mistake first, and mends it where it is marked. */
function clumsyEditor(): { readonly editor: string; opened(time: 1 | 2): string } {
  const folder = temporary()
  const editor = join(folder, 'editor')
  const script = `#!/bin/sh
if grep -q '^# parley: ' "$1"
then cp "$1" '${folder}/2'; sed -i -e '/colour: red/d' -e 's/priority: normal/priority: high/' "$1"
else cp "$1" '${folder}/1'; printf '\\n  colour: red\\n' >> "$1"
fi
`
  writeFileSync(editor, script, { mode: 0o755 })
  return { editor, opened: (time) => readFileSync(join(folder, String(time)), 'utf8') }
}

test('is told in plain words, answered by the offered letters, and an edit with a fault comes back with the fault marked', async () => {
  const { root, read, write } = repository()
  write('seats.yaml', JSON.stringify(alone))
  const { editor, opened } = clumsyEditor()
  const at = { cwd: root, env: { PARLEY_HOME: join(temporary(), 'home'), EDITOR: editor, NO_COLOR: '1' } }
  const words = ['meet', '--charter', 'When does the gate open?', '--invitees', 'Theo', '--skip-research']
  const { all, code } = await atTerminal([...words, '--agents', 'script:seats.yaml'], at, [
    // A letter that ends the meeting for good only goes to its option.
    ['Before the discussion: is this the question', 'a'],
    ['❯ [a]bort', 'c'],
    ['Before the closing drafts', 'c'],
    ['opens the draft in your editor', `${down}${down}${enter}`],
    ['could not be taken: unknown key colour', ''],
    ['opens the draft in your editor', enter],
    ['Memory of Theo', enter],
    ['? Notes', enter],
    ['Before saving: these files will be written', 'c'],
  ])
  const shown = plain(all)
  expect(code, shown).toBe(0)
  for (const code of ['Yield:', 'dispatched_via', 'post-RESEARCH', 'per-turn-cost', '## Phase:'])
    expect(shown).not.toContain(code)
  expect(shown).toMatch(/── Research ──\n {2}skipped \(--skip-research\)/)
  expect(shown).not.toContain('Before research')
  expect(shown).toContain('The discussion ended: everybody passed.')
  expect(shown).toContain('Degraded: fewer than two seats spoke')

  expect(opened(1)).toMatch(/^- type: discussion-only\n/)
  expect(opened(2)).toContain('# parley: unknown key colour\n  colour: red\n')
  const folder = '.gaia/artifacts/creative-artifacts/meeting-notes'
  const [notes] = readdirSync(join(root, folder))
  expect(read('.gaia/state/action-items.yaml')).toContain('priority: high')
  expect(read(join(folder, notes ?? ''))).toContain('dispatched_via: subagent')

  const [told] = (await run(['show', '--json'], at)).stdout.split('\n')
  expect(JSON.parse(told ?? '')).toMatchObject({ status: 'concluded' })
  const home = await run([], at)
  expect(home.stdout).toMatch(
    /2 open action items, kept in \.gaia\/state\/action-items\.yaml:\n {2}AI-\S+ {2}/,
  )
  const letters = await run(['show', '-v'], at)
  expect(letters.stdout).toContain('dispatched_via: subagent')
  expect((await run(['show'], at)).stdout).not.toContain('dispatched_via')
})
