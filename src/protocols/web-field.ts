// The switch by which a person gives the seats of a meeting the web, for protocols whose seats have none otherwise.

import { WrongUsage } from '../kernel/errors.js'
import type { Around } from './manifest.js'

export const webField = {
  kind: 'switch',
  label: 'Web',
  help: 'seats may read web pages (docs/web.md); what they read is kept with the meeting',
  advanced: true,
} as const

/** Refused where the settings switch the web off: a wish that silently came to nothing would look like one that was granted. */
export async function webWished(web: boolean, around: Pick<Around, 'settled'>): Promise<{ web?: true }> {
  if (!web) return {}
  if ((await around.settled?.())?.web !== false) return { web: true }
  throw new WrongUsage(
    'The web is switched off for this project: `web: false` stands in its settings or in yours.',
    'Leave --web out, or change the setting.',
    'web',
  )
}
