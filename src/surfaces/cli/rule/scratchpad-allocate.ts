// CLI `parley rule scratchpad-allocate`: keeps the pins of one meeting in a state file.
import { formatPins, parsePins } from '../../../documents/scratchpad-state.js'
import { type Pin, placePin, renderPins } from '../../../rules/scratchpad.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, readIfThere } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'
import { tryWrite } from './try-write.js'

const HELPER = 'scratchpad-allocate'
const FLAGS = ['state', 'target', 'content', 'intent', 'agent', 'content-type', 'field'] as const

const FIELDS: Readonly<Record<string, ((pin: Pin) => string) | undefined>> = Object.assign(
  Object.create(null),
  {
    id: (pin: Pin) => pin.id,
    content: (pin: Pin) => pin.content,
    content_type: (pin: Pin) => pin.contentType,
    pinning_agent: (pin: Pin) => pin.agent,
    intent: (pin: Pin) => pin.intent,
    history_count: (pin: Pin) => String(pin.history),
  },
)

const USAGE = `Usage: parley rule scratchpad-allocate pin --state FILE [--target SP-N] --content TEXT --intent TEXT --agent NAME
                                           [--content-type TYPE]
       parley rule scratchpad-allocate list --state FILE --field FIELD
       parley rule scratchpad-allocate render --state FILE

'pin' makes the next pin, or with --target replaces one, and prints its id. A state file that is not there is empty.
Fields: ${Object.keys(FIELDS).join(' ')}

Exit codes: 0 done; 2 wrong arguments, unknown field, no such target, or a state file that is none.

Example: parley rule scratchpad-allocate pin --state pins --content 'GET /v1' --intent 'the route' --agent theo
`

export const command: RuleCommand = {
  summary: "Keeps the meeting's pins.",
  help: USAGE,
  run([subcommand, ...rest], io) {
    const act = subcommand === undefined ? undefined : SUBCOMMANDS[subcommand]
    if (!act) return refuse(io, HELPER, 2, `expected pin, list or render, got '${subcommand ?? ''}'`)
    const flags = readFlags(rest, { values: FLAGS })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const state = flags.value('state')
    if (!state) return refuse(io, HELPER, 2, '--state is required')
    const kept = parsePins(readIfThere(at(io, state)) ?? '')
    if (kept.kind === 'damaged')
      return refuse(io, HELPER, 2, `line ${kept.line} of ${state} is no pin; left as it is`)
    return act(kept.pins, flags, io)
  },
}

type PinFlags = Flags<(typeof FLAGS)[number], never>
type Act = (pins: readonly Pin[], flags: PinFlags, io: RuleIo) => number

const SUBCOMMANDS: Readonly<Record<string, Act | undefined>> = Object.assign(Object.create(null), {
  pin,
  list,
  render,
})

function pin(pins: readonly Pin[], flags: PinFlags, io: RuleIo): number {
  const missing = (['content', 'intent', 'agent'] as const).find((name) => !flags.has(name))
  if (missing) return refuse(io, HELPER, 2, `--${missing} is required`)
  const placed = placePin(pins, {
    target: flags.value('target'),
    content: flags.value('content')!,
    contentType: flags.value('content-type') || 'md',
    agent: flags.value('agent')!,
    intent: flags.value('intent')!,
  })
  if (placed.kind === 'unknown-target') return refuse(io, HELPER, 2, `no pin '${placed.target}' to replace`)
  const failure = tryWrite(at(io, flags.value('state')!), formatPins(placed.pins))
  if (failure) return refuse(io, HELPER, 2, `cannot write ${flags.value('state')}: ${failure}`)
  io.out(`${placed.id}\n`)
  return 0
}

function list(pins: readonly Pin[], flags: PinFlags, io: RuleIo): number {
  const name = flags.value('field') ?? ''
  const field = FIELDS[name]
  if (!field) return refuse(io, HELPER, 2, name === '' ? '--field is required' : `unknown field '${name}'`)
  io.out(pins.map((each) => `${field(each)}\n`).join(''))
  return 0
}

function render(pins: readonly Pin[], _flags: PinFlags, io: RuleIo): number {
  io.out(renderPins(pins))
  return 0
}
