// Masks: removes secrets from what a model, a tool or a person gave, and cuts it to the length that a journal keeps.

type Scrub = (text: string) => Promise<{ readonly text: string }>

/** The longest reply that is kept; a longer one is cut, and the text says so. */
export const longestReply = 1_000_000
const longestToolOutput = 4_000
/** How much is kept of texts that only a receipt shows. */
const longestBesides = 8_000
/** Names shorter than this are too short to hold a secret. */
const shortName = 16

/** A text as the journal may hold it. */
export async function masked(scrub: Scrub, text: string): Promise<string> {
  return text === '' ? text : (await scrub(cut(text))).text
}

/** A text that only a receipt shows. */
export async function maskedBesides(scrub: Scrub, text: string): Promise<string> {
  return cut((await scrub(cut(text))).text, longestBesides)
}

/** The beginning of a tool's result. */
export function maskedOutput(scrub: Scrub, output: string): Promise<string> {
  return masked(scrub, output.slice(0, longestToolOutput))
}

/** A value as the journal may hold it: every text masked, and reduced to its JSON, so that a replay sees the same. */
export async function maskedValue(scrub: Scrub, value: unknown): Promise<unknown> {
  return maskWithin(scrub, plainJson(value))
}

/** The value after a round trip through JSON, as the journal will hold it. */
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
