// Finding a meeting by the beginning of its id.

import { WrongUsage } from './errors.js'

/** The one id that begins with this prefix; the refusal lists the ids when there are several. */
export function findMeeting(ids: readonly string[], prefix: string): string {
  if (ids.includes(prefix)) return prefix
  const matching = ids.filter((id) => prefix !== '' && id.startsWith(prefix))
  const [only, ...others] = matching
  if (only === undefined)
    throw new WrongUsage(`There is no meeting "${prefix}" here.`, 'See what there is: `parley list`.')
  if (others.length > 0)
    throw new WrongUsage(`"${prefix}" could be ${matching.join(', ')}.`, 'Give a longer part of the id.')
  return only
}
