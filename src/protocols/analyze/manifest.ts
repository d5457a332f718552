// The manifest of the analysis.

import type { Manifest } from '../manifest.js'

const summary =
  'from a ticket to signed requirements and a design: three analysts talk with you, documents grow meanwhile'

export const manifest: Manifest = {
  name: 'analyze',
  summary,
  telling: () => import('./telling.js'),
  words: async () => (await import('./words.js')).words,
  meetings: {
    analyze: { word: null, summary, load: async () => (await import('./kind.js')).kind },
  },
}
