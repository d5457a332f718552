// The `Programs` port: the commands of gates and tests, run as the programs of seats are.

import { OutsideBoundary } from '../../kernel/errors.js'
import type { Programs } from '../../kernel/world.js'
import { commandRules, settledSecretFiles } from '../config.js'
import { placeToWrite } from '../inside.js'
import { startConfined } from './confined.js'
import { Printed } from './printed.js'
import type { ProgramEnd } from './start.js'

/** Reports of test runners must arrive whole. */
const limits = { head: 4_000_000, tail: 1_000_000 }

export function workspacePrograms(root: string, home: string): Programs {
  return {
    async run({ argv, folder, timeoutMs, signal }) {
      const printed = { stdout: new Printed(limits), stderr: new Printed(limits) }
      const end = await startConfined({
        argv,
        folder: await placeOf(root, folder),
        timeoutMs,
        signal,
        commands: await commandRules(home),
        secretFiles: await settledSecretFiles(home),
        env: process.env,
        onOutput: (piece, from) => printed[from].add(piece),
      })
      signal?.throwIfAborted()
      return {
        code: end.kind === 'ended' ? end.code : null,
        why: whyNot(argv[0] ?? '', end, timeoutMs),
        stdout: printed.stdout.text(),
        stderr: printed.stderr.text(),
      }
    },
  }
}

/** What it runs in it can write, and a part of the path may come from a journal: it leads down only, and through no link. */
async function placeOf(root: string, folder: string): Promise<string> {
  if (folder.split('/').includes('..')) throw new OutsideBoundary(folder, 'leads out of its folder')
  return placeToWrite(root, folder)
}

function whyNot(program: string, end: ProgramEnd, timeoutMs: number): string | null {
  switch (end.kind) {
    case 'ended':
      return end.code === null ? `${program} was ended by ${end.killedBy}` : null
    case 'missing':
      return `there is no program ${program} here`
    case 'unstartable':
      return `${program} could not be started: ${end.why}`
    case 'stopped':
      return `${program} ran longer than ${timeoutMs / 1000} seconds`
  }
}
