// Backend `command`: any program as a voice, prompt on stdin, reply on stdout. parley does not control what else the program does:
// the person chose it, it runs with the person's rights, and it gets none of our tools.

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type {
  Backend,
  Exchange,
  Health,
  Prompt,
  Reply,
  Room,
  SayOptions,
  Voice,
} from '../../kernel/agents.js'
import { BackendFailed, WrongUsage } from '../../kernel/errors.js'
import { structured } from '../../kernel/turn/json-in.js'
import { Spoken } from '../spoken.js'
import { spoken, type Tally, tally } from '../tokens.js'
import { run } from './run.js'

export interface CommandOptions {
  /** The program and its arguments, word by word. */
  readonly argv: readonly string[]
}

export function command({ argv }: CommandOptions): Backend {
  if (!argv[0])
    throw new WrongUsage('Backend command: names no program.', 'Name one: `--agents "command:PROGRAM ARGS"`.')
  const program = argv[0]
  return {
    name: 'command',
    choosesTools: false,
    check: async () => health(program),
    open: async (_seat, room) => voice(argv, room),
  }
}

function voice(argv: readonly string[], room: Room): Voice {
  const history: Exchange[] = [...room.history]
  const cost = tally(room.history)
  const closed = new AbortController()
  return {
    async say(prompt, options) {
      const signal = AbortSignal.any([options.signal, closed.signal])
      const said = await answer(argv, room, prompt, history, { ...options, signal }, cost)
      history.push({ prompt: prompt.text, reply: spoken(said) })
      return { ...said, usage: cost.estimate(prompt, said), tools: [] }
    },
    close: async () => closed.abort(),
  }
}

async function answer(
  argv: readonly string[],
  { cwd, meeting }: Room,
  prompt: Prompt,
  history: readonly Exchange[],
  options: SayOptions,
  cost: Tally,
): Promise<Pick<Reply, 'text' | 'value' | 'thinking'>> {
  const { signal, onText } = options
  const stdin = conversation(prompt, history)
  const heard = new Printed({ ...options, onText: prompt.schema ? () => {} : withoutLastLineEnds(onText) })
  try {
    await run({ argv, cwd, meeting, stdin, signal, onOutput: (piece) => heard.print(piece) })
  } catch (error) {
    throw error instanceof BackendFailed ? await withRemains(error, heard, prompt, cost) : error
  }
  heard.finish()
  const text = heard.text.trimEnd()
  if (!prompt.schema) return { text, ...heard.besides }
  const said = structured(text, prompt.schema)
  // Text in place of a value is still a reply: the kernel decides whether it can be used.
  if (said.value === undefined) onText(text)
  return { ...said, ...heard.besides }
}

class Printed extends Spoken {
  print(piece: string): void {
    this.hear(piece)
  }
}

/** The same failure with what was said before it, without thoughts, and what that cost. Where nothing was printed nothing is counted. */
async function withRemains(
  { kind, message }: BackendFailed,
  heard: Printed,
  prompt: Prompt,
  cost: Tally,
): Promise<BackendFailed> {
  const partial = heard.heard
  const printed = [heard.besides.thinking, partial].filter(Boolean).join('\n')
  if (printed === '') return new BackendFailed(kind, message)
  const usage = cost.peek(prompt, { text: printed })
  return new BackendFailed(kind, message, { ...(partial === '' ? {} : { partial }), usage })
}

/** Passes text on, but holds back white space until more text follows, because a reply is trimmed at its end. */
function withoutLastLineEnds(onText: (piece: string) => void): (piece: string) => void {
  let held = ''
  return (piece) => {
    const text = held + piece
    const end = text.trimEnd().length
    held = text.slice(end)
    if (end > 0) onText(text.slice(0, end))
  }
}

function health(program: string): Health {
  const folders = /[\\/]/.test(program) ? [''] : (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => (folder ? join(folder, program) : program)).find(isExecutable)
  if (found) return { ready: true, detail: found }
  return { ready: false, detail: `There is no program ${program} that can be run from here.` }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What a program reads on its stdin. It is a new process for every call, so it gets the whole conversation each time. */
function conversation(prompt: Prompt, history: readonly Exchange[]): string {
  const before = history.flatMap((past) => [
    `# You were asked\n\n${past.prompt}`,
    `# You answered\n\n${past.reply}`,
  ])
  const now = history.length > 0 ? `# You are asked now\n\n${prompt.text}` : prompt.text
  return `${[prompt.system, ...before, now, ...(prompt.schema ? [shaped(prompt.schema)] : [])].filter(Boolean).join('\n\n')}\n`
}

function shaped(schema: NonNullable<Prompt['schema']>): string {
  return `Answer with one JSON object that fits this JSON schema, and with nothing after it:\n\n${JSON.stringify(schema)}`
}
