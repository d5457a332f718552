// CLI `parley mcp`: the server that a host starts, on standard input and output, until the host closes it.

import { resolve } from 'node:path'
import { parleyHome } from '../../../workspace/home.js'
import { mustNotBeNested } from '../../../workspace/nested.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import type { HostSetup } from '../screen/emit.js'

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

async function printSetup(args: Args, io: Io): Promise<number> {
  const host = args.value('setup') as HostName
  if (args.has('json')) {
    const { emit } = await import('../screen/emit.js')
    emit(io, { type: 'setup', host, ...setups[host] })
  } else io.out(`${setupText(setups[host])}\n`)
  return exits.fine
}

const started = { command: 'parley', args: ['mcp'] }
const entry = JSON.stringify({ mcpServers: { parley: started } }, null, 2)
const portable = JSON.stringify({ servers: { parley: { type: 'stdio', ...started } } }, null, 2)

const setups: Readonly<Record<HostName, HostSetup>> = {
  claude: { run: { command: 'claude mcp add parley -- parley mcp', scope: 'project' } },
  codex: {
    run: { command: 'codex mcp add parley -- parley mcp', scope: 'user' },
    add: {
      files: ['~/.codex/config.toml'],
      text: '[mcp_servers.parley]\ncommand = "parley"\nargs = ["mcp"]',
    },
  },
  cursor: { add: { files: ['.cursor/mcp.json', '~/.cursor/mcp.json'], text: entry } },
  gemini: { add: { files: ['.gemini/settings.json', '~/.gemini/settings.json'], text: entry } },
  vscode: { add: { files: ['.vscode/mcp.json'], text: portable } },
}

function setupText({ run, add }: HostSetup): string {
  const where = run?.scope === 'project' ? ' in the project' : ''
  const ran = run ? [`run this${where}:\n\n  ${run.command}`] : []
  const added = add ? [`add to ${add.files.map(placeOf).join(', or to ')}:\n\n${add.text}`] : []
  const text = [...ran, ...added].join('\n\nor ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function placeOf(file: string): string {
  return file.startsWith('~') ? file : `${file} in the project`
}
