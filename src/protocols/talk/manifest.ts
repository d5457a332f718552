// The manifest of the talk. The server holds talks, because they outlive a command and need a ground of their own in git.

import type { Manifest } from '../manifest.js'

const summary = 'you and one worker, live, on a branch of its own; its product is files'

export const manifest: Manifest = {
  name: 'talk',
  summary,
  hosted: true,
  telling: () => import('./telling.js'),
  meetings: {
    talk: { word: null, summary, load: async () => (await import('./kind.js')).kind },
  },
}
