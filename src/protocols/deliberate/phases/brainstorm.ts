// Brainstorm: three first takes and what they come to. Nothing is written but the journal.

import type { Meeting } from '../../../kernel/protocol.js'
import { shortened } from '../../../text/excerpts.js'
import { oneLine } from '../documents/text.js'
import { hearTextIfRoom, mustHear } from '../hearing.js'
import { gistPrompt, takePrompt } from '../prompts/panel.js'
import { outcomeTitle } from '../rules/degraded.js'
import { nameOf } from '../rules/members.js'
import { Gist } from '../schemas.js'
import { conductorSeat, memberSeat, type Sitting, tellMarks } from '../sitting.js'
import { allAtOnce, suffices } from './members.js'

export interface Brainstormed {
  readonly mode: 'brainstorm'
  readonly title: string
  readonly takes: readonly { readonly member: string; readonly text: string }[]
  readonly agree: string
  readonly tension: string
  readonly next_step: string
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
    degraded: sitting.marks,
    text: printed(sitting, written, lines),
  }
}

/** All three at once; two suffice. Who answered is not asked again after a halt. */
async function firstTakes(sitting: Sitting): Promise<{ member: string; text: string }[]> {
  const members = sitting.theme.roster.slice(0, 3).map(({ id }) => id)
  const speak = (branch: Meeting, id: string) => {
    const asked = { seat: memberSeat(sitting, id), id: 'brainstorm.take' }
    return hearTextIfRoom(sitting, branch, asked, takePrompt(sitting, id))
  }
  const said = new Map<string, string>()
  do {
    const missing = members.filter((id) => !said.has(id))
    for (const [id, one] of await allAtOnce(sitting, missing, speak))
      if (one.kind === 'heard') said.set(id, oneLine(one.value))
  } while (!(await suffices(sitting, 'brainstorm', said.size, members.length)))
  return members.map((member) => ({ member, text: said.get(member) ?? unavailable }))
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
