// Modes: the eight ways to hold a deliberation, and what each does and leaves out.

export const modes = [
  'brainstorm',
  'quick',
  'standard',
  'deep',
  'auto',
  'guided',
  'meeting',
  'audit',
] as const
export type Mode = (typeof modes)[number]

export interface ModeShape {
  /** Null for standard, which is what no flag means. */
  readonly flag: string | null
  readonly purpose: string
  readonly duration: string
  readonly interview: 'none' | 'full' | 'light'
  /** Rounds of deliberation; a meeting and an audit have their own parts instead. */
  readonly rounds: 0 | 1 | 3
  /** What planning leaves. */
  readonly plan: 'none' | 'tasks' | 'prd'
  /** Whether the first three are taken unasked, or the theme's cap counts and the person approves. */
  readonly assembly: 'none' | 'first-three' | 'approved' | 'lenses'
  readonly action: 'none' | 'choose' | 'quick' | 'export' | 'audit'
  readonly session: boolean
  /** `Phase:` once the session is open, and when it has ended. */
  readonly firstPhase: Phase
  readonly lastPhase: Phase
}

export const phases = ['interview', 'assembly', 'deliberation', 'planning', 'action', 'audit'] as const
export type Phase = (typeof phases)[number]

const whole = {
  interview: 'full',
  rounds: 3,
  plan: 'prd',
  assembly: 'approved',
  action: 'choose',
  session: true,
  firstPhase: 'interview',
  lastPhase: 'action',
} as const

export const modeShapes: Readonly<Record<Mode, ModeShape>> = {
  brainstorm: {
    flag: '--brainstorm',
    purpose: 'three members give a first take each; nothing is written',
    duration: '~30 s',
    interview: 'none',
    rounds: 0,
    plan: 'none',
    assembly: 'none',
    action: 'none',
    session: false,
    firstPhase: 'deliberation',
    lastPhase: 'deliberation',
  },
  quick: {
    ...whole,
    flag: '--quick',
    purpose: 'three members, one round, a sketch and a task list',
    duration: '~3 min',
    interview: 'none',
    rounds: 1,
    plan: 'tasks',
    assembly: 'first-three',
    action: 'quick',
    firstPhase: 'assembly',
    lastPhase: 'planning',
  },
  standard: {
    ...whole,
    flag: null,
    purpose: 'interview, three rounds, a design, a plan, and you decide at each step',
    duration: '~20 min',
  },
  deep: {
    ...whole,
    flag: '--deep',
    purpose: 'standard, then an audit of the whole project against the plan',
    duration: '~1 h',
    action: 'audit',
    lastPhase: 'audit',
  },
  auto: {
    ...whole,
    flag: '--auto',
    purpose: 'no questions: three members, three rounds, a plan, exported to GitHub',
    duration: '~10 min',
    interview: 'none',
    assembly: 'first-three',
    action: 'export',
    firstPhase: 'assembly',
  },
  guided: {
    ...whole,
    flag: '--guided',
    purpose: 'standard, with your word asked after every part',
    duration: '~30 min',
  },
  meeting: {
    ...whole,
    flag: '--meet',
    purpose: 'members question each other; you get notes, no plan',
    duration: '~15 min',
    interview: 'light',
    rounds: 0,
    plan: 'none',
    action: 'none',
    lastPhase: 'deliberation',
  },
  audit: {
    ...whole,
    flag: '--audit',
    purpose: 'auditors read every file of the project against your criteria',
    duration: '~10 min',
    interview: 'none',
    rounds: 0,
    plan: 'none',
    assembly: 'lenses',
    action: 'audit',
    firstPhase: 'audit',
    lastPhase: 'audit',
  },
}

export function isMode(text: string): text is Mode {
  return (modes as readonly string[]).includes(text)
}

export function isPhase(text: string): text is Phase {
  return (phases as readonly string[]).includes(text)
}
