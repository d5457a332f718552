// Modes: the ten kinds of chartered meeting. Order counts: it is the order of the "known modes" message and of help.
//
// Each mode has one bias and one template. The notes are drafted by the bias alone, so no two modes may share one.

export const MODES = [
  {
    name: 'decide',
    aliases: [],
    purpose: 'Land on one option, and say why it beats the others.',
    defaultInvitees: [],
    bias: 'decision-record',
  },
  {
    name: 'explore',
    aliases: [],
    purpose: 'Open up a problem space and see how far it reaches before anyone narrows it.',
    defaultInvitees: [],
    bias: 'opportunity-map',
  },
  {
    name: 'align',
    aliases: [],
    purpose: 'Bring differing understandings together, and settle who owns what and where the scope ends.',
    defaultInvitees: ['Derek', 'Nate'],
    bias: 'alignment-summary',
  },
  {
    name: 'red-team',
    aliases: [],
    purpose: 'Attack a plan while it is still cheap to change it.',
    defaultInvitees: ['Zara', 'Sable', 'Nova'],
    bias: 'risk-register',
  },
  {
    name: 'ac',
    aliases: [],
    purpose: 'Turn an intention into acceptance criteria that a test can pass or fail.',
    defaultInvitees: ['Vera', 'Sable'],
    bias: 'machine-readable-ac-list',
  },
  {
    name: 'brainstorm',
    aliases: [],
    purpose: 'Collect many ideas first, then gather them into clusters worth ranking.',
    defaultInvitees: ['Rex', 'Orion', 'Lyra', 'Elara', 'Vermeer'],
    bias: 'brainstorming-document',
  },
  {
    name: 'design',
    aliases: ['ux'],
    purpose: 'Work out flows and screens, and make sure that everyone can use them.',
    defaultInvitees: ['Christy', 'Suki', 'Layla', 'Talia', 'Tariq', 'Lena', 'Cleo', 'Freya'],
    bias: 'ux-design-notes',
  },
  {
    name: 'architecture',
    aliases: [],
    purpose: 'Make technical decisions, with the alternatives and the price of each on the record.',
    defaultInvitees: ['Theo', 'Soren', 'Milo', 'Juno', 'Omar', 'Priya'],
    bias: 'architecture-decisions',
  },
  {
    name: 'sprint',
    aliases: [],
    purpose: 'Adjust work that is already running, naming what comes in and what goes out.',
    defaultInvitees: ['Nate', 'Derek', 'Rafael'],
    bias: 'sprint-adjustments',
  },
  {
    name: 'clarify',
    aliases: ['clarification', 'questions'],
    purpose: 'Explain how things are to whoever asks. Nothing is decided here.',
    defaultInvitees: [],
    bias: 'clarification-notes',
  },
] as const satisfies readonly ModeEntry[]

interface ModeEntry {
  name: string
  aliases: readonly string[]
  /** For help and the first prompt. */
  purpose: string
  defaultInvitees: readonly string[]
  bias: string
}

export type ModeName = (typeof MODES)[number]['name']
export type Bias = (typeof MODES)[number]['bias']

export interface Mode extends ModeEntry {
  name: ModeName
  bias: Bias
}

export const DEFAULT_MODE: ModeName = 'decide'

export type ModeChoice =
  | { kind: 'mode'; mode: Mode }
  | { kind: 'several'; message: string }
  | { kind: 'empty'; message: string }
  | { kind: 'unknown'; message: string }

/** Every name that was given, in order. No name means the default mode; an empty one is refused. */
export function resolveMode(given: readonly string[]): ModeChoice {
  if (given.length > 1) return { kind: 'several', message: severalModes(given) }
  const name = given[0] ?? DEFAULT_MODE
  if (name === '') return { kind: 'empty', message: '--mode needs the name of a mode, not an empty value' }
  const mode = findMode(name)
  return mode === undefined ? { kind: 'unknown', message: unknownMode(name) } : { kind: 'mode', mode }
}

/** By name, else by alias; case counts. */
export function findMode(name: string): Mode | undefined {
  const modes: readonly Mode[] = MODES
  return modes.find((mode) => mode.name === name) ?? modes.find((mode) => mode.aliases.includes(name))
}

export function isBias(text: string): text is Bias {
  return MODES.some((mode) => mode.bias === text)
}

/** The file name of the prompt that the closing artifact is drafted with. */
export function notesTemplate(bias: Bias): string {
  return `notes-template-${bias}.md`
}

function severalModes(given: readonly string[]): string {
  return `single-mode-only invariant violated — only one --mode flag is allowed; supplied: ${given.join(' ')}`
}

function unknownMode(name: string): string {
  return `unknown mode '${name}'. Known modes: ${MODES.map((mode) => mode.name).join(' ')}`
}
