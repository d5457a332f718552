// Action-item types: the eleven kinds of follow-up, and the command that handles each. A type not listed here is refused.

const TARGETS = {
  feature: '/gaia-add-feature',
  'prd-edit': '/gaia-edit-prd',
  'ux-edit': '/gaia-edit-ux',
  'arch-edit': '/gaia-edit-arch',
  'test-edit': '/gaia-edit-test-plan',
  'new-story': '/gaia-create-story',
  'sprint-correction': '/gaia-correct-course',
  'sprint-plan': '/gaia-sprint-plan',
  'brainstorm-followup': '/gaia-brainstorm',
  'adr-draft': 'no target — manual',
  'discussion-only': 'no target — discussion-only',
} as const

export type ActionType = keyof typeof TARGETS

export const ACTION_TYPES = Object.keys(TARGETS) as ActionType[]

export type TypeVerdict =
  | { kind: 'known'; type: ActionType; target: string }
  /** One message per line; the first says what is wrong. */
  | { kind: 'refused'; messages: readonly string[] }

export function isActionType(text: string): text is ActionType {
  return Object.hasOwn(TARGETS, text)
}

export function targetOf(type: ActionType): string {
  return TARGETS[type]
}

export function resolveType(text: string): TypeVerdict {
  if (isActionType(text)) return { kind: 'known', type: text, target: targetOf(text) }
  if (text === '') return { kind: 'refused', messages: ['REJECTED — empty type'] }
  return {
    kind: 'refused',
    messages: [`REJECTED — unknown action-item type '${text}'`, `known types: ${ACTION_TYPES.join(' ')}`],
  }
}
