// What a theme is once it has been read: roster, labels and rules, with every default filled in. Where its sessions lie follows from its id.

export interface Theme {
  readonly id: string
  readonly name: string
  /** As help and hints print it. */
  readonly command: string
  readonly intakePrompt: string
  /** The conductor's persona file, without `.md`. */
  readonly conductor: string
  /** Folders end in `/`. */
  readonly sessionRoot: string
  readonly skillsRoot: string
  readonly assemblyLabel: string
  readonly labels: Readonly<Record<PhaseLabel, string>>
  readonly challenge: ChallengeRules
  readonly mechanics: readonly Mechanic[]
  /** In the order of the file, which settles ties. */
  readonly roster: readonly Member[]
  readonly bonuses: readonly Bonus[]
  readonly overlaps: readonly Overlap[]
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly lens: string
  /** The persona file, without `.md`. */
  readonly file: string
  readonly keywords: readonly string[]
  /** What it builds; its name where the theme says nothing. */
  readonly tasks: string
}

export const phaseLabels = [
  'phase_0',
  'phase_1',
  'phase_2',
  'phase_3_round1',
  'phase_3_round2',
  'phase_3_round3',
  'phase_4',
  'phase_5',
] as const
export type PhaseLabel = (typeof phaseLabels)[number]

export type ChallengeRules =
  | { readonly kind: 'organic' }
  | {
      readonly kind: 'directed'
      readonly groups: Readonly<Record<string, readonly string[]>>
      /** From the group that challenges to the group that is challenged. */
      readonly directions: readonly (readonly [string, string])[]
    }

export const hookPoints = ['spawn', 'skills', 'challenge', 'cleanup'] as const
export type HookPoint = (typeof hookPoints)[number]

export interface Mechanic {
  readonly name: string
  readonly at: HookPoint
  /** What the conductor is told to do there. */
  readonly does: string
  readonly logs_relationships: boolean
}

export interface Bonus {
  readonly id: string
  readonly agent: string
  readonly delta: number
  readonly when: string
  /** For scoring without a model. */
  readonly keywords: readonly string[]
}

export interface Overlap {
  readonly id: string
  readonly pair: readonly [string, string]
  readonly delta: number
  /** `penalize`: a member of the pair, `less_relevant` or `none`. */
  readonly cases: readonly { readonly when: string; readonly penalize: string }[]
  readonly default: 'none' | 'less_relevant'
}
