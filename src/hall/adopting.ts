// Adopting a foreign meeting of a project: what it would mean, and the adoption. Voices come from the request or the person's settings.

import { Refused } from '../kernel/errors.js'
import type { Adopting, Adoption, MeetingRef, VoicesAsked } from './api.js'
import { voices } from './opening.js'
import { located, type Parts } from './parts.js'

export async function adoptionOf(parts: Parts, ref: MeetingRef, asked: VoicesAsked = {}): Promise<Adoption> {
  const { talk, parley } = await located(parts, ref)
  if (talk) throw new Refused('wrong-state', `${ref.id} is a talk, which is kept in your own folder.`)
  return parley.adoption(ref.id, voices(asked))
}

export async function adopt(parts: Parts, ref: MeetingRef, { hash, ...asked }: Adopting): Promise<void> {
  const shown = await adoptionOf(parts, ref, asked)
  if (shown.hash !== hash)
    throw new Refused(
      'wrong-state',
      `Meeting ${ref.id} has changed since you looked at it.`,
      'Look at it again, then adopt it.',
    )
  const { parley } = await located(parts, ref)
  await parley.adopt(shown)
  parts.feed.nudge()
}
