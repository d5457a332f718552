// Brainstorm: three first takes and what they come to. Nothing is written but the journal.

import { shortened } from '../../../documents/excerpts.js'
import type { Meeting } from '../../../kernel/protocol.js'
import { oneLine } from '../documents/text.js'
import { hear, mustHear } from '../hearing.js'
import { gistPrompt, takePrompt } from '../prompts/panel.js'
import { outcomeTitle } from '../rules/degraded.js'
import { nameOf } from '../rules/members.js'
import { Gist } from '../schemas.js'
import { conductorSeat, memberSeat, type Sitting, tellMarks } from '../sitting.js'
import { suffices } from './members.js'

export interface Brainstormed {
  readonly mode: 'brainstorm'
  readonly title: string
  readonly takes: readonly { readonly member: string; readonly text: string }[]
  readonly agree: string
  readonly tension: string
  readonly next_step: string
  readonly rehearsed: boolean
  readonly degraded: readonly string[]
  /** As it is printed. */
  readonly text: string
}

const unavailable = 'unavailable'

export async function brainstorm(sitting: Sitting): Promise<Brainstormed> {
  const { meeting, theme, input } = sitting
  await meeting.phase('brainstorm')
  const takes = await firstTakes(sitting)
  const written = takes.map(({ member, text }) => ({ label: nameOf(member, theme.roster), text }))
  const gist = await mustHear(
    sitting,
    { seat: conductorSeat(sitting), id: 'brainstorm.synthesis' },
    gistPrompt(sitting, written),
    Gist,
  )
  await tellMarks(sitting)
  const lines = {
    agree: oneLine(gist.agree),
    tension: oneLine(gist.tension),
    next_step: oneLine(gist.next_step),
  }
  return {
    mode: 'brainstorm',
    title: outcomeTitle(input.idea, sitting.marks),
    takes,
    ...lines,
    rehearsed: sitting.marks.includes('rehearsal'),
    degraded: sitting.marks,
    text: printed(sitting, written, lines),
  }
}

/** All three at once; two suffice. */
async function firstTakes(sitting: Sitting): Promise<{ member: string; text: string }[]> {
  const { meeting, theme } = sitting
  for (;;) {
    const branches = theme.brainstorm.map(
      (id) =>
        [
          id,
          (branch: Meeting) =>
            hear(
              sitting,
              branch,
              { seat: memberSeat(sitting, id), id: 'brainstorm.take' },
              takePrompt(sitting, id),
            ),
        ] as const,
    )
    const heard = await meeting.together(Object.fromEntries(branches))
    const takes = theme.brainstorm.map((member) => {
      const one = heard[member]!
      return { member, text: one.kind === 'heard' ? oneLine(one.value) : unavailable }
    })
    const answered = takes.filter(({ text }) => text !== unavailable).length
    if (await suffices(sitting, 'brainstorm', answered, takes.length)) return takes
  }
}

function printed(
  { theme, input }: Sitting,
  takes: readonly { readonly label: string; readonly text: string }[],
  {
    agree,
    tension,
    next_step: next,
  }: { readonly agree: string; readonly tension: string; readonly next_step: string },
): string {
  return [
    `## Quick ${theme.name}: \`${shortened(input.idea, 60).replaceAll('`', "'")}\``,
    ...takes.map(({ label, text }) => `**${label}** says: ${text}`),
    '---',
    `**Where they agree:** ${agree}\n**Key tension:** ${tension}\n**Recommended next step:** ${next}`,
  ].join('\n\n')
}
