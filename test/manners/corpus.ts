// The corpus: what models and their servers were seen to do, one behaviour each, and what must become of it.

import type { FailureCause } from '../../src/kernel/protocol.js'
import type { ModelReply, ModelRequest } from '../support/fake-models.js'

/** What the server answers to request number `nth` (from 0) of a call whose good reply this is. */
export type Behaves = (good: string, nth: number, request: ModelRequest) => ModelReply | string

export interface Behaviour {
  readonly name: string
  readonly does: Behaves
  /** Which calls it is about: those whose reply is words, those whose reply is a structure, or both. */
  readonly of?: 'words' | 'structure'
  /** What it comes to: the good reply, some other words, or a failure for this cause. */
  readonly words?: Comes
  readonly structure?: Comes
}

export interface Comes {
  /** Absent: the good reply was said. */
  readonly cause?: FailureCause
  /** How often the server is asked: never more than the policy says. */
  readonly requests: number
  /** What the failure says, beside its cause. */
  readonly says?: RegExp
  /** Words that are kept although they are not the good reply. */
  readonly text?: RegExp
  readonly cutOff?: string
}

const once: Comes = { requests: 1 }
const twice: Comes = { requests: 2 }

const both = (name: string, does: Behaves, comes: Comes = once, structure: Comes = comes): Behaviour => {
  return { name, does, words: comes, structure }
}
const shaped = (name: string, does: Behaves, structure: Comes = once): Behaviour => {
  return { name, does, of: 'structure', structure }
}
const spoken = (name: string, does: Behaves, words: Comes = once): Behaviour => {
  return { name, does, of: 'words', words }
}

/** Fails first, then answers. */
const recovers = (name: string, reply: ModelReply | string): Behaviour =>
  both(name, (good, nth) => (nth === 0 ? reply : good), twice)

const stays = (name: string, reply: ModelReply, words: Comes, structure = words): Behaviour =>
  both(name, () => reply, words, structure)

const looked = ({ messages }: ModelRequest) => messages.some(({ toolResults }) => toolResults.length > 0)
const tooled = (name: string, first: ModelReply): Behaviour =>
  both(name, (good, _, request) => (looked(request) ? good : first), twice)

const thought = '**Dissent:** I only think so.'
const page = '<!DOCTYPE html><html><body>Sign in to continue</body></html>'
const essay = 'It depends on many things. '.repeat(3_000)
/** Of a long text, the first and the last hundred: each piece goes through all that reads a stream. */
const letters = (text: string) => [
  ...text.slice(0, 100),
  text.slice(100, -100),
  ...text.slice(100).slice(-100),
]
const repairs: Comes = { requests: 2, cause: 'invalid' }

export const behaviours: readonly Behaviour[] = [
  both('answers', (good) => good),
  both('answers in one piece', (good) => ({ deltas: [good] })),
  both('answers letter by letter', (good) => ({ deltas: letters(good) })),
  both('reports no usage', (good) => ({ text: good, usage: null })),
  both('reports absurd usage', (good) => ({ text: good, usage: { input: 1e308, output: -5 } })),
  both('reports another model than was asked for', (good) => ({ text: good, model: 'llama-of-tomorrow' })),
  both(
    'surrounds its reply with blank lines',
    (good) => `\n\n  ${good}\n\n`,
    { requests: 1, text: /^\s*We ship on Monday\.\s*$/ },
    once,
  ),
  shaped(
    'reaches its limit in its JSON and begins anew',
    (good, nth) => (nth === 0 ? { text: good.slice(0, -9), stop: 'length' } : good),
    twice,
  ),
  // Thoughts
  both('thinks in a tag', (good) => `<think>\n${thought}\n</think>\n\n${good}`),
  both('thinks in a tag that is split', (good) => ({
    deltas: ['<th', 'ink>', thought, '</thi', 'nk>\n', good],
  })),
  both('thinks in another tag', (good) => `<reasoning>${thought}</reasoning>${good}`),
  both('thinks where the provider shows it apart', (good) => ({ text: good, reasoning: thought })),
  both('closes a thought that it never opened', (good) => `${thought}\n</think>\n\n${good}`),
  stays(
    'only thinks',
    { reasoning: thought },
    { requests: 1, cause: 'empty', says: /only thought.*I only think so/ },
    {
      requests: 2,
      cause: 'invalid',
    },
  ),
  // Tools
  tooled('looks something up first', { toolCalls: [{ name: 'read_file', input: { path: 'plan.md' } }] }),
  tooled('says that it will look something up', {
    text: 'Let me look at the plan first.',
    toolCalls: [{ name: 'read_file', input: { path: 'plan.md' } }],
  }),
  tooled('uses a tool that does not exist', { toolCalls: [{ name: 'open_door', input: {} }] }),
  tooled('uses a tool with wrong arguments', { toolCalls: [{ name: 'read_file', input: { file: 7 } }] }),
  tooled('uses two tools at once', {
    toolCalls: [
      { name: 'read_file', input: { path: 'plan.md' } },
      { name: 'read_file', input: { path: 'log.md' } },
    ],
  }),
  // JSON
  shaped('puts words before its JSON', (good) => `Sure! Here is what you asked for:\n${good}`),
  shaped('puts words after its JSON', (good) => `${good}\nLet me know if you want more.`),
  shaped(
    'puts its JSON in a fence among prose',
    (good) => `I weighed it.\n\n\`\`\`json\n${good}\n\`\`\`\n\nDone.`,
  ),
  shaped('puts its JSON in a bare fence', (good) => `\`\`\`\n${good}\n\`\`\``),
  shaped('leaves a comma too many', (good) => good.replace(/}$/, ',}')),
  shaped('prints its JSON over many lines', (good) => JSON.stringify(JSON.parse(good), null, 2)),
  shaped(
    'writes prose first, and JSON when asked again',
    (good, nth) => (nth === 0 ? essay.slice(0, 200) : good),
    twice,
  ),
  shaped(
    'sends half of its JSON, and the whole when asked again',
    (good, nth) => (nth === 0 ? good.slice(0, -9) : good),
    twice,
  ),
  shaped('sends an empty list, and JSON when asked again', (good, nth) => (nth === 0 ? '[]' : good), twice),
  shaped('writes only prose', () => 'I would rather tell you a story about a lighthouse.', {
    ...repairs,
    says: /it began: I would rather tell you a story about a lighthouse\./,
  }),
  shaped('sends JSON of another shape', () => '{"weather":"fine","wind":["north"]}', {
    ...repairs,
    says: /it began: \{"weather":"fine"/,
  }),
  shaped('sends null', () => 'null', { ...repairs, says: /it began: null/ }),
  // Length
  spoken(
    'reaches its limit and goes on',
    (good, nth) => (nth === 0 ? { text: good.slice(0, 14), stop: 'length' } : good.slice(14)),
    twice,
  ),
  spoken(
    'reaches its limit twice',
    (good, nth) => ({ text: nth === 0 ? good.slice(0, 14) : good.slice(14, 16), stop: 'length' }),
    {
      requests: 2,
      text: /^We ship on Mond/,
      cutOff: 'length',
    },
  ),
  both(
    'reaches its limit before its first word',
    (good, nth) => (nth === 0 ? { text: '', stop: 'length' } : good),
    twice,
  ),
  shaped(
    'reaches its limit in its JSON and goes on',
    (good, nth) => {
      const half = Math.floor(good.length / 2)
      return nth === 0 ? { text: good.slice(0, half), stop: 'length' } : good.slice(half)
    },
    twice,
  ),
  spoken('writes 78 kilobytes', () => essay.slice(0, 78_000), {
    requests: 1,
    text: /^It depends/,
    cutOff: 'overlong',
  }),
  shaped('writes 78 kilobytes of prose', () => essay.slice(0, 78_000), {
    ...repairs,
    says: /it began: It depends/,
  }),
  // Refusals
  stays(
    'refuses',
    { refusal: 'I cannot help with that.' },
    { requests: 1, cause: 'refused', says: /I cannot help with that/ },
  ),
  stays(
    'is withheld by a filter',
    { text: '', stop: 'content_filter' },
    { requests: 1, cause: 'refused', says: /content filter/ },
  ),
  spoken('is cut by a filter', () => ({ text: 'We ship on', stop: 'content_filter' }), {
    requests: 1,
    text: /^We ship on$/,
    cutOff: 'filter',
  }),
  stays('says nothing', { text: '' }, { requests: 1, cause: 'empty', says: /empty/ }, repairs),
  stays('says only blanks', { text: ' \n\t\n ' }, { requests: 1, cause: 'empty', says: /empty/ }, repairs),
  // Servers that recover
  recovers('fails once with a 500', { status: 500, error: 'the disk is on fire' }),
  recovers('fails once with a page of a 502', { status: 502, raw: page }),
  recovers('limits once, and says for how long', { status: 429, error: 'slow down', retryAfter: 7 }),
  recovers('limits once without a word', { status: 429 }),
  recovers('is overloaded once', { status: 503, error: 'overloaded' }),
  recovers('breaks off once in the middle', { text: 'We ship', breakOff: true }),
  recovers('ends its stream too soon once', { text: 'We ship', breakOff: 'cleanly' }),
  recovers('sends an error in its stream once', {
    text: 'We',
    streamError: { type: 'server_error', message: 'Oops' },
  }),
  recovers('sends a page in place of a reply once', { raw: page }),
  recovers('sends half a line of JSON once', { raw: 'data: {"choices":[{"delta":{"con\n\n' }),
  recovers('sends nothing at all once', { raw: '' }),
  // Servers that do not
  stays(
    'fails with a 500 again and again',
    { status: 500, error: 'the disk is on fire' },
    {
      requests: 4,
      cause: 'broken',
      says: /the disk is on fire.*tried 4 times/,
    },
  ),
  stays(
    'breaks off again and again',
    { text: 'We ship', breakOff: true },
    { requests: 4, cause: 'broken', says: /broke off.*tried 4 times\); it began: We ship$/ },
  ),
  stays(
    'limits again and again',
    { status: 429, error: 'slow down' },
    { requests: 4, cause: 'rate-limited', says: /slow down.*tried 4 times/ },
  ),
  stays(
    'limits for days',
    { status: 429, error: 'quota', retryAfter: 172_800 },
    { requests: 1, cause: 'rate-limited', says: /come back in 2 days/ },
  ),
  stays(
    'cannot read so much',
    { status: 400, error: "This model's maximum context length is 8192 tokens." },
    { requests: 1, cause: 'overlong', says: /maximum context length/ },
  ),
  stays(
    'does not know the model',
    { status: 404, error: 'model not found' },
    { requests: 1, cause: 'failed', says: /model not found/ },
  ),
  stays(
    'wants a key',
    { status: 401, error: 'invalid api key' },
    { requests: 1, cause: 'failed', says: /401|key/ },
  ),
]

/**
 * What tells most, for calls that differ only in what they ask: a plain reply, one to be dug out, a refusal, a server that recovers and
 * one that does not. Every case costs time in every run, and the kernel does the same for each call.
 */
export const telling: readonly string[] = [
  'answers',
  'thinks in a tag',
  'puts its JSON in a fence among prose',
  'refuses',
  'fails once with a 500',
  'breaks off again and again',
]
