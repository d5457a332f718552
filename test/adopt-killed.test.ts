// Adopting and signing, killed at every change that they make to files: nothing is half done, and saying it again ends what was begun.

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parley } from '../src/parley.js'
import { hostileClone, journalOf } from './support/foreign.js'
import { plainEnvironment, run, temporary } from './support/run.js'
import { allowing, concluded, sshKey } from './support/signed.js'

const preload = new URL('./support/kill-step.cjs', import.meta.url).pathname

/** Kills one copy of the folder at each step; ends with the copy whose command was not killed. */
async function atEveryStep(
  root: string,
  command: readonly string[],
  look: (root: string, step: number, killed: boolean) => Promise<void>,
): Promise<number> {
  for (let step = 1; step < 200; step++) {
    const copy = join(temporary(), basename(root))
    cpSync(root, copy, { recursive: true })
    const env = { NODE_OPTIONS: `--require ${preload}`, PARLEY_TEST_KILL_STEP: String(step) }
    const ran = await run(command, { cwd: copy, env })
    if (ran.code !== null) expect([step, ran.code, ran.stderr]).toEqual([step, 0, ''])
    await look(copy, step, ran.code === null)
    if (ran.code !== null) return step - 1
  }
  throw new Error('It was killed two hundred times.')
}

/** The same in this process, which is quicker than another one and does the same. */
const here = (root: string) => parley(root, { home: plainEnvironment()['PARLEY_HOME'] ?? '' })

/** As a person does after a crash; a second one is refused, so that no line stands twice. */
async function adoptAgain(root: string, id: string): Promise<void> {
  const own = here(root)
  const again = async () => own.adopt(await own.adoption(id, { default: 'rehearsal' }))
  await again().catch((error: Error) => expect(error.message).toContain('is yours already'))
}

test('an adoption that is killed at any step has not been made or is whole, and adopting again ends it', async () => {
  const { repo, id, journal, ran, recorded } = await hostileClone()
  const before = readFileSync(journal, 'utf8')
  let last = ''
  const command = ['adopt', id, '--agents', 'rehearsal', '--yes']
  const killed = await atEveryStep(repo.root, command, async (root, step) => {
    expect([step, readFileSync(journalOf(root, id), 'utf8').startsWith(before)]).toEqual([step, true])
    await adoptAgain(root, id)
    const added = readFileSync(journalOf(root, id), 'utf8').slice(before.length).trimEnd().split('\n')
    const kinds = added.map((line) => (JSON.parse(line) as { kind: string }).kind)
    expect([step, kinds, (await here(root).verify(id)).seal]).toEqual([step, ['adopted'], 'sealed'])
    last = root
  })
  expect(killed).toBeGreaterThan(8)
  // What a kill leaves, such as the lock of the dead process, is in nobody's way.
  expect((await run(['answer', id, 'conclude'], { cwd: last })).code).toBe(0)
  expect([existsSync(ran), existsSync(recorded)]).toEqual([false, false])
})

test('a signature that is killed at any step is there whole or not at all, and signing again makes it, with nothing left beside it', async () => {
  const { repo, id } = await concluded()
  const [key, record] = [sshKey(), `.council/records/${id}.md`]
  const allowed = allowing(key)
  const held = async (root: string) =>
    (await here(root).signatures(id, allowed)).map(({ path, by }) => [path, by !== null])
  const killed = await atEveryStep(repo.root, ['sign', id, '--key', key], async (root, step, dead) => {
    const there = existsSync(join(root, `${record}.sig`))
    const whole = [[`${record}.sig`, true]]
    expect([step, dead || there]).toEqual([step, true])
    if (there) expect([step, await held(root)]).toEqual([step, whole])
    await here(root).sign(id, key)
    expect([step, await held(root)]).toEqual([step, whole])
    const beside = readdirSync(join(root, '.council/records')).filter((name) => name.includes('.sig'))
    expect([step, beside]).toEqual([step, [`${basename(record)}.sig`]])
  })
  expect(killed).toBeGreaterThan(5)
})
