// A talk of two turns and a close whose process is killed again and again: before lines of its journal, and at its git commands.

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, temporaryFolder } from '../workspace/temporary.suite.js'
import { builtErrand, type Chain, chain, expectWhole, root, run } from './talk-kill.suite.js'

const preload = join(root, 'test/support/kill.cjs')
const longTest = { timeout: 600_000 }
const errand = builtErrand()

/** More than an errand has lines or processes to be killed at. */
const mostKills = 500

/** Each process gets `step` further than the one before; the last one finishes. Returns the talk's id. */
async function untilDone(
  of: Chain,
  step: number,
  killing: (at: number) => Promise<Readonly<Record<string, string>>>,
): Promise<{ id: string; kills: number }> {
  for (let at = 1, kills = 0; ; at += step, kills++) {
    const { code: exit, out } = await run(errand(), of, await killing(at))
    if (kills > mostKills) throw new Error(`It gets nowhere: it was killed ${kills} times. ${out}`)
    if (exit === 0) return { id: /^done (\S+)$/m.exec(out)?.[1] ?? '', kills }
    if (exit !== null) throw new Error(`It ended with ${exit} instead of being killed: ${out}`)
  }
}

/**
 * Kills its parent at the call with the wanted number. A call has the first number that no other has taken: several are made at once,
 * and each must have one of its own, or nobody would be killed.
 */
function gitThatKills(git: string): string {
  return `#!/bin/sh
set -C
n=1
until { true > "$KILL_CALLS/$n"; } 2>/dev/null; do
  [ -d "$KILL_CALLS" ] || exit 1
  n=$((n + 1))
done
if [ "$n" -eq "$KILL_AT" ] && [ "$KILL_WHEN" = before ]; then
  kill -9 $PPID
  true > "$KILL_CALLS/$n.over"
  exit 1
fi
'${git}' "$@"
code=$?
true > "$KILL_CALLS/$n.over"
if [ "$n" -eq "$KILL_AT" ]; then kill -9 $PPID; fi
exit $code
`
}

/** The calls that have begun and are not over. */
function underWay(calls: string): readonly string[] {
  const names = readdirSync(calls)
  return names.filter((name) => !name.endsWith('.over') && !names.includes(`${name}.over`))
}

describe('SIGKILL', () => {
  test(
    'before lines of the journal, whole and torn: the talk is closed once, with every word once',
    longTest,
    async () => {
      const of = chain()
      const { id, kills } = await untilDone(of, 4, async (at) => ({
        NODE_OPTIONS: `--require ${preload}`,
        PARLEY_TEST_KILL_LINE: String(at),
        ...(at % 8 === 1 ? { PARLEY_TEST_KILL_HALF: '1' } : {}),
      }))
      expect(kills).toBeGreaterThan(8)
      await expectWhole(of, id)
    },
  )

  test(
    'at git commands, before and after each: no commit is made twice, and nothing is lost or left',
    longTest,
    async () => {
      const of = chain()
      const shim = temporaryFolder()
      const real = git(shim, '--exec-path')
      writeFileSync(
        join(shim, 'git'),
        gitThatKills(existsSync(join(real, 'git')) ? join(real, 'git') : 'git'),
      )
      chmodSync(join(shim, 'git'), 0o755)
      const { id, kills } = await untilDone(of, 3, async (at) => {
        // A git that outlived its killed parent is still at work, and its last lock files are its own.
        if (at > 1)
          await expect.poll(() => underWay(join(shim, 'calls')), { message: 'git ends' }).toEqual([])
        rmSync(join(shim, 'calls'), { recursive: true, force: true })
        mkdirSync(join(shim, 'calls'))
        return {
          PATH: `${shim}${delimiter}${process.env['PATH']}`,
          KILL_CALLS: join(shim, 'calls'),
          KILL_AT: String(at),
          KILL_WHEN: at % 2 === 0 ? 'before' : 'after',
        }
      })
      expect(kills).toBeGreaterThan(8)
      await expectWhole(of, id)
    },
  )
})
