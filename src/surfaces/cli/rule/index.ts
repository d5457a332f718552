// CLI `parley rule`: lists the helpers, or runs one. Only the module of the one that runs is loaded, and no agent, server or
// schema library: it should cost little more than starting node.
import { messageOf } from '../../../kernel/errors.js'
import { closeNames } from '../../../rules/close-names.js'
import { Call } from './call.js'
import { helpOf, listing } from './help.js'
import { complain, Refusal, type RuleIo } from './io.js'
import { TABLE } from './table.js'

/** Returns the exit code. No name lists the helpers. */
export async function runRule(argv: readonly string[], io: RuleIo): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === '-h' || name === '--help') {
    io.out(listing())
    return 0
  }
  try {
    return await runHelper(name, rest, io)
  } catch (error) {
    complain(io, name, messageOf(error))
    return 1
  }
}

/** Results go to `out`, diagnostics to `err`; a refused call changes no file. An unknown name is wrong usage. */
export async function runHelper(name: string, argv: readonly string[], io: RuleIo): Promise<number> {
  const row = Object.hasOwn(TABLE, name) ? TABLE[name] : undefined
  if (row === undefined) {
    io.err(unknownRule(name))
    return 2
  }
  if ((argv[0] === '-h' || argv[0] === '--help') && !row.known.includes('help')) {
    io.out(helpOf(name, row.usage))
    return 0
  }
  try {
    const call = new Call(row, argv, io, runHelper)
    if (call.has('help')) {
      io.err(helpOf(name, row.usage))
      return 0
    }
    const ran = (await (await row.load())[name]?.(call)) ?? ''
    io.out(typeof ran === 'string' ? ran : ran.out)
    return typeof ran === 'string' ? 0 : ran.code
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const message of error.messages) complain(io, name, message)
    return error.code ?? row.wrong
  }
}

function unknownRule(name: string): string {
  const close = closeNames(name, Object.keys(TABLE))
  const hint = close.length === 0 ? 'Run `parley rule` for the list.' : `Did you mean ${close.join(' or ')}?`
  return `parley rule: no helper is named '${name}'. ${hint}\n`
}
