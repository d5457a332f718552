// Rules that print turns: turn-order, turn-header, halt-event. Separate from those that check turns, to start fast.
import { haltLine } from '../../../rules/halt-event.js'
import { turnHeader as headerOf, judgeDispatchedVia } from '../../../rules/turn-header.js'
import { slotsOf, speakerAt } from '../../../rules/turn-order.js'
import { rule } from './command.js'
import { refuse, wrong } from './refusal.js'
import { digits, line, needed, positive } from './values.js'

export const turnOrder = rule({
  name: 'turn-order',
  about: 'Prints one speaker a line. The list is taken as it stands: resolve-invitees prints a clean one.',
  flags: {
    invitees: { takes: 'csv', about: 'speakers in invite order', as: slots },
    turns: { takes: 'n', about: 'how many turns, a positive integer', as: positive },
  },
  exits: { 0: 'printed', 2: 'nobody invited', wrong: 3 },
  example: 'parley rule turn-order --invitees Theo,Zara,Nova --turns 5',
  /** Printed in pieces, so that a very large number of turns needs no more memory than a small one. */
  run({ invitees, turns }, io) {
    let piece = ''
    for (let turn = 0; turn < turns; turn++) {
      piece += `${speakerAt(invitees, turn)}\n`
      if (piece.length < 65_536) continue
      io.out(piece)
      piece = ''
    }
    return piece
  },
})

function slots(csv: string): readonly string[] {
  const all = slotsOf(csv)
  return all.every((slot) => slot.trim() === '') ? refuse(2, '--invitees is empty') : all
}

export const turnHeader = rule({
  name: 'turn-header',
  flags: {
    round: { ...needed('n', 'a non-negative integer, like the other numbers'), as: digits },
    turn: { ...needed('n'), as: digits },
    speaker: { ...needed('name'), as: line },
    role: { ...needed('role'), as: line },
    'turn-cost': { ...needed('n'), as: digits },
    'running-total': { ...needed('n'), as: digits },
    phase: { takes: 'phase', about: 'any case; adds a Phase: line', as: label, or: undefined },
    'turn-id': { takes: 'id', about: 'adds a Turn: line', as: label, or: undefined },
    // Not `facilitator`: those turns are the engine's own, and no caller may claim one.
    origin: {
      takes: 'value',
      about: 'adds an origin: line',
      among: ['interject', 'attendee'],
      or: undefined,
    },
    'dispatched-via': {
      takes: 'value',
      about: 'subagent, interject, charter or teammate; required for RESEARCH and DISCUSS',
    },
  },
  exits: { 0: 'printed', 2: '--dispatched-via bad or missing', wrong: 3 },
  example: `parley rule turn-header --round 1 --turn 7 --speaker Theo --role "System Architect" \\
  --turn-cost 120 --running-total 900 --phase DISCUSS --dispatched-via subagent`,
  run({ dispatchedVia, ...header }, io) {
    const via = judgeDispatchedVia(dispatchedVia, header.phase)
    if (via.kind === 'refused') refuse(2, via.reason)
    if (via.kind === 'unlabelled') io.err(`${via.warning}\n`)
    return headerOf({ ...header, dispatchedVia: via.kind === 'ok' ? via.via : undefined })
  },
})

function label(text: string): string {
  return /[\r\n]/.test(text) ? wrong('--phase and --turn-id are single lines') : text
}

export const haltEvent = rule({
  name: 'halt-event',
  flags: {
    condition: needed('name', 'such as CITE-OR-FLAG; not checked against a list'),
    fr: needed('id', 'the requirement it answers to'),
    detail: {
      takes: 'text',
      about: 'what happened; may be empty',
      need: 'given',
      missing: () => '--detail is required; it may be empty',
    },
    agent: { takes: 'id', about: 'who brought it about (default: a dash)' },
  },
  exits: { 0: 'printed', wrong: 3 },
  example: 'parley rule halt-event --condition CHARTER-MISSING --fr FR-MTG-28 --detail "no charter given"',
  run: (halt) => `${haltLine(halt)}\n`,
})
