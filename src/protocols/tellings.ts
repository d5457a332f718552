// The tellings of every protocol. The page finds the same files by their name.

import { Tellings } from '../story/tellings.js'

export async function loadTellings(): Promise<Tellings> {
  const modules = await Promise.all([
    import('./council/telling.js'),
    import('./meet/telling.js'),
    import('./talk/telling.js'),
  ])
  return new Tellings(modules.map(({ telling }) => telling))
}
