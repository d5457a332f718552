// Touchpoints: every question of a deliberation as data. What is asked, with which answers, and what is taken where nobody answers.
//
// No default publishes, merges, deletes, restarts or spends a further round.

import { type Mode, modes } from './modes.js'

export interface Touchpoint {
  /** `command`: asked before a meeting is open or outside any; nothing waits there. */
  readonly at: 'command' | 'meeting'
  /** The modes whose sessions may be asked it. */
  readonly modes: readonly Mode[]
  readonly options: readonly Choice[]
  /** Further options come from the roster or the sessions there are, before those listed. */
  readonly dynamic?: 'members' | 'sessions'
  readonly freeText?: Choice
  /** Null: there is none, and nobody there means that the command cannot go on. */
  readonly default: string | null
}

export interface Choice {
  readonly key: string
  readonly label: string
}

const withSession = modes.filter((mode) => mode !== 'brainstorm')
const interviewed: readonly Mode[] = ['standard', 'deep', 'guided', 'meeting']
const designed: readonly Mode[] = ['standard', 'deep', 'guided']
const reviewed: readonly Mode[] = ['standard', 'deep']
const acting: readonly Mode[] = ['standard', 'guided']
const audited: readonly Mode[] = ['standard', 'deep', 'guided', 'audit']

const approve = { key: 'approve', label: 'Approve' }
const approveIssue = { key: 'approve-issue', label: 'Approve and open the contract issue' }
const back = { key: 'back', label: 'Back' }
const keepPlan = { key: 'keep', label: 'Keep the plan' }
const github = { key: 'github', label: 'Export to GitHub Issues' }
const team = { key: 'team', label: 'Team execution' }
const ralf = { key: 'ralf', label: 'Ralf handoff' }
const reviewFirst = { key: 'review', label: 'Review first' }

const amongMembers: Touchpoint = {
  at: 'meeting',
  modes: interviewed,
  options: [back],
  dynamic: 'members',
  default: 'back',
}

export const touchpoints = {
  'workspace.ask': {
    at: 'command',
    modes,
    options: [{ key: 'here', label: 'This folder' }],
    freeText: { key: 'path', label: 'Another folder' },
    default: 'here',
  },
  'legacy.migrate': {
    at: 'command',
    modes: withSession,
    options: [
      { key: 'migrate', label: 'Migrate' },
      { key: 'skip', label: 'Skip' },
      { key: 'delete', label: 'Delete' },
    ],
    default: 'skip',
  },
  intake: {
    at: 'command',
    modes: modes.filter((mode) => mode !== 'auto'),
    options: [],
    freeText: { key: 'idea', label: 'Idea' },
    default: null,
  },
  'interview.round': {
    at: 'meeting',
    modes: interviewed,
    options: [{ key: 'skip', label: 'Skip this round' }],
    freeText: { key: 'answer', label: 'Answer' },
    default: 'skip',
  },
  'interview.approve': {
    at: 'meeting',
    modes: ['guided'],
    options: [approve, { key: 'revise', label: 'Revise' }],
    default: 'approve',
  },
  'assembly.approve': {
    at: 'meeting',
    modes: interviewed,
    options: [
      approve,
      { key: 'add', label: 'Add agent' },
      { key: 'remove', label: 'Remove agent' },
      { key: 'restart', label: 'Restart interview' },
    ],
    default: 'approve',
  },
  'assembly.add': amongMembers,
  'assembly.remove': amongMembers,
  'assembly.drop': amongMembers,
  'positions.feedback': {
    at: 'meeting',
    modes: ['guided'],
    options: [{ key: 'continue', label: 'Continue' }],
    freeText: { key: 'feedback', label: 'Provide feedback' },
    default: 'continue',
  },
  'design.conflict': {
    at: 'meeting',
    modes: designed,
    options: [
      { key: 'first', label: 'The first' },
      { key: 'second', label: 'The second' },
      { key: 'open', label: 'Leave it open' },
    ],
    freeText: { key: 'decide', label: 'Decide otherwise' },
    default: 'open',
  },
  'design.approve': {
    at: 'meeting',
    modes: reviewed,
    options: [approve],
    freeText: { key: 'adjust', label: 'Adjust' },
    default: 'approve',
  },
  'design.guided': {
    at: 'meeting',
    modes: ['guided'],
    options: [approve, { key: 're-deliberate', label: 'Re-deliberate' }],
    freeText: { key: 'revise', label: 'Revise' },
    default: 'approve',
  },
  'scope.review': {
    at: 'meeting',
    modes: reviewed,
    options: [approve, approveIssue],
    freeText: { key: 'adjust', label: 'Adjust scope' },
    default: 'approve',
  },
  'prd.guided': {
    at: 'meeting',
    modes: ['guided'],
    options: [approve, approveIssue, back],
    freeText: { key: 'edit', label: 'Edit' },
    default: 'approve',
  },
  'action.choose': {
    at: 'meeting',
    modes: acting,
    options: [
      { ...github, label: `${github.label} (Recommended)` },
      team,
      ralf,
      { key: 'launch', label: 'Launch handoff' },
      { key: 'audit', label: 'Deep audit' },
      reviewFirst,
      keepPlan,
    ],
    default: 'keep',
  },
  'action.quick': {
    at: 'meeting',
    modes: ['quick'],
    options: [team, ralf, { key: 'export', label: 'Export' }, keepPlan],
    default: 'keep',
  },
  'export.degraded': {
    at: 'meeting',
    modes: ['quick', ...designed],
    options: [
      { key: 'publish', label: 'Publish all the same' },
      { key: 'keep', label: 'Not now' },
    ],
    default: 'keep',
  },
  'task.approve': {
    at: 'meeting',
    modes: ['guided'],
    options: [approve, { key: 'skip', label: 'Skip' }],
    freeText: { key: 'modify', label: 'Modify' },
    default: 'approve',
  },
  'verify.manual': {
    at: 'meeting',
    modes: acting,
    options: [
      { key: 'failed', label: 'Failed' },
      { key: 'later', label: 'Later' },
    ],
    freeText: { key: 'verified', label: 'Verified: what I saw' },
    default: 'later',
  },
  'verify.failed': {
    at: 'meeting',
    modes: audited,
    options: [
      { key: 'retry', label: 'Try again' },
      { key: 'stop', label: 'Stop' },
    ],
    freeText: { key: 'advise', label: 'Advise and try again' },
    default: 'stop',
  },
  'audit.scope': {
    at: 'meeting',
    modes: ['audit'],
    options: [{ key: 'start', label: 'Start' }],
    freeText: { key: 'adjust', label: 'Adjust' },
    default: 'start',
  },
  'audit.result': {
    at: 'meeting',
    modes: audited,
    options: [
      { key: 'fix', label: 'Fix findings' },
      reviewFirst,
      { key: 'keep', label: 'Export only' },
      github,
    ],
    default: 'keep',
  },
  'skill.evolve': {
    at: 'meeting',
    modes: withSession.filter((mode) => mode !== 'auto'),
    options: [
      { key: 'accept', label: 'Accept' },
      { key: 'keep', label: 'Keep as it is' },
    ],
    default: 'keep',
  },
  'resume.pick': { at: 'command', modes: withSession, options: [], dynamic: 'sessions', default: null },
  'archive.delete': {
    at: 'command',
    modes: withSession,
    options: [
      { key: 'no', label: 'No' },
      { key: 'yes', label: 'Yes' },
    ],
    default: 'no',
  },
  'cleanup.session': {
    at: 'command',
    modes: withSession,
    options: [
      { key: 'archive-delete', label: 'Archive + Delete (Recommended)' },
      { key: 'delete', label: 'Delete' },
      { key: 'skip', label: 'Skip' },
      { key: 'keep', label: 'Keep' },
    ],
    default: 'skip',
  },
  'cleanup.orphan': {
    at: 'command',
    modes: withSession,
    options: [
      { key: 'remove', label: 'Remove' },
      { key: 'keep', label: 'Keep' },
    ],
    default: 'keep',
  },
} as const satisfies Readonly<Record<string, Touchpoint>>

export type TouchpointId = keyof typeof touchpoints

export function touchpoint(id: TouchpointId): Touchpoint {
  return touchpoints[id]
}

/** What auto prints where another mode would have asked. */
export function passedLine(id: TouchpointId): string {
  return `auto: ${id} → ${touchpoints[id].default}`
}
