// What a team shares: personas and configuration that git sees, and voices that a resume remembers.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './support/repo.js'
import { checkout, run, temporary } from './support/run.js'

test('git sees a persona of the project and nothing private, and a file that is none is named with what to do', async () => {
  const { root, write, git } = repository()
  const at = { cwd: root, env: { PARLEY_HOME: join(temporary(), 'home') } }
  const settings = readFileSync(join(checkout, 'docs', 'settings.md'), 'utf8')
  write('.parley/personas/mira.md', /```markdown\n(.*?)```/s.exec(settings)?.[1] ?? '')
  write('.parley/personas/bob.md', 'Bob is careful.\n')
  write('first.yaml', '{}')
  const asked = ['meet', '--charter', 'When does it open?', '--agents', 'script:first.yaml', '--invitees']
  const unknown = await run([...asked, 'Bob'], at)
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toMatch(
    /\.parley\/personas\/[\s\S]*Skipping \.parley\/personas\/bob\.md[\s\S]*`name: …` and `title: …`/,
  )

  const held = await run([...asked, 'Mira', '--invitees-override'], at)
  expect(held).toMatchObject({ code: 3, stdout: expect.stringContaining('Mira (Guest) by script') })
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
