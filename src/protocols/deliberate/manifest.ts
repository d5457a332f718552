// The manifest of the deliberation.

import type { Manifest } from '../manifest.js'

const summary =
  'from an idea to a design and a plan: members are seated by their scores, argue in rounds, you decide'

export const manifest: Manifest = {
  name: 'deliberate',
  summary,
  telling: () => import('./telling.js'),
  words: async () => (await import('./words.js')).words,
  meetings: {
    deliberate: { word: null, summary, load: async () => (await import('./kind.js')).kind },
  },
}
