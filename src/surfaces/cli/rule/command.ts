// Rule commands: parsing, refusals and help of each command follow from one declaration.
// Loads no agent, no server, no schema library: `parley rule NAME` should cost little more than starting node.

import { noFlags, readFlags, type Flags as Spoken } from '../flags.js'
import type { Declaration, Exits, Flags, NoFlags, OneThing, Ran, SeveralThings } from './declare.js'
import { helpOf } from './help.js'
import { complain, type RuleIo } from './io.js'
import { Refusal, say, wrong } from './refusal.js'
import { allFlags, valuesOf } from './values.js'

/** A command as the command line calls it. */
export interface RuleCommand {
  readonly name: string
  /** What `parley rule NAME --help` prints. */
  readonly help: string
  /** Every exit code it may return. */
  readonly exits: Exits
  /** Returns the exit code. Writes results to `out`, diagnostics to `err`; a refused call changes no file. */
  run(argv: readonly string[], io: RuleIo): number
}

export function exit<const Code extends number>(code: Code, out = ''): { code: Code; out: string } {
  return { code, out }
}

export function rule<const E extends Exits, const F extends Flags = NoFlags>(
  declared: OneThing<F, E>,
): RuleCommand {
  const { flags = {}, run, ...described } = declared
  return commandFrom({ ...described, choose: 'last', modes: { '': { flags, run } } })
}

export function ruleByMode<
  const M extends Record<string, Flags>,
  const E extends Exits,
  const F extends Flags = NoFlags,
  Subject = undefined,
>(declared: SeveralThings<F, M, Subject, E>): RuleCommand {
  return commandFrom(declared)
}

function commandFrom(declared: Declaration): RuleCommand {
  const { name, exits } = declared
  return {
    name,
    exits,
    get help() {
      return helpOf(declared)
    },
    run(argv, io) {
      try {
        const ran = answer(declared, argv, io)
        io.out(typeof ran === 'string' ? ran : ran.out)
        return typeof ran === 'string' ? 0 : ran.code
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        for (const message of error.messages) complain(io, name, message)
        return error.code ?? exits.wrong
      }
    },
  }
}

/** In this order: help, the word of a mode, unknown flags, shared flags, the mode, its own flags. */
function answer(declared: Declaration, argv: readonly string[], io: RuleIo): Ran {
  if (isHelp(argv[0]) && !declared.helpOnStderr) return helpOf(declared)
  const byWord = declared.choose === 'word'
  if (byWord) refuseUnknownWord(declared, argv[0])
  const spoken = readArguments(declared, byWord ? argv.slice(1) : argv)
  if (declared.helpOnStderr && spoken.has('help')) {
    io.err(helpOf(declared))
    return ''
  }
  const shared = valuesOf(declared.flags ?? {}, spoken, io)
  const subject = declared.operand ? spoken.operands : declared.open?.(shared, io)
  const name = (byWord ? argv[0] : flagAsked(declared, spoken)) ?? ''
  const mode = declared.modes[name] ?? wrong(declared.none ?? say.needOneOf(modeFlags(declared)))
  return mode.run({ ...shared, ...valuesOf(mode.flags, spoken, io, name) }, io, subject)
}

function refuseUnknownWord({ modes }: Declaration, word: string | undefined): void {
  if (word === undefined || !Object.hasOwn(modes, word))
    wrong(say.expectedWord(Object.keys(modes), word ?? ''))
}

function readArguments(declared: Declaration, argv: readonly string[]): Spoken {
  const all = allFlags(declared.flags, declared.modes)
  const names = [...Object.keys(all), ...modeFlags(declared).filter((name) => !Object.hasOwn(all, name))]
  if (names.length === 0 && declared.operand) return noFlags(argv)
  const values = names.filter((name) => all[name]?.takes !== undefined)
  const spoken = readFlags<string, string>(declared.helpOnStderr ? withLongHelp(argv, values) : argv, {
    values,
    switches: [...names.filter((name) => !values.includes(name)), ...(declared.helpOnStderr ? ['help'] : [])],
    operands: declared.operand !== undefined,
  })
  return spoken.kind === 'bad' ? wrong(spoken.message) : spoken
}

/** The flags that choose a mode. */
function modeFlags({ choose, modes }: Declaration): string[] {
  return choose === 'word' ? [] : Object.keys(modes).filter((name) => name !== '')
}

/** `-h` is the only short flag of any command; as the value of another flag it stays what it is. */
function withLongHelp(argv: readonly string[], values: readonly string[]): string[] {
  const isValue = (at: number) => values.some((name) => argv[at - 1] === `--${name}`)
  return argv.map((argument, at) => (argument === '-h' && !isValue(at) ? '--help' : argument))
}

function flagAsked(declared: Declaration, spoken: Spoken): string {
  const names = modeFlags(declared)
  const given = names.filter((name) => spoken.has(name))
  if (declared.choose === 'only' && given.length !== 1) wrong(say.giveOneOf(names))
  if (declared.choose !== 'last') return given[0] ?? ''
  return spoken.order.findLast(({ name }) => names.includes(name))?.name ?? ''
}

function isHelp(argument: string | undefined): boolean {
  return argument === '-h' || argument === '--help'
}
