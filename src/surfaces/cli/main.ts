// The command line: finds the command, reads its words, runs it, and turns whatever happens into text and an exit code.

import { WrongUsage } from '../../kernel/errors.js'
import { closeNames, didYouMean } from '../../rules/close-names.js'
import { version } from '../../version.js'
import { readArgs, seeHelp } from './args.js'
import { type Command, type Entry, everywhere } from './command.js'
import { commands, sections } from './commands.js'
import { complain } from './exit.js'
import { commandHelp, groupHelp, mainHelp } from './help.js'
import type { Io } from './io.js'

export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(commandFirst(argv), io)
  } catch (error) {
    return complain(error, io, words(argv).includes('--json'))
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv
  if (first?.startsWith('-') && words(argv).some(isVersion)) return sayVersion(argv, io)
  if (first === '_complete') return (await import('./commands/completion.js')).complete(rest, commands, io)
  if (first === 'help') return dispatch([...rest, '--help'], io)
  if (isHelp(first)) return say(mainHelp(sections), io)
  if (first === undefined || first.startsWith('-')) {
    const { command } = await import('./commands/home.js')
    return runCommand('', command, argv, io)
  }
  return runEntry(first, entryNamed(first, commands, ''), rest, io)
}

async function sayVersion(argv: readonly string[], io: Io): Promise<number> {
  if (!words(argv).includes('--json')) return say(version, io)
  const { emit } = await import('./screen/emit.js')
  emit(io, { type: 'version', version })
  return 0
}

async function runEntry(path: string, entry: Entry, argv: readonly string[], io: Io): Promise<number> {
  switch (entry.kind) {
    case 'own':
      return entry.run(argv, io)
    case 'command':
      return runCommand(path, await entry.load(), argv, io)
    case 'group':
      return runGroup(path, entry, argv, io)
  }
}

function runGroup(
  path: string,
  group: Extract<Entry, { kind: 'group' }>,
  argv: readonly string[],
  io: Io,
): Promise<number> | number {
  const [first, ...rest] = commandFirst(argv)
  if (first === 'help' || isHelp(first)) return say(groupHelp(path, group), io)
  if (first === undefined || first.startsWith('-'))
    throw new WrongUsage(
      `\`parley ${path}\` wants one of: ${Object.keys(group.commands).join(', ')}.`,
      seeHelp(path),
    )
  if (group.otherwise && !Object.hasOwn(group.commands, first))
    return runEntry(path, group.otherwise, argv, io)
  return runEntry(`${path} ${first}`, entryNamed(first, group.commands, path), rest, io)
}

async function runCommand(path: string, command: Command, argv: readonly string[], io: Io): Promise<number> {
  if (words(argv).some(isHelp)) return say(commandHelp(path, command), io)
  return command.run(readArgs(command, argv, path), io)
}

function entryNamed(name: string, known: Readonly<Record<string, Entry>>, path: string): Entry {
  const entry = Object.hasOwn(known, name) ? known[name] : undefined
  if (entry) return entry
  const own = closeNames(name, Object.keys(known))
  const inside = withinGroups(name, known)
  const exact = inside.filter((command) => command.endsWith(` ${name}`))
  const near = [...new Set([...exact, ...own, ...inside])]
    .slice(0, 3)
    .map((command) => `\`parley ${path ? `${path} ` : ''}${command}\``)
  const where = path ? `parley ${path}` : 'parley'
  throw new WrongUsage(`\`${where}\` has no command "${name}".`, didYouMean(near, seeHelp(path)))
}

/** A command of a group that was called without its group, or something near it. */
function withinGroups(name: string, known: Readonly<Record<string, Entry>>): readonly string[] {
  return Object.entries(known).flatMap(([group, entry]) => {
    if (entry.kind !== 'group') return []
    const near = Object.hasOwn(entry.commands, name)
      ? [name]
      : closeNames(name, Object.keys(entry.commands), 1)
    return near.map((command) => `${group} ${command}`)
  })
}

/** Flags that every command has may come before its name; they are moved behind it. */
function commandFirst(argv: readonly string[]): readonly string[] {
  let at = 0
  for (let word = argv[at]; word?.startsWith('--') && !isHelp(word); word = argv[at]) {
    const flag = everywhere[word.slice(2).split('=')[0] ?? '']
    if (!flag) break
    at += flag.takes !== undefined && !word.includes('=') ? 2 : 1
  }
  const rest = argv.slice(at)
  return rest.length > 0 && !rest[0]?.startsWith('-')
    ? [rest[0] ?? '', ...argv.slice(0, at), ...rest.slice(1)]
    : argv
}

/** The words before `--`: after it nothing is a flag. */
function words(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--')
  return dashes < 0 ? argv : argv.slice(0, dashes)
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h'
}

function isVersion(word: string): boolean {
  return word === '--version' || word === '-V'
}

async function say(text: string, io: Io): Promise<number> {
  const { hangingLines, widthOf } = await import('./screen/hanging.js')
  // In a pipe too: help is read by people, in a pager for instance.
  const columns = io.terminal.output ? widthOf(io) : 80
  const fitted = (line: string) => (isExample.test(line) ? line : hangingLines(line, columns))
  io.out(`${text.split('\n').map(fitted).join('\n')}\n`)
  return 0
}

/** To be copied: they stay as they are. */
const isExample = /^ {2}(parley|git) /
