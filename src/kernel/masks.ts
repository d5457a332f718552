// Masks: what came from a model, a tool or a person, without its secrets and no longer than a journal should hold.

type Scrub = (text: string) => Promise<{ readonly text: string }>

/** The longest reply that is kept; what is longer is cut, and says so. */
export const longestReply = 1_000_000
const longestToolOutput = 4_000
/** What is kept of words that nobody but the reader of a receipt sees. */
const longestBesides = 8_000
/** Names shorter than this hold no secret that anybody could use. */
const shortName = 16

/** A text as it may be kept. */
export async function masked(scrub: Scrub, text: string): Promise<string> {
  return text === '' ? text : (await scrub(cut(text))).text
}

/** Words that stand in a receipt only. */
export async function maskedBesides(scrub: Scrub, text: string): Promise<string> {
  return cut((await scrub(cut(text))).text, longestBesides)
}

/** The beginning of what a tool gave back. */
export function maskedOutput(scrub: Scrub, output: string): Promise<string> {
  return masked(scrub, output.slice(0, longestToolOutput))
}

/** A value as it may be kept: every text in it masked, and exactly what its JSON says, so that a replay sees the same. */
export async function maskedValue(scrub: Scrub, value: unknown): Promise<unknown> {
  return maskWithin(scrub, plainJson(value))
}

/** What the journal will hold of a value. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as unknown)
}

async function maskWithin(scrub: Scrub, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return masked(scrub, value)
  if (Array.isArray(value)) return Promise.all(value.map((item) => maskWithin(scrub, item)))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(async ([name, item]) => [
    name.length < shortName ? name : await masked(scrub, name),
    await maskWithin(scrub, item),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

function cut(text: string, longest = longestReply): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n\n[cut by parley: ${text.length - longest} more characters]`
}
