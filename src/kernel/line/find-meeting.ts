// Finding a meeting by its id, the beginning of its id, or a part of it.

import { meetingsMeant } from '../../rules/meeting-name.js'
import { WrongUsage } from '../errors.js'

/** The one id that this word names, `last` among them when the ids are newest first; several are listed in the refusal. */
export function findMeeting(ids: readonly string[], word: string): string {
  const [only, ...others] = meetingsMeant(
    word,
    ids.map((id) => ({ id })),
  ).map(({ id }) => id)
  if (only === undefined)
    throw new WrongUsage(`There is no meeting "${word}" here.`, 'See what there is: `parley list`.')
  if (others.length > 0)
    throw new WrongUsage(
      `"${word}" could be ${[only, ...others].join(', ')}.`,
      'Give a longer part of the id.',
    )
  return only
}
