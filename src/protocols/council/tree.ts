// The council's tree as it lies on disk: records, topics and live pads, for the gates and for what is left over.

import type { World } from '../../kernel/world.js'
import type { Tree } from './documents/gates.js'
import { recordPath, recordsFolder, scratchFolder } from './documents/places.js'
import { isSessionId } from './documents/session-id.js'
import { topicFiles } from './memory.js'

export async function readTree(world: World): Promise<Tree> {
  const topics = await topicFiles(world)
  return {
    records: await recordTexts(world),
    topics: new Map(topics.map(({ name, text }) => [name, text])),
    live: new Set(await livePads(world)),
  }
}

/** Records by session id, oldest first; archives are not among them. */
export async function recordTexts(world: World): Promise<Map<string, string>> {
  const ids = sessionsIn(await world.files.list(recordsFolder))
  const texts = await Promise.all(ids.map((id) => world.files.read(recordPath(id))))
  return new Map(ids.flatMap((id, at) => (texts[at] == null ? [] : [[id, texts[at]] as const])))
}

export async function livePads(world: World): Promise<string[]> {
  return sessionsIn(await world.files.list(scratchFolder))
}

function sessionsIn(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    file.endsWith('.md') && isSessionId(file.slice(0, -3)) ? [file.slice(0, -3)] : [],
  )
}
