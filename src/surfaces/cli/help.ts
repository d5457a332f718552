// Help: the help texts of every level, made from the same tables that parse the command line.

import { type Command, type Entry, everywhere, type Flag } from './command.js'

type Group = Extract<Entry, { kind: 'group' }>
type Section = readonly [string, Readonly<Record<string, Entry>>]

export function mainHelp(sections: readonly Section[]): string {
  const width = widest(sections.flatMap(([, commands]) => Object.keys(commands)))
  const listed = sections.map(([title, commands]) => `${title}\n${listing(commands, width)}`)
  return [
    'parley: meetings between people and AI agents, with a record that can be trusted.',
    'Usage: parley [COMMAND] [...]\n       parley COMMAND --help\n\n  parley alone shows what is waiting for you.',
    ...listed,
    `Begin\n${exampleLines(beginnings)}`,
    `Every command takes\n${flagLines(everywhere)}`,
    'Exit codes\n  0 concluded   2 wrong usage   3 waiting for you   4 halted by a rule   5 a --fail-on holds   1 anything else',
    'A meeting is named by its id, by any part of it that no other has, or by `last`. Where one fits, it need not be named.',
  ].join('\n\n')
}

export function groupHelp(name: string, group: Group): string {
  return [
    group.about,
    `Usage: ${group.otherwise ? `parley ${name} ${group.otherwise.takes}\n       ` : ''}parley ${name} COMMAND [...]`,
    `Commands\n${listing(group.commands, widest(Object.keys(group.commands)))}`,
    `Examples\n${exampleLines(group.examples)}`,
    `\`parley ${name} COMMAND --help\` says more about each.`,
  ].join('\n\n')
}

export function commandHelp(path: string, command: Command): string {
  const own = Object.entries(command.flags ?? {})
  const operands = (command.operands ?? []).filter(({ about }) => about)
  const width = widest(operands.map(({ name }) => name))
  const groups = [...new Set(own.map(([, { group = 'Flags' }]) => group))]
  return [
    command.about,
    `Usage: ${usage(path, command)}`,
    ...(operands.length > 0
      ? [operands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')]
      : []),
    ...groups.map((title) => {
      const listed = own.filter(([, { group = 'Flags' }]) => group === title)
      return `${title}\n${flagLines(Object.fromEntries(listed))}`
    }),
    `Examples\n${exampleLines(command.examples)}`,
    `Also: ${commonFlags.join(' ')}; see \`parley --help\`.`,
  ].join('\n\n')
}

function usage(path: string, command: Command): string {
  const operands = (command.operands ?? []).map(({ name, optional, rest }) => {
    const word = rest ? `${name}…` : name
    return optional ? `[${word}]` : word
  })
  const flags = Object.keys(command.flags ?? {}).length > 0 ? ['[FLAGS]'] : []
  return ['parley', path, ...operands, ...flags].filter((word) => word !== '').join(' ')
}

const commonFlags = Object.keys(everywhere).flatMap((name) => (name === 'help' ? [] : [`--${name}`]))

const beginnings: Command['examples'] = [
  ['parley council convene software-team', 'seat a council in this folder'],
  ['parley meet --charter "Choose a queue." --invitees Theo,Zara', 'they research, discuss and leave notes'],
  ['parley council meeting "Should we split the API?"', 'every seat speaks, you decide when to conclude'],
  ['parley list', 'the meetings here, newest first'],
  ['parley answer conclude', 'answer the one that waits'],
]

function listing(commands: Readonly<Record<string, Entry>>, width: number): string {
  return Object.entries(commands)
    .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    .join('\n')
}

function exampleLines(examples: Command['examples']): string {
  return examples.map(([line, what]) => `  ${line}\n      ${what}`).join('\n')
}

function flagLines(flags: Readonly<Record<string, Flag>>): string {
  const names = Object.entries(flags).map(([name, flag]) => flagName(name, flag))
  const width = widest(names)
  return Object.values(flags)
    .map((flag, at) => `  ${names[at]?.padEnd(width)}  ${flag.about}${among(flag)}`)
    .join('\n')
}

function flagName(name: string, flag: Flag): string {
  return flag.takes === undefined ? `--${name}` : `--${name} ${flag.takes}`
}

function among(flag: Flag): string {
  return flag.among ? ` (${flag.among.join(', ')})` : ''
}

function widest(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => name.length))
}
