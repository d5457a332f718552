// CLI `parley serve`: runs the server of this PARLEY_HOME in the foreground until it is told to end.

import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WrongUsage } from '../../../kernel/errors.js'
import { parleyHome } from '../../../workspace/home.js'
import { shippedFile } from '../../../workspace/library.js'
import { rememberWorkspace } from '../../../workspace/meeting-folders.js'
import { mustNotBeNested } from '../../../workspace/nested.js'
import { appendBelow } from '../../../workspace/plain-files.js'
import { gitTopLevel } from '../../../workspace/root.js'
import { stopPatienceMs } from '../../../workspace/stop-patience.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Interrupt, Io } from '../io.js'
import { forgetPage, openPage } from '../open-page.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'Serves all meetings of all registered projects: a page in the browser, HTTP for programs (docs/server.md), and the\n' +
    'talks, which live here. One server for one PARLEY_HOME, reached from this machine only. The printed address lets one\n' +
    'browser in; run it again for another. Programs send the token, which is new at each start. The repository in which it\n' +
    'is started is shown, and so is every folder in which you met.\n' +
    'What was open when the last one ended is recovered first. Ctrl-C ends it: turns under way stop where they stand. SIGTERM and\n' +
    '--stop let them finish, for at most 25 seconds (PARLEY_STOP_SECONDS), and begin no others.',
  flags: {
    port: { takes: 'N', about: 'listen there; 0 takes any free port' },
    'token-file': { takes: 'FILE', about: 'write the token of this run there too, for programs of yours' },
    'no-open': { about: 'only print the address; at a terminal the page opens by itself' },
    stop: { about: 'end the server that runs now' },
  },
  examples: [
    ['parley serve', 'opens the page, with the meetings of this repository in it'],
    ['parley serve --port 8080', 'the same, at a port of your choice'],
    ['parley serve --stop', 'ends the one that runs, wherever it was started'],
  ],
  run: (args, io) => (args.has('stop') ? stopRunning(args, io) : serveHere(args, io)),
}

async function serveHere(args: Args, io: Io): Promise<number> {
  mustNotBeNested(io.env)
  const home = parleyHome(io.env)
  const port = portIn(args)
  const [{ serve }, { logFile }] = await Promise.all([
    import('../../server/serve.js'),
    import('../../server/address.js'),
  ])
  const log = (line: string) => keep(home, logFile(home), `${io.now().toISOString()} ${line}\n`)
  const asked = new Asked(io)
  const survive = (error: unknown) => log(`unforeseen: ${(error as Error)?.stack ?? String(error)}`)
  process.on('unhandledRejection', survive)
  const given = args.value('token-file')
  const tokenFile = given === undefined ? undefined : resolve(io.cwd, given)
  await showThisOne(home, io.cwd)
  const starting = serve({ home, port, page: shippedFile('dist/web'), log, tokenFile })
  const served = await starting.catch((error: unknown) => {
    // Whatever a start that failed has left open must not keep the process alive.
    setTimeout(() => process.exit(exits.other), endsWithinMs).unref()
    throw error
  })
  const { url, notices } = served
  if (args.has('json')) emit(io, { type: 'serving', url, port: served.port, token: served.token, notices })
  else
    io.out(`${notices.map((notice) => `! ${oneLine(notice, 300)}\n`).join('')}Open ${url}\nCtrl-C ends it.\n`)
  if (!args.has('json') && !args.has('no-open') && io.terminal.output) openPage(home, url, io)
  if ((await asked.first) === 'terminate') await served.drain(asked.hurry)
  await served.stop()
  forgetPage(home)
  process.off('unhandledRejection', survive)
  return exits.fine
}

const endsWithinMs = 5_000

/** The repository in which the server is started is in its hall, with whatever waits there. It is given no more than that. */
async function showThisOne(home: string, cwd: string): Promise<void> {
  const root = await gitTopLevel(cwd)
  if (root !== undefined) rememberWorkspace(home, root)
}

/** Requests to end: the first ends gently, also while the server is still starting; the second ends the wait; the third exits at once. */
class Asked {
  readonly first: Promise<Interrupt>
  /** Ends the time that running turns have to finish. */
  readonly hurry: AbortSignal

  constructor(io: Io) {
    const hurry = new AbortController()
    this.hurry = hurry.signal
    this.first = new Promise((resolve) => {
      let times = 0
      io.onInterrupt((how) => {
        times++
        if (times === 1) {
          resolve(how)
          if (how === 'terminate') setTimeout(() => hurry.abort(), stopPatienceMs(io.env)).unref()
        } else if (times === 2 && how === 'terminate') hurry.abort()
        else process.exit(exits.other)
      })
    })
  }
}

async function stopRunning(args: Args, io: Io): Promise<number> {
  const home = parleyHome(io.env)
  const { serverOf } = await import('../../server-client.js')
  const pid = await serverOf(home)
  if (pid !== undefined) process.kill(pid, 'SIGTERM')
  while ((await serverOf(home)) !== undefined) await wait(30)
  if (args.has('json')) emit(io, { type: 'stopped', pid: pid ?? null })
  else io.out(pid === undefined ? 'No server runs.\n' : `Ended the server (pid ${pid}).\n`)
  return exits.fine
}

function portIn(args: Args): number | undefined {
  const given = args.value('port')
  if (given === undefined) return undefined
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  if (port <= 65_535) return port
  throw new WrongUsage(`--port cannot be "${given}".`, 'It is a number from 0 to 65535.')
}

/** A log that cannot be written must not end the server. */
function keep(home: string, file: string, text: string): void {
  try {
    appendBelow(home, file, { text, mode: 0o600 })
  } catch {}
}
