// Extra mechanics of a theme: what it wants done at four points of a session. They are words for those who act there, and a notice for
// whoever watches; they add no call, no question and no file.

import { type PromptPart, part } from '../../kernel/turn/prompt-parts.js'
import { oneLine } from './documents/text.js'
import type { HookPoint } from './documents/theme-shape.js'
import { hooksAt } from './rules/mechanics.js'
import type { Sitting } from './sitting.js'

/** For the prompt of whoever acts at this point; empty where the theme or the mode has nothing there. */
export function hookPart({ theme, input }: Sitting, ...points: readonly HookPoint[]): PromptPart {
  const hooks = points.flatMap((point) => hooksAt(point, input.mode, theme.mechanics))
  const lines = hooks.map(({ name, does }) => `- ${name}: ${oneLine(does)}`)
  return part(
    'mechanics',
    lines.length === 0 ? '' : `The ${theme.name} wants this here:\n${lines.join('\n')}`,
  )
}

export async function noteHooks({ meeting, theme, input }: Sitting, point: HookPoint): Promise<void> {
  for (const { name, does } of hooksAt(point, input.mode, theme.mechanics)) {
    const text = `${name} (${point}): ${oneLine(does)}`
    await meeting.note('notice', { mechanic: name, at: point, text })
  }
}
