// Owners: whose each document of an analysis is. Nobody else's records become part of it.

import type { Role } from '../names.js'

export const artifactOwners = {
  'requirements-spec.md': 'business-analyst',
  'user-stories.json': 'business-analyst',
  'traceability-matrix.csv': 'business-analyst',
  'requirements-summary.md': 'business-analyst',
  'impact-analysis.md': 'solutions-architect',
  'architecture-overview.md': 'solutions-architect',
  'architecture-summary.md': 'solutions-architect',
  'module-design.md': 'system-designer',
  'interface-spec.md': 'system-designer',
  'data-flow.md': 'system-designer',
  'error-taxonomy.md': 'system-designer',
  'design-summary.md': 'system-designer',
  'quick-scan.md': 'lead',
} as const satisfies Readonly<Record<string, Role | 'lead'>>
