// CLI `parley mcp`: the server that a host starts, on standard input and output, until the host closes it.

import { resolve } from 'node:path'
import { parleyHome } from '../../../workspace/home.js'
import { mustNotBeNested } from '../../../workspace/nested.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'

/** Without loading anything of the server. */
const relays = ['auto', 'never', 'always'] as const
const hosts = ['claude', 'codex', 'cursor', 'gemini', 'vscode'] as const
type HostName = (typeof hosts)[number]

export const command: Command = {
  about:
    'Speaks the Model Context Protocol on standard input and output: a host such as Claude Code, Codex or Cursor starts it, and its model\n' +
    'opens, follows and reads meetings. Nothing else is printed there. It ends with the host; meetings resume from their journals.',
  flags: {
    relay: {
      takes: 'WHEN',
      about:
        "whether answers that the host's model hands over are taken: auto where the host cannot ask you, never, or always",
      among: relays,
    },
    'read-only': { about: 'offer only what reads: list, show, read, verify and the resources' },
    setup: {
      takes: 'HOST',
      about: 'print what to add to the settings of this host, and do nothing else',
      among: hosts,
    },
  },
  examples: [
    ['parley mcp --setup claude', 'how Claude Code is told of it'],
    ['parley mcp --read-only', 'for a host that should only look things up'],
  ],
  run: async (args, io) => (args.value('setup') === undefined ? serveHost(args, io) : printSetup(args, io)),
}

async function serveHost(args: Args, io: Io): Promise<number> {
  mustNotBeNested(io.env)
  const { serveOnStdio } = await import('../../mcp/stdio.js')
  const cwd = args.value('cwd')
  const serving = serveOnStdio({
    home: parleyHome(),
    cwd: cwd === undefined ? undefined : resolve(io.cwd, cwd),
    started: io.cwd,
    env: io.env,
    readOnly: args.has('read-only'),
    relay: relays.find((one) => one === args.value('relay')) ?? 'auto',
    log: (line) => io.err(`${oneLine(line, 400)}\n`),
  })
  const interrupted = new Promise<void>((end) => io.onInterrupt(() => end()))
  await Promise.race([serving.closed, interrupted])
  // What hangs must not keep the process: its meeting resumes from the journal anyway.
  setTimeout(() => process.exit(exits.fine), patienceMs).unref()
  await serving.stop()
  return exits.fine
}

/** A host waits about two seconds for its servers to end. */
const patienceMs = 1_500

function printSetup(args: Args, io: Io): number {
  io.out(`${setups[args.value('setup') as HostName]}\n`)
  return exits.fine
}

const entry = JSON.stringify({ mcpServers: { parley: { command: 'parley', args: ['mcp'] } } }, null, 2)
const portable = JSON.stringify(
  { servers: { parley: { type: 'stdio', command: 'parley', args: ['mcp'] } } },
  null,
  2,
)

const setups: Readonly<Record<HostName, string>> = {
  claude: 'Run this in the project:\n\n  claude mcp add parley -- parley mcp',
  codex:
    'Run this:\n\n  codex mcp add parley -- parley mcp\n\nor add to ~/.codex/config.toml:\n\n[mcp_servers.parley]\ncommand = "parley"\nargs = ["mcp"]',
  cursor: `Add to .cursor/mcp.json in the project, or to ~/.cursor/mcp.json:\n\n${entry}`,
  gemini: `Add to .gemini/settings.json in the project, or to ~/.gemini/settings.json:\n\n${entry}`,
  vscode: `Add to .vscode/mcp.json in the project:\n\n${portable}`,
}
