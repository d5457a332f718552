// Names: the closed lists of an analysis. Code keys on a role, never on the name that a persona has on screen.

export const roles = ['business-analyst', 'solutions-architect', 'system-designer'] as const
export type Role = (typeof roles)[number]

export const tiers = ['trivial', 'light', 'standard', 'epic'] as const
export type Tier = (typeof tiers)[number]

export const domains = ['requirements', 'architecture', 'design'] as const
export type Domain = (typeof domains)[number]

export const depths = ['brief', 'standard', 'deep'] as const
export type Depth = (typeof depths)[number]

export const itemSources = ['github', 'jira', 'manual'] as const
export type ItemSource = (typeof itemSources)[number]

/** Where a record or a claim comes from, the strongest first. */
export const sources = ['user', 'draft', 'inferred', 'extrapolated'] as const
export type Source = (typeof sources)[number]

/** The display name where a persona file gives none. */
export const displayNames: Readonly<Record<Role, string>> = {
  'business-analyst': 'Maya Chen',
  'solutions-architect': 'Alex Rivera',
  'system-designer': 'Jordan Park',
}

/** In team mode the scan begins at once, the analyst opens meanwhile, and the designer needs facts that come later. */
export const teamOrder: readonly Role[] = ['solutions-architect', 'business-analyst', 'system-designer']

export const leadSeat = 'lead'

export const isRole = among(roles)
export const isTier = among(tiers)
export const isItemSource = among(itemSources)

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** Of a file in the folder of the item, which is said once above all of them. */
export function nameIn(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

function among<T extends string>(list: readonly T[]): (text: unknown) => text is T {
  return (text): text is T => (list as readonly unknown[]).includes(text)
}
