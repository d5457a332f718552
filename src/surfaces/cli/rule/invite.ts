// Rules of INVITE and CHARTER.
import { spawnSync } from 'node:child_process'
import { charterAssignment, judgeCharter } from '../../../rules/charter-gate.js'
import { resolveInvitees } from '../../../rules/invitees.js'
import { isPhase, PHASES, phaseMarker } from '../../../rules/lifecycle.js'
import { linesOf } from '../../../rules/lines.js'
import { isBias, type Mode, notesTemplate, resolveMode } from '../../../rules/modes.js'
import { splitNames } from '../../../rules/names.js'
import { NO_USER_NAME, nameIn, resolveUserName } from '../../../rules/user-name.js'
import { updateSessionField } from '../../../text/session-file.js'
import { shippedFile } from '../../../workspace/library.js'
import { type Handlers, oneOf } from './call.js'
import { at, isFile, type RuleIo, readIfThere, refuse, statePath, writeWhole, wrong } from './io.js'

export const handlers: Handlers = {
  'charter-gate'(call) {
    const verdict = judgeCharter(call.text('charter'))
    if (verdict.kind === 'blocked') {
      call.io.out(`charter-gate: BLOCKED — ${verdict.reason} (use --charter "...").\n`)
      refuse(2, ...verdict.lines)
    }
    const file = statePath(call.io, 'MEETING_STATE_FILE', 'gaia-meeting-state.env')
    writeWhole(file, charterAssignment(verdict.charter))
    return `charter-gate: charter accepted (${verdict.chars} chars)\n`
  },

  'resolve-mode': (call) => `${modeNamed(call.all('mode')).name}\n`,

  'resolve-invitees'(call) {
    const mode = modeNamed([call.needed('mode')])
    const asked = splitNames(call.text('invitees') ?? '')
    const override = call.has('invitees-override')
    const sessionFile = call.text('session-file')
    const room = resolveInvitees({
      mode,
      asked,
      installed: override ? [] : namesIn(call.text('installed'), call.io),
      override,
      userName: asked.length === 0 ? undefined : findUserName(call.io),
      attendance: sessionFile !== undefined,
    })
    if (sessionFile) noteAttendance(at(call.io, sessionFile), room.userToken !== undefined)
    for (const warning of room.warnings) call.io.err(`${warning}\n`)
    return `resolved=${room.resolved.join(',')}
missing=${room.missing.join(',')}
bias=${mode.bias}
canonical_mode=${mode.name}
invitees_override=${override}
default_invitees_resolved=${room.defaultsResolved.join(',')}
`
  },

  'select-notes-template'(call) {
    const bias = call.needed('bias')
    if (!isBias(bias)) refuse(3, `unknown bias '${bias}'`)
    const path = shippedFile(`library/meet/templates/${notesTemplate(bias)}`)
    return isFile(path) ? `${path}\n` : refuse(4, `no template at ${path}; reinstall parley to bring it back`)
  },

  'resolve-user-name': (call) =>
    `${findUserName(call.io, call.text('settings')) ?? refuse(2, NO_USER_NAME)}\n`,

  'lifecycle-marker'(call) {
    const phase = call.needed('phase', `--phase is required, ${oneOf(PHASES)}`)
    return isPhase(phase)
      ? `${phaseMarker(phase)}\n`
      : wrong(`unknown phase '${phase}'; it must be ${oneOf(PHASES)}`)
  },
}

/** Every one that was given counts: two are refused even when they say the same. */
function modeNamed(given: readonly string[]): Mode {
  const choice = resolveMode(given)
  if (choice.kind === 'mode') return choice.mode
  return refuse({ several: 2, unknown: 3, empty: 4 }[choice.kind], choice.message)
}

function namesIn(file: string | undefined, io: RuleIo): string[] {
  if (file === undefined) return []
  if (!isFile(at(io, file))) refuse(2, `--installed names no file: '${file}'`)
  return linesOf(readIfThere(at(io, file)) ?? '')
}

function noteAttendance(file: string, attends: boolean): void {
  const text = readIfThere(file)
  if (text === undefined) return
  const update = updateSessionField(text, 'user_attendance', String(attends))
  if (update.kind === 'updated') writeWhole(file, update.text)
}

/** Git is asked only when the settings have no name: starting it costs more than all the rest. */
function findUserName(io: RuleIo, settingsFile?: string): string | undefined {
  const own = '.claude/settings.json'
  const file = settingsFile ?? (isFile(at(io, own)) ? own : 'settings.json')
  const settings = readIfThere(at(io, file))
  const name = nameIn(settings)
  if (name !== undefined) return name
  const git = spawnSync('git', ['config', 'user.name'], { cwd: io.cwd, env: { ...io.env }, encoding: 'utf8' })
  return resolveUserName({ settings, gitName: git.status === 0 ? git.stdout : undefined })
}
