// A kept answer: what the journal holds of an answer. Its words are masked, and the person who gave it is named where their name is known.

import { shortened } from '../../text/excerpts.js'
import type { Answer } from '../question.js'
import type { Deps } from '../run/deps.js'
import { Masking } from './masks.js'

/** The longest name that is kept, in characters. */
const longestName = 80
/** No name is longer than this; the rest of the text is not scanned. */
const longestRead = 1_000

/** Control characters, and text direction marks, which can make a text look like another one. */
const invisible =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu

export interface Keeping {
  /** What was asked, in words for people. */
  readonly asked: string
  readonly scrub: Deps['scrub']
  /** Called only when a name is needed. */
  readonly who: () => Promise<string | undefined>
}

/** Only a person's answer carries a name, and a relayed one that of the client: who wrote a prepared answer, or allowed a default, is not known. */
export async function keptAnswer(
  { question, choose, text, by }: Answer,
  { asked, scrub, who }: Keeping,
): Promise<Answer> {
  const masking = new Masking(scrub)
  const mask = masking.at(`the answer to "${asked}"`)
  const kept = { question, choose, ...(text === undefined ? {} : { text: (await mask(text)).text }), by }
  const name = by === 'person' || by === 'relayed' ? await keptName(await who(), masking) : ''
  return masking.on(name === '' ? kept : { ...kept, name })
}

/** One line, secrets masked, no longer than a name. */
async function keptName(name: string | undefined, masking: Masking): Promise<string> {
  if (typeof name !== 'string') return ''
  const plain = name.slice(0, longestRead).replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  if (plain === '') return ''
  return shortened((await masking.at('the name of the person')(plain)).text, longestName)
}
