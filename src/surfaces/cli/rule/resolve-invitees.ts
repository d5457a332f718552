// Rule `resolve-invitees`: merges the user's invitees with the mode's defaults; may note in the session who attends.
import { updateSessionField } from '../../../documents/session-file.js'
import { type Room, resolveInvitees } from '../../../rules/invitees.js'
import { linesOf } from '../../../rules/lines.js'
import { type Mode, resolveMode } from '../../../rules/modes.js'
import { splitNames } from '../../../rules/names.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, readIfThere, writeWhole } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'
import { findUserName } from './user-name-sources.js'

const NAME = 'resolve-invitees'

export const command: RuleCommand = {
  summary: "Merges the user's invitees with the mode's default invitees.",
  help: `Usage: parley rule resolve-invitees --mode <m> [--invitees <csv>] [--installed <file>]
                                    [--invitees-override] [--session-file <file>]

Prints six lines: resolved, missing, bias, canonical_mode, invitees_override, default_invitees_resolved.

Flags:
  --mode <m>              a mode or an alias
  --invitees <csv>        the user's list
  --installed <file>      who can be seated, one name a line
  --invitees-override     the user's list stands alone: no defaults, nobody missing
  --session-file <file>   the user may attend as me, user or by name; noted in this file if it exists

Exit codes: 0 resolved (also when defaults are missing), 2 bad arguments or no such --installed file,
            3 unknown mode

Example:
  parley rule resolve-invitees --mode align --invitees "Theo, Zara" --installed agents.txt
`,
  run(argv, io) {
    const flags = readFlags(argv, SPEC)
    if (flags.kind === 'bad') return refuse(io, NAME, 2, flags.message)
    const given = flags.value('mode')
    if (!given) return refuse(io, NAME, 2, '--mode is required')
    const choice = resolveMode([given])
    if (choice.kind !== 'mode') return refuse(io, NAME, 3, choice.message)
    const installed = readInstalled(flags, io)
    if (installed === undefined) {
      return refuse(io, NAME, 2, `--installed names no file: '${flags.value('installed')}'`)
    }
    const room = resolveRoom(flags, io, choice.mode, installed)
    noteAttendance(flags, io, room)
    report(flags, io, choice.mode, room)
    return 0
  },
}

const SPEC = {
  values: ['mode', 'invitees', 'installed', 'session-file'],
  switches: ['invitees-override'],
} as const
type Given = Flags<(typeof SPEC.values)[number], (typeof SPEC.switches)[number]>

/** Undefined when a file was named that is none. With the override nobody looks. */
function readInstalled(flags: Given, io: RuleIo): string[] | undefined {
  const file = flags.value('installed')
  if (file === undefined || flags.has('invitees-override')) return []
  return isFile(at(io, file)) ? linesOf(readIfThere(at(io, file)) ?? '') : undefined
}

function resolveRoom(flags: Given, io: RuleIo, mode: Mode, installed: readonly string[]): Room {
  const asked = splitNames(flags.value('invitees') ?? '')
  return resolveInvitees({
    mode,
    asked,
    installed,
    override: flags.has('invitees-override'),
    userName: asked.length === 0 ? undefined : findUserName(io),
    attendance: flags.has('session-file'),
  })
}

function noteAttendance(flags: Given, io: RuleIo, room: Room): void {
  const file = flags.value('session-file')
  const text = file ? readIfThere(at(io, file)) : undefined
  if (!file || text === undefined) return
  const update = updateSessionField(text, 'user_attendance', String(room.userToken !== undefined))
  if (update.kind === 'updated') writeWhole(at(io, file), update.text)
}

function report(flags: Given, io: RuleIo, mode: Mode, room: Room): void {
  for (const warning of room.warnings) io.err(`${warning}\n`)
  io.out(`resolved=${room.resolved.join(',')}\n`)
  io.out(`missing=${room.missing.join(',')}\n`)
  io.out(`bias=${mode.bias}\n`)
  io.out(`canonical_mode=${mode.name}\n`)
  io.out(`invitees_override=${flags.has('invitees-override')}\n`)
  io.out(`default_invitees_resolved=${room.defaultsResolved.join(',')}\n`)
}
