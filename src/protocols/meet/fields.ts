// The fields of a request for a chartered meeting.

import type { Fields } from '../../kernel/request.js'
import { DEFAULT_MAX_TURNS } from '../../rules/max-turns.js'
import { MODES } from '../../rules/modes.js'
import { DEFAULT_PER_AGENT_CAP } from '../../rules/per-agent-cap.js'

export const fields = {
  charter: {
    kind: 'text',
    label: 'Charter: what is to be settled',
    help: 'what it is for and what it should leave, in one to three sentences',
    takes: 'TEXT',
    bare: 'CHARTER',
    lines: 5,
    ask: 'What is this meeting for, and what should it leave?',
  },
  mode: {
    kind: 'choice',
    label: 'Mode',
    help: 'which kind of meeting; decide unless named',
    takes: 'MODE',
    among: MODES.map(({ name, purpose }) => ({ value: name, label: name, about: purpose })),
    default: 'decide',
    open: true,
  },
  invitees: {
    kind: 'names',
    label: 'Seats',
    help: 'who comes, by name, in speaking order; the mode adds its own',
    takes: 'A,B,…',
    people: true,
  },
  inviteesOverride: {
    kind: 'switch',
    label: 'Nobody else',
    help: 'nobody but these',
    advanced: true,
  },
  noWeb: { kind: 'switch', label: 'No web', help: 'no web in any phase: for sensitive subjects' },
  skipResearch: {
    kind: 'switch',
    label: 'Skip research',
    help: 'no preparation; claims are cited or flagged all the same',
  },
  blind: {
    kind: 'switch',
    label: 'Blind preludes',
    help: 'no seat reads another’s prelude before all are in; then all are shown at once',
    advanced: true,
  },
  maxTurns: {
    kind: 'number',
    label: 'Turns of discussion',
    help: 'the most turns of discussion',
    least: 1,
    default: DEFAULT_MAX_TURNS,
    advanced: true,
  },
  perAgentCap: {
    kind: 'number',
    label: 'Tokens of one seat',
    help: 'the most tokens that one seat may speak',
    least: 1,
    default: DEFAULT_PER_AGENT_CAP,
    advanced: true,
  },
} as const satisfies Fields
