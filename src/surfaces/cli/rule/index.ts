// CLI `parley rule`: the table of rule commands. Listing them loads none; running one loads its module only.
import { messageOf } from '../../../kernel/errors.js'
import { closeNames } from '../../../rules/close-names.js'
import type { RuleCommand } from './command.js'
import { complain, type RuleIo } from './io.js'

/** The module that declares a command, and the command's line in the list. */
type Entry = readonly [load: () => Promise<Readonly<Record<string, RuleCommand>>>, summary: string]

const invite = () => import('./invite.js')
const invitees = () => import('./invitees.js')
const research = () => import('./research.js')
const turns = () => import('./turns.js')
const checks = () => import('./checks.js')
const raiseHand = () => import('./raise-hand.js')
const caps = () => import('./caps.js')
const dispatch = () => import('./dispatch.js')
const sessions = () => import('./sessions.js')
const yieldGate = () => import('./yield-gate.js')
const upkeep = () => import('./upkeep.js')
const save = () => import('./save.js')
const scratchpad = () => import('./scratchpad.js')

/** Grouped by when a meeting uses them. The summaries are here so that the list loads no command. */
export const RULES: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'INVITE and CHARTER': {
    'charter-gate': [invite, 'Refuses to start a meeting without a charter; records the charter it accepts.'],
    'resolve-mode': [invite, 'Names the active mode, resolving aliases; allows one mode only.'],
    'resolve-invitees': [invitees, "Merges the user's invitees with the mode's default invitees."],
    'select-notes-template': [invite, 'Maps a closing-artifact bias to its notes template.'],
    'resolve-user-name': [invitees, "Finds the name that labels the user's interjections."],
    'lifecycle-marker': [invite, 'Prints the transcript line that opens a phase.'],
  },
  RESEARCH: {
    'research-phase-dispatch': [research, "States the research fork's tools, flags and memory path."],
    'prelude-format': [research, "Renders an agent's research prelude."],
    'research-gate': [research, 'Lets DISCUSS begin only when every invitee has a prelude.'],
  },
  DISCUSS: {
    'turn-order': [turns, 'Prints the round-robin order of speakers.'],
    'turn-header': [turns, 'Prints the header of an emitted turn and its provenance lines.'],
    'cite-or-flag-check': [
      checks,
      'Classifies lines; blocks a draft turn that states facts without support.',
    ],
    'raise-hand-arbiter': [raiseHand, 'Detects raised hands, plans the insertion, allows one per cycle.'],
    'halt-event': [turns, 'Prints the terminal line of a halted meeting.'],
    'max-turns-cap': [caps, "Refuses the turn after the meeting's last allowed one."],
    'per-agent-cap': [caps, "Adds up each agent's tokens; mutes at the cap, for good."],
    'loop-detector': [checks, 'Spots two agents going back and forth without progress.'],
    'cost-cadence': [caps, 'Counts emitted turns and says when the cost check is due.'],
  },
  'Dispatch and provenance': {
    'dispatch-agent-turn': [dispatch, 'Runs one agent turn through a stub and renders it.'],
    'dispatch-provenance-check': [checks, 'Audits a transcript: who may have produced each turn.'],
  },
  'Sessions, yields, settings': {
    'session-state': [sessions, 'Creates, reads and updates the flat file of one meeting session.'],
    'parse-resume-flags': [sessions, 'Turns the resume flags into one action.'],
    'checkpoint-cadence': [sessions, 'Reads how many DISCUSS turns lie between two yields.'],
    'yield-gate': [yieldGate, 'Stamps the session at a yield boundary.'],
    'secret-scrubber': [upkeep, 'Copies a file with known kinds of secret redacted.'],
    'checkpoint-reaper': [upkeep, 'Deletes session and checkpoint files past their age.'],
  },
  'CLOSE, REVIEW, SAVE': {
    'review-gate': [save, "Turns a reviewer's disposition into write or do not write."],
    'type-target-resolver': [save, 'Maps an action-item type to the command that handles it.'],
    'action-items-writer': [save, 'Appends accepted drafts to the action-item registry.'],
    'memory-writethrough': [save, 'Writes one decision file per accepted agent draft.'],
    'meeting-notes-writer': [save, 'Renders the saved notes of a meeting.'],
    'scratchpad-allocate': [scratchpad, "Keeps the meeting's pins."],
    'scratchpad-disposition': [scratchpad, 'Checks what the user wants done with a pin at CLOSE.'],
    'scratchpad-detect-type': [scratchpad, 'Guesses the content type of a pin.'],
    'scratchpad-resolve-path': [scratchpad, 'Computes where an extracted pin goes.'],
    'scratchpad-extractor': [scratchpad, 'Writes one extracted pin to its file.'],
    'write-boundary': [save, 'Says whether a meeting may write to a path.'],
  },
}

/** Returns the exit code. No name lists the commands; an unknown one is wrong usage. */
export async function runRule(argv: readonly string[], io: RuleIo): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === '-h' || name === '--help') {
    io.out(listing())
    return 0
  }
  const entry = all().get(name)
  if (entry === undefined) {
    io.err(unknownRule(name))
    return 2
  }
  const [load] = entry
  try {
    return commandNamed(name, await load()).run(rest, io)
  } catch (error) {
    complain(io, name, messageOf(error))
    return 1
  }
}

function commandNamed(name: string, module: Readonly<Record<string, RuleCommand>>): RuleCommand {
  const command = Object.values(module).find((each) => each.name === name)
  if (!command) throw new Error('its module does not declare it')
  return command
}

function all(): Map<string, Entry> {
  return new Map(Object.values(RULES).flatMap((group) => Object.entries(group)))
}

function listing(): string {
  const width = Math.max(...[...all().keys()].map((name) => name.length))
  const groups = Object.entries(RULES).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, [, summary]]) => `  ${name.padEnd(width)}  ${summary}`)
    return `${title}\n${lines.join('\n')}\n`
  })
  const usage = 'Usage: parley rule <helper> [arguments]\n       parley rule <helper> --help\n'
  const codes =
    "Exit codes are each helper's own, and `--help` of a helper lists them.\nEvery other parley command ends with 0 done, 2 wrong usage, 3 waiting for you,\n4 halted by a rule, 5 what --fail-on names holds, 1 anything else.\n"
  return [usage, ...groups, codes].join('\n')
}

function unknownRule(name: string): string {
  const close = closeNames(name, [...all().keys()])
  const hint = close.length === 0 ? 'Run `parley rule` for the list.' : `Did you mean ${close.join(' or ')}?`
  return `parley rule: no helper is named '${name}'. ${hint}\n`
}
