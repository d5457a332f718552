// The tellings of every protocol in the list. The page finds the same files by their name.

import { Tellings } from '../view/tellings.js'
import { protocols } from './index.js'
import type { Manifest } from './manifest.js'

export { placeIn } from '../view/tellings.js'

export async function loadTellings(manifests: readonly Manifest[] = protocols): Promise<Tellings> {
  const modules = await Promise.all(manifests.map((manifest) => manifest.telling?.()))
  return new Tellings(modules.flatMap((module) => module?.telling ?? []))
}
