// Rules that print turns. Apart from those that check turns, to start fast.
import { haltLine } from '../../../rules/halt-event.js'
import { slotsOf } from '../../../rules/names.js'
import { judgeDispatchedVia, turnHeader } from '../../../rules/turn-header.js'
import type { Call, Handlers } from './call.js'
import { refuse, wrong } from './io.js'

export const handlers: Handlers = {
  /** Printed in pieces, so that a very large number of turns needs no more memory than a small one. */
  'turn-order'(call) {
    const invitees = slotsOf(call.text('invitees') ?? '')
    if (invitees.every((slot) => slot.trim() === '')) refuse(2, '--invitees is empty')
    const turns = call.positive('turns')
    let piece = ''
    for (let turn = 0; turn < turns; turn++) {
      piece += `${invitees[turn % invitees.length]}\n`
      if (piece.length < 65_536) continue
      call.io.out(piece)
      piece = ''
    }
    return piece
  },

  'turn-header'(call) {
    const header = {
      round: call.digits('round'),
      turn: call.digits('turn'),
      speaker: call.line('speaker'),
      role: call.line('role'),
      turnCost: call.digits('turn-cost'),
      runningTotal: call.digits('running-total'),
      phase: labelOf(call, 'phase'),
      turnId: labelOf(call, 'turn-id'),
      // Not `facilitator`: those turns are the engine's own, and no caller may claim one.
      origin: call.has('origin') ? call.among('origin', ['interject', 'attendee']) : undefined,
    }
    const via = judgeDispatchedVia(call.text('dispatched-via'), header.phase)
    if (via.kind === 'refused') refuse(2, via.reason)
    if (via.kind === 'unlabelled') call.io.err(`${via.warning}\n`)
    return turnHeader({ ...header, dispatchedVia: via.kind === 'ok' ? via.via : undefined })
  },

  'halt-event'(call) {
    const [condition, fr] = [call.needed('condition'), call.needed('fr')]
    const detail = call.present('detail', '--detail is required; it may be empty')
    return `${haltLine({ condition, fr, detail, agent: call.text('agent') })}\n`
  },
}

function labelOf(call: Call, flag: string): string | undefined {
  const text = call.text(flag)
  return /[\r\n]/.test(text ?? '') ? wrong('--phase and --turn-id are single lines') : text
}
