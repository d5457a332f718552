// The tree of commands with everything that help knows of them: what completion and the man page are made from.

import { type Command, type Entry, everywhere, type Flag, type Operand } from '../command.js'
import type { Io } from '../io.js'

export interface CommandNode {
  /** `council meeting`; empty for the command itself. */
  readonly path: string
  readonly summary: string
  readonly about: string
  readonly flags: Readonly<Record<string, Flag>>
  readonly operands: readonly Operand[]
  readonly examples: Command['examples']
  readonly children: readonly CommandNode[]
}

/** All commands, in the order of help. Loads every one of them. */
export async function commandTree(commands: Readonly<Record<string, Entry>>): Promise<CommandNode> {
  const children = await childrenOf('', commands)
  return { ...bare, path: '', summary: '', flags: everywhere, children }
}

const bare = { about: '', flags: {}, operands: [], examples: [], children: [] } as const

function childrenOf(path: string, entries: Readonly<Record<string, Entry>>): Promise<CommandNode[]> {
  return Promise.all(
    Object.entries(entries).map(([name, entry]) => nodeOf(path === '' ? name : `${path} ${name}`, entry)),
  )
}

async function nodeOf(path: string, entry: Entry): Promise<CommandNode> {
  const { summary } = entry
  if (entry.kind === 'own') return ownNode(path, entry)
  if (entry.kind === 'group') {
    const { about, examples } = entry
    const children = await childrenOf(path, entry.commands)
    const operands = entry.otherwise ? [{ name: 'WORKER', optional: true }] : []
    return { path, summary, about, examples, flags: everywhere, operands, children }
  }
  const { about, flags = {}, operands = [], examples } = await entry.load()
  return { path, summary, about, operands, examples, flags: { ...flags, ...everywhere }, children: [] }
}

/** A command that reads its own words says in its help which there are. */
async function ownNode(path: string, entry: Extract<Entry, { kind: 'own' }>): Promise<CommandNode> {
  const help = await helpOf(entry)
  const names = [...new Set([...help.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name ?? ''))]
  const own = names.filter((name) => !Object.hasOwn(everywhere, name))
  const flags = Object.fromEntries(own.map((name) => [name, flagIn(help, name)]))
  const about = help.split('\n\n')[0] ?? ''
  const children =
    path === 'rule'
      ? ruleNames(help).map((name) => ({ ...bare, path: `rule ${name}`, summary: 'a rule of order' }))
      : []
  return { ...bare, path, summary: entry.summary, about, flags: { ...flags, ...everywhere }, children }
}

function flagIn(help: string, name: string): Flag {
  const [, takes, about = ''] =
    new RegExp(`^ *--${name}(?: ([A-Z][A-Z|-]*|[a-z]+(?:\\|[a-z]+)+))? {2,}(.+)$`, 'm').exec(help) ?? []
  const among = takes?.includes('|') && takes === takes.toLowerCase() ? takes.split('|') : undefined
  return { about, ...(takes === undefined ? {} : { takes }), ...(among ? { among } : {}) }
}

function ruleNames(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}([a-z][a-z0-9-]+) {2,}\S/gm)].map(([, name]) => name ?? '')
}

async function helpOf(entry: Extract<Entry, { kind: 'own' }>): Promise<string> {
  let text = ''
  const keep = (piece: string) => {
    text += piece
  }
  const io: Io = {
    out: keep,
    err: keep,
    env: {},
    cwd: '/',
    terminal: { input: false, output: false, error: false },
    columns: 100,
    command: 'parley',
    now: () => new Date(0),
    onInterrupt: () => () => {},
  }
  await entry.run(['--help'], io)
  return text
}

/** All nodes, each before its children. */
export function flat(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.children.flatMap(flat)]
}
