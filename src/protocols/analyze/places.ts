// The documents of an analysis by their names: what each is called, and whose it is. The root of all items can be anywhere, so only the
// name of a file counts.

import type { DocumentPlace } from '../../view/telling.js'

const place = (name: string, title: string, more: Partial<DocumentPlace> = {}): DocumentPlace => ({
  path: new RegExp(`(?:^|/)${name.replace('.', '\\.')}$`),
  kind: 'artifact',
  title,
  ...more,
})

export const documents: readonly DocumentPlace[] = [
  { path: /(?:^|\/)before\/[^/]+$/, kind: 'other', title: 'Copy from before', working: true },
  place('requirements-spec.md', 'Requirements'),
  place('user-stories.json', 'User stories'),
  place('traceability-matrix.csv', 'Traceability matrix'),
  place('quick-scan.md', 'Quick scan'),
  place('impact-analysis.md', 'Impact analysis'),
  place('architecture-overview.md', 'Architecture'),
  place('module-design.md', 'Module design'),
  place('interface-spec.md', 'Interfaces'),
  place('data-flow.md', 'Data flow'),
  place('error-taxonomy.md', 'Errors'),
  place('requirements-summary.md', 'Requirements summary', { kind: 'record' }),
  place('architecture-summary.md', 'Architecture summary', { kind: 'record' }),
  place('design-summary.md', 'Design summary', { kind: 'record' }),
  place('draft.md', 'Draft'),
  place('meta.json', 'Progress for other tools', { kind: 'other', working: true }),
]
