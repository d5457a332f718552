// Adopting a foreign meeting of a project: what it would mean, and the adoption. Voices come from the request or the person's settings.

import { createHash } from 'node:crypto'
import { Refused } from '../kernel/errors.js'
import type { Adopting, Adoption, MeetingRef, VoicesAsked } from './api.js'
import { voices } from './opening.js'
import { located, type Parts } from './parts.js'

export async function adoptionOf(parts: Parts, ref: MeetingRef, asked: VoicesAsked = {}): Promise<Adoption> {
  const shown = await lookAt(parts, ref, asked)
  return { ...shown, hash: hashOf(shown) }
}

export async function adopt(parts: Parts, ref: MeetingRef, { hash, ...asked }: Adopting): Promise<void> {
  const shown = await lookAt(parts, ref, asked)
  if (hashOf(shown) !== hash)
    throw new Refused(
      'wrong-state',
      `Meeting ${ref.id}, or who would speak in it, has changed since you looked at it.`,
      'Look at it again, then adopt it.',
    )
  const { parley } = await located(parts, ref)
  await parley.adopt(shown)
  parts.feed.nudge()
}

async function lookAt(parts: Parts, ref: MeetingRef, asked: VoicesAsked): Promise<Adoption> {
  const { talk, parley } = await located(parts, ref)
  if (talk) throw new Refused('wrong-state', `${ref.id} is a talk, which is kept in your own folder.`)
  return parley.adoption(ref.id, voices(asked))
}

/** Of the journal and of the voices: settings, those of the repository too, can change between the look and the word. */
function hashOf({ hash, lines, agents }: Adoption): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, lines, agents]))
    .digest('hex')
}
