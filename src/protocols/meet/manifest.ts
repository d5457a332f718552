// The manifest of the chartered meeting.

import { REGISTRY_PATH } from '../../text/places.js'
import type { Manifest } from '../manifest.js'

export const manifest: Manifest = {
  name: 'meet',
  summary: 'a chartered meeting: invited agents research, discuss in turn, and leave notes',
  filed: {
    path: REGISTRY_PATH,
    called: 'action items',
    open: async (text) => (await import('../../text/action-items.js')).openItems(text),
  },
  telling: () => import('./telling.js'),
  meetings: {
    meet: {
      word: null,
      summary:
        'invited agents research a charter, discuss in turn with their sources checked, and leave notes',
      load: async () => (await import('./kind.js')).kind,
    },
  },
}
