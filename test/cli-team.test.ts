// What a team shares: personas and configuration that git sees, and voices that a resume remembers.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './support/repo.js'
import { run, temporary } from './support/run.js'

test('a persona is written to begin with, git sees it and nothing private, and a file that is none is named with what to do', async () => {
  const { root, read, write, git } = repository()
  const at = { cwd: root, env: { PARLEY_HOME: join(temporary(), 'home') } }
  const made = await run(['init', 'persona', 'Mira', '--json'], at)
  expect(JSON.parse(made.stdout)).toMatchObject({ type: 'initialised' })
  expect(read('.parley/personas/mira.md')).toMatch(
    /^---\nid: mira\nname: "Mira"\ntitle: Guest\n---\n\nYou are Mira\./,
  )
  expect(await run(['init', 'persona', 'Mira'], at)).toMatchObject({ code: 2 })
  expect(await run(['init', 'persona', 'me'], at)).toMatchObject({ code: 2 })

  write('.parley/personas/bob.md', 'Bob is careful.\n')
  const asked = ['meet', '--charter', 'When does it open?', '--agents', 'rehearsal', '--invitees']
  const unknown = await run([...asked, 'Bob'], at)
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toMatch(
    /init persona Bob[\s\S]*Skipping \.parley\/personas\/bob\.md[\s\S]*`name: …` and `title: …`/,
  )

  const held = await run([...asked, 'Mira', '--invitees-override'], at)
  expect(held).toMatchObject({ code: 3, stdout: expect.stringContaining('Mira (Guest) by rehearsal') })
  const seen = git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line.includes('.parley'))
  expect(seen).toEqual(['?? .parley/personas/bob.md', '?? .parley/personas/mira.md'])

  // A resume that changes the voices is remembered by the next one.
  const dead = { error: 'the line is dead', kind: 'failed' }
  write('seats.yaml', JSON.stringify({ seats: { mira: [dead, dead] } }))
  const other = await run(['resume', '--agents', 'script:seats.yaml'], at)
  expect(other.code).toBe(3)
  const next = await run(['resume', '--continue'], at)
  expect(next.code, next.stdout).toBe(4)
  expect(next.stderr).toContain('the line is dead')
  expect((await run(['show'], at)).stdout).toContain('Voices from here on: script:seats.yaml.')
})
