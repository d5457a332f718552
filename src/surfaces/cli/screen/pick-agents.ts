// Pick agents: the one time when the person is asked who shall speak. What they choose is remembered.

import type { Found } from '../../../agents/choose.js'

/** Undefined when the person leaves the question: then it is asked again next time. */
export async function pickAgents(found: readonly Found[]): Promise<string | undefined> {
  const clack = await import('@clack/prompts')
  const usable = found.flatMap(({ name, because }) =>
    name === null ? [] : [{ value: name, label: name, hint: because }],
  )
  const rehearse = {
    value: 'rehearsal',
    label: 'rehearsal',
    hint: 'no model, no cost: shows how a meeting goes',
  }
  const picked = await clack.select({
    message: 'Who shall speak for the seats? (remembered; --agents says otherwise)',
    options: [...usable, rehearse],
  })
  return clack.isCancel(picked) ? undefined : picked
}
