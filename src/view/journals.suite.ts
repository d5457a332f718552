// For tests: the golden journals as lines, and the story of each.

import fs from 'node:fs'
import { type Line, parse } from '../kernel/line/line.js'
import { loadTellings } from '../protocols/tellings.js'
import { storyOf } from './fold.js'
import type { Story } from './story.js'

export const goldens = ['council.meeting', 'council.work', 'meet', 'talk', 'kernel'] as const

export function golden(
  name: (typeof goldens)[number] | 'analyze' | 'deliberate',
  version = 'v1',
): readonly Line[] {
  const text = fs.readFileSync(
    new URL(`../../test/journals/${name}/${version}/journal.jsonl`, import.meta.url),
    'utf8',
  )
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => parse(line, at + 1))
}

export const tellings = await loadTellings()

export function told(lines: readonly Line[]): Story {
  const [first] = lines
  return storyOf(lines, tellings.of(first?.kind === 'opened' ? first.data.protocol : ''))
}
