// Rules about who attends: resolve-invitees and resolve-user-name. They may ask git, so they have a module of their own.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { updateSessionField } from '../../../documents/session-file.js'
import { resolveInvitees as resolved } from '../../../rules/invitees.js'
import { linesOf } from '../../../rules/lines.js'
import { type Mode, resolveMode } from '../../../rules/modes.js'
import { splitNames } from '../../../rules/names.js'
import { NO_USER_NAME, resolveUserName as nameFrom, nameIn } from '../../../rules/user-name.js'
import { rule } from './command.js'
import { at, isFile, readIfThere, writeWhole } from './files.js'
import type { RuleIo } from './io.js'
import { refuse } from './refusal.js'
import { needed } from './values.js'

export const resolveInvitees = rule({
  name: 'resolve-invitees',
  about:
    'Prints six lines: resolved, missing, bias, canonical_mode, invitees_override, default_invitees_resolved.',
  flags: {
    mode: { ...needed('m', 'a mode or an alias'), as: modeNamed },
    invitees: { takes: 'csv', about: "the user's list", or: '' },
    installed: { takes: 'file', about: 'who can be seated, one name a line' },
    'invitees-override': { about: "the user's list stands alone: no defaults, nobody missing" },
    'session-file': { takes: 'file', about: 'the user may attend; noted in this file if it exists' },
  },
  exits: {
    0: 'resolved (also when defaults are missing)',
    2: 'no such --installed file',
    3: 'unknown mode',
    wrong: 2,
  },
  example: 'parley rule resolve-invitees --mode align --invitees "Theo, Zara" --installed agents.txt',
  run({ mode, invitees, installed, inviteesOverride: override, sessionFile }, io) {
    const asked = splitNames(invitees)
    const room = resolved({
      mode,
      asked,
      installed: override || installed === undefined ? [] : namesIn(installed, io),
      override,
      userName: asked.length === 0 ? undefined : findUserName(io),
      attendance: sessionFile !== undefined,
    })
    if (sessionFile) noteAttendance(at(io, sessionFile), room.userToken !== undefined)
    for (const warning of room.warnings) io.err(`${warning}\n`)
    return `resolved=${room.resolved.join(',')}
missing=${room.missing.join(',')}
bias=${mode.bias}
canonical_mode=${mode.name}
invitees_override=${override}
default_invitees_resolved=${room.defaultsResolved.join(',')}
`
  },
})

function modeNamed(name: string): Mode {
  const choice = resolveMode([name])
  return choice.kind === 'mode' ? choice.mode : refuse(3, choice.message)
}

function namesIn(file: string, io: RuleIo): string[] {
  if (!isFile(at(io, file))) refuse(2, `--installed names no file: '${file}'`)
  return linesOf(readIfThere(at(io, file)) ?? '')
}

function noteAttendance(file: string, attends: boolean): void {
  const text = readIfThere(file)
  if (text === undefined) return
  const update = updateSessionField(text, 'user_attendance', String(attends))
  if (update.kind === 'updated') writeWhole(file, update.text)
}

export const resolveUserName = rule({
  name: 'resolve-user-name',
  about: `Prints meeting.user_name of the settings file, else git's user.name as git resolves it here.
The account name of the operating system is never used.`,
  flags: {
    settings: {
      takes: 'file',
      about: 'JSON (default: .claude/settings.json if it exists, else settings.json)',
    },
  },
  exits: { 0: 'found', 2: 'neither source has a name', wrong: 3 },
  example: 'parley rule resolve-user-name --settings .claude/settings.json',
  run: ({ settings }, io) => `${findUserName(io, settings) ?? refuse(2, NO_USER_NAME)}\n`,
})

/** Git is asked only when the settings have no name: starting it costs more than all the rest. */
function findUserName(io: RuleIo, settingsFile?: string): string | undefined {
  const settings = readIfThere(settingsFile === undefined ? defaultSettings(io) : at(io, settingsFile))
  const gitName = nameIn(settings) === undefined ? askGit(io) : undefined
  return nameFrom({ settings, gitName })
}

function defaultSettings(io: RuleIo): string {
  const own = join(io.cwd, '.claude', 'settings.json')
  return isFile(own) ? own : join(io.cwd, 'settings.json')
}

function askGit(io: RuleIo): string | undefined {
  const git = spawnSync('git', ['config', 'user.name'], { cwd: io.cwd, env: { ...io.env }, encoding: 'utf8' })
  return git.status === 0 ? git.stdout : undefined
}
