// CLI `parley rule`: the table of helpers. Listing them loads none; running one loads that one only.
import { closeNames } from '../../../rules/close-names.js'
import type { RuleCommand, RuleIo } from './command.js'

interface Entry {
  summary: string
  load: () => Promise<{ command: RuleCommand }>
  /** The helper answers -h and --help itself. */
  ownHelp?: true
}

/** Grouped by when a meeting uses them. The summaries stand here so that the list needs no helper. */
export const HELPERS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'INVITE and CHARTER': {
    'charter-gate': {
      summary: 'Refuses to start a meeting without a charter; records the charter it accepts.',
      load: () => import('./charter-gate.js'),
    },
    'resolve-mode': {
      summary: 'Names the active mode, resolving aliases; allows one mode only.',
      load: () => import('./resolve-mode.js'),
    },
    'resolve-invitees': {
      summary: "Merges the user's invitees with the mode's default invitees.",
      load: () => import('./resolve-invitees.js'),
    },
    'select-notes-template': {
      summary: 'Maps a closing-artifact bias to its notes template.',
      load: () => import('./select-notes-template.js'),
    },
    'resolve-user-name': {
      summary: "Finds the name that labels the user's interjections.",
      load: () => import('./resolve-user-name.js'),
    },
    'lifecycle-marker': {
      summary: 'Prints the transcript line that opens a phase.',
      load: () => import('./lifecycle-marker.js'),
    },
  },
  RESEARCH: {
    'research-phase-dispatch': {
      summary: "States the research fork's tools, flags and memory path.",
      load: () => import('./research-phase-dispatch.js'),
      ownHelp: true,
    },
    'prelude-format': {
      summary: "Renders an agent's research prelude.",
      load: () => import('./prelude-format.js'),
    },
    'research-gate': {
      summary: 'Lets DISCUSS begin only when every invitee has a prelude.',
      load: () => import('./research-gate.js'),
    },
  },
  DISCUSS: {
    'turn-order': {
      summary: 'Prints the round-robin order of speakers.',
      load: () => import('./turn-order.js'),
    },
    'turn-header': {
      summary: 'Prints the header of an emitted turn and its provenance lines.',
      load: () => import('./turn-header.js'),
    },
    'cite-or-flag-check': {
      summary: 'Classifies lines; blocks a draft turn that states facts without support.',
      load: () => import('./cite-or-flag-check.js'),
    },
    'raise-hand-arbiter': {
      summary: 'Detects raised hands, plans the insertion, allows one per cycle.',
      load: () => import('./raise-hand-arbiter.js'),
    },
    'halt-event': {
      summary: 'Prints the terminal line of a halted meeting.',
      load: () => import('./halt-event.js'),
    },
    'max-turns-cap': {
      summary: "Refuses the turn after the meeting's last allowed one.",
      load: () => import('./max-turns-cap.js'),
    },
    'per-agent-cap': {
      summary: "Adds up each agent's tokens; mutes at the cap, for good.",
      load: () => import('./per-agent-cap.js'),
    },
    'loop-detector': {
      summary: 'Spots two agents going back and forth without progress.',
      load: () => import('./loop-detector.js'),
    },
    'cost-cadence': {
      summary: 'Counts emitted turns and says when the cost check is due.',
      load: () => import('./cost-cadence.js'),
    },
  },
  'Dispatch and provenance': {
    'dispatch-agent-turn': {
      summary: 'Runs one agent turn through a stub and renders it.',
      load: () => import('./dispatch-agent-turn.js'),
    },
    'dispatch-provenance-check': {
      summary: 'Audits a transcript: who may have produced each turn.',
      load: () => import('./dispatch-provenance-check.js'),
    },
  },
  'Sessions, yields, settings': {
    'session-state': {
      summary: 'Creates, reads and updates the flat file of one meeting session.',
      load: () => import('./session-state.js'),
    },
    'parse-resume-flags': {
      summary: 'Turns the resume flags into one action.',
      load: () => import('./parse-resume-flags.js'),
    },
    'checkpoint-cadence': {
      summary: 'Reads how many DISCUSS turns lie between two yields.',
      load: () => import('./checkpoint-cadence.js'),
    },
    'yield-gate': {
      summary: 'Stamps the session at a yield boundary.',
      load: () => import('./yield-gate.js'),
    },
    'secret-scrubber': {
      summary: 'Copies a file with known kinds of secret redacted.',
      load: () => import('./secret-scrubber.js'),
    },
    'checkpoint-reaper': {
      summary: 'Deletes session and checkpoint files past their age.',
      load: () => import('./checkpoint-reaper.js'),
    },
  },
  'CLOSE, REVIEW, SAVE': {
    'review-gate': {
      summary: "Turns a reviewer's disposition into write or do not write.",
      load: () => import('./review-gate.js'),
    },
    'type-target-resolver': {
      summary: 'Maps an action-item type to the command that handles it.',
      load: () => import('./type-target-resolver.js'),
    },
    'action-items-writer': {
      summary: 'Appends accepted drafts to the action-item registry.',
      load: () => import('./action-items-writer.js'),
    },
    'memory-writethrough': {
      summary: 'Writes one decision file per accepted agent draft.',
      load: () => import('./memory-writethrough.js'),
    },
    'meeting-notes-writer': {
      summary: 'Renders the saved notes of a meeting.',
      load: () => import('./meeting-notes-writer.js'),
    },
    'scratchpad-allocate': {
      summary: "Keeps the meeting's pins.",
      load: () => import('./scratchpad-allocate.js'),
    },
    'scratchpad-disposition': {
      summary: 'Checks what the user wants done with a pin at CLOSE.',
      load: () => import('./scratchpad-disposition.js'),
    },
    'scratchpad-detect-type': {
      summary: 'Guesses the content type of a pin.',
      load: () => import('./scratchpad-detect-type.js'),
    },
    'scratchpad-resolve-path': {
      summary: 'Computes where an extracted pin goes.',
      load: () => import('./scratchpad-resolve-path.js'),
    },
    'scratchpad-extractor': {
      summary: 'Writes one extracted pin to its file.',
      load: () => import('./scratchpad-extractor.js'),
    },
    'write-boundary': {
      summary: 'Says whether a meeting may write to a path.',
      load: () => import('./write-boundary.js'),
    },
  },
}

/** Returns the exit code. No name lists the helpers; an unknown one is wrong usage. */
export async function runRule(argv: readonly string[], io: RuleIo): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || isHelp(name)) {
    io.out(listing())
    return 0
  }
  const entry = allHelpers().get(name)
  if (entry === undefined) {
    io.err(unknownHelper(name))
    return 2
  }
  return await runHelper(name, entry, rest, io)
}

async function runHelper(name: string, entry: Entry, argv: readonly string[], io: RuleIo): Promise<number> {
  const { command } = await entry.load()
  if (isHelp(argv[0]) && !entry.ownHelp) {
    io.out(command.help)
    return 0
  }
  try {
    return await command.run(argv, io)
  } catch (error) {
    io.err(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function isHelp(argument: string | undefined): boolean {
  return argument === '-h' || argument === '--help'
}

function allHelpers(): Map<string, Entry> {
  return new Map(Object.values(HELPERS).flatMap((group) => Object.entries(group)))
}

function listing(): string {
  const width = Math.max(...[...allHelpers().keys()].map((name) => name.length))
  const groups = Object.entries(HELPERS).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, entry]) => `  ${name.padEnd(width)}  ${entry.summary}`)
    return `${title}\n${lines.join('\n')}\n`
  })
  const usage = 'Usage: parley rule <helper> [arguments]\n       parley rule <helper> --help\n'
  return [usage, ...groups].join('\n')
}

function unknownHelper(name: string): string {
  const close = closeNames(name, [...allHelpers().keys()])
  const hint = close.length === 0 ? 'Run `parley rule` for the list.' : `Did you mean ${close.join(' or ')}?`
  return `parley rule: no helper is named '${name}'. ${hint}\n`
}
