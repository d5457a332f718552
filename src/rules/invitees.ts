// Invitees: merges the names that were asked for with the mode's defaults. What was asked for is never checked here.
import type { Mode } from './modes.js'

export interface Invitation {
  mode: Mode
  /** The user's list, trimmed and in order. Duplicates stay. */
  asked: readonly string[]
  /** Who can be seated. */
  installed: readonly string[]
  /** Take the user's list alone: no defaults are added, and none is missing. */
  override: boolean
  /** The person's own name, if it is known. */
  userName: string | undefined
  /** Whether the person may attend. If not, every token for the person is dropped with a warning. */
  attendance: boolean
}

export interface ResolvedInvitees {
  resolved: readonly string[]
  /** Defaults that are not installed. */
  missing: readonly string[]
  /** Defaults that were appended. */
  defaultsResolved: readonly string[]
  /** The token by which the person attends, as it was written. */
  userToken: string | undefined
  warnings: readonly string[]
}

export function resolveInvitees(invitation: Invitation): ResolvedInvitees {
  const { people, userToken, warnings } = sortOutUser(invitation)
  const defaults = invitation.override ? NO_DEFAULTS : seatDefaults(invitation, people)
  const resolved = [...people, ...defaults.appended]
  return {
    resolved,
    missing: defaults.missing,
    defaultsResolved: defaults.appended,
    userToken,
    warnings:
      defaults.missing.length === 0
        ? warnings
        : [...warnings, missingWarning(invitation.mode, defaults.missing, resolved)],
  }
}

/** `me`, `user`, or the person's own name; case never counts. */
export function isUserToken(token: string, userName: string | undefined): boolean {
  const lower = token.toLowerCase()
  return lower === 'me' || lower === 'user' || (userName !== undefined && lower === userName.toLowerCase())
}

const NO_DEFAULTS = { appended: [] as readonly string[], missing: [] as readonly string[] }

function sortOutUser({ asked, userName, attendance }: Invitation) {
  const people: string[] = []
  const warnings: string[] = []
  let userToken: string | undefined
  for (const entry of asked) {
    if (!isUserToken(entry, userName)) people.push(entry)
    else if (!attendance) warnings.push(droppedWarning(entry))
    else if (userToken === undefined) {
      userToken = entry
      people.push(entry)
    }
  }
  return { people, userToken, warnings }
}

/** A default that the user named but that is not installed is both resolved and missing. */
function seatDefaults({ mode, installed }: Invitation, people: readonly string[]) {
  const missing = mode.defaultInvitees.filter((name) => !installed.includes(name))
  const appended = mode.defaultInvitees.filter((name) => installed.includes(name) && !people.includes(name))
  return { appended, missing }
}

function droppedWarning(token: string): string {
  return (
    `[gaia-meeting] WARNING: invitee token "${token}" resolves to the user — the user is not an agent and is not ` +
    'auto-included; user authoring uses --charter / [i]nterject only'
  )
}

function missingWarning(mode: Mode, missing: readonly string[], resolved: readonly string[]): string {
  return (
    `[gaia-meeting] WARNING: missing default invitee(s) for mode ${mode.name}: ${missing.join(',')} ` +
    `(resolved subset: ${resolved.join(',')})`
  )
}
