// The man page, from the same tables as help.

import { everywhere, type Flag } from '../command.js'
import { usage } from '../help.js'
import { type CommandNode, flat } from './tree.js'

export function manPage(tree: CommandNode, version: string): string {
  const nodes = flat(tree).filter(({ path }) => path !== '' && !path.startsWith('rule '))
  return `${[
    `.TH PARLEY 1 "" "parley ${escaped(version)}" "User Commands"`,
    '.SH NAME\nparley \\- meetings between people and AI agents, with a record that can be trusted',
    '.SH SYNOPSIS\n.B parley\n[\\fICOMMAND\\fR] [...]',
    '.SH DESCRIPTION\nCode keeps order, models only speak, and one journal holds everything. Without a command, what waits for you is shown. A meeting is named\nby its id, by any part of it that no other has, or by\n.BR last .',
    `.SH COMMANDS\n${nodes.map(commandPart).join('\n')}`,
    `.SH OPTIONS\nEvery command takes these.\n${flagParts(everywhere)}`,
    `.SH EXIT STATUS\n${pairs(statuses)}`,
    `.SH ENVIRONMENT\n${pairs(environment)}`,
    `.SH FILES\n${pairs(files)}`,
    `.SH EXAMPLES\n${tree.children
      .flatMap(({ examples }) => examples.slice(0, 1))
      .map(example)
      .join('\n')}`,
  ].join('\n')}\n`
}

function commandPart(node: CommandNode): string {
  const own = Object.fromEntries(
    Object.entries(node.flags).filter(([name]) => !Object.hasOwn(everywhere, name)),
  )
  const command = { about: '', examples: [], operands: node.operands, run: async () => 0 }
  return `.SS ${escaped(usage(node.path, command))}\n${paragraph(node.about === '' ? node.summary : node.about)}\n${flagParts(own)}`.trimEnd()
}

function flagParts(flags: Readonly<Record<string, Flag>>): string {
  return Object.entries(flags)
    .map(([name, { takes, about, among }]) => {
      const value = takes === undefined ? '' : ` \\fI${escaped(takes)}\\fR`
      return `.TP\n\\fB\\-\\-${escaped(name)}\\fR${value}\n${paragraph(`${about}${among ? ` (${among.join(', ')})` : ''}`) || '\\&'}`
    })
    .join('\n')
}

function example([line, what]: readonly [string, string]): string {
  return `.TP\n\\fB${escaped(line)}\\fR\n${paragraph(what)}`
}

function pairs(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, about]) => `.TP\n\\fB${escaped(name)}\\fR\n${paragraph(about)}`).join('\n')
}

/** Lines of text: none of them is a request to the formatter. */
function paragraph(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => escaped(line).replace(/^([.'])/, '\\&$1'))
    .join('\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '\\&...')
    .replaceAll('’', '\\(cq')
}

const statuses = [
  ['0', 'concluded, or done'],
  ['1', 'failed, aborted, or anything else'],
  ['2', 'wrong usage; also where nobody was named to speak in CI'],
  ['3', 'waiting for an answer, or paused'],
  ['4', 'halted by a rule'],
  ['5', 'concluded, and a condition of --fail-on holds'],
] as const

const environment = [
  ['PARLEY_HOME', 'the folder of your own settings, seal and talks (~/.parley)'],
  ['PARLEY_WORKSPACE', 'which project `parley mcp` is for'],
  ['PARLEY_SEAT', 'set for programs of seats: no meeting is held inside one'],
  ['CI', 'anything but empty, 0 or false: nobody speaks unless it is said who, and nobody is asked'],
  ['NO_COLOR', 'no colour'],
  ['ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY', 'keys of providers'],
] as const

const files = [
  ['.parley/meetings/ID/journal.jsonl', 'the journal of a meeting'],
  ['.parley/config.yaml', 'what a workspace chooses'],
  ['~/.parley/config.yaml', 'your own settings'],
] as const
