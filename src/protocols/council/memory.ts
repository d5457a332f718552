// Memory as a session sees it: the manifest for every seat, and the list of topics for the chair who synthesizes.

import type { World } from '../../kernel/world.js'
import { manifestOf, newestFirst, type TopicFile } from './documents/manifest.js'
import { memoryFolder, topicPath } from './documents/places.js'
import { decisionLine, readTopic } from './documents/topic.js'
import type { Sitting } from './sitting.js'

export interface Memory {
  readonly manifest: string
  readonly topics: readonly { readonly name: string; readonly title: string; readonly decision: string }[]
}

/** Always the main tree's memory, also for work in a worktree. */
export function recallMemory({ meeting, input }: Sitting): Promise<Memory> {
  const recall = async (world: World) => {
    const files = await topicFiles(world)
    return {
      manifest: manifestOf(files, input.council.manifestMaxBytes),
      topics: newestFirst(files).map(inBrief),
    }
  }
  return meeting.act('memory', recall, { foreign: "the council's memory" })
}

export async function topicFiles(world: World): Promise<TopicFile[]> {
  const names = (await world.files.list(memoryFolder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
  const texts = await Promise.all(names.map((name) => world.files.read(topicPath(name))))
  return names.flatMap((name, at) => (texts[at] == null ? [] : [{ name, text: texts[at] }]))
}

function inBrief({ name, text }: TopicFile): Memory['topics'][number] {
  const topic = readTopic(text)
  return { name, title: topic.title || name, decision: decisionLine(topic) || '(no decision line)' }
}
