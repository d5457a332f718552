// Pick agents: asks the person once which backend speaks for the seats. The choice is remembered.

import { type Found, usable } from '../../../agents/choose.js'

/** Undefined when the person leaves the question: then it is asked again next time. */
export async function pickAgents(found: readonly Found[]): Promise<string | undefined> {
  const clack = await import('@clack/prompts')
  const voices = usable(found).map(({ name, hint }) => ({ value: name, label: name, hint }))
  const rehearse = {
    value: 'rehearsal',
    label: 'rehearsal',
    hint: 'no model, no cost: shows how a meeting goes',
  }
  const picked = await clack.select({
    message: 'Who shall speak for the seats? (remembered; --agents says otherwise)',
    options: [...voices, rehearse],
    maxItems: 12,
  })
  return clack.isCancel(picked) ? undefined : picked
}
