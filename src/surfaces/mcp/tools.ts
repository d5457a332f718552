// The table of tools: their names, what they say of themselves, and what they take. What they do is in `verbs/`.

import { z } from 'zod'
import { statuses } from '../../kernel/line/summary.js'

const id = z
  .string()
  .min(1)
  .max(200)
  .describe('the meeting: its id, a part of it that no other has, or `last`')
const page = z.int().min(1).max(10_000).optional().describe('which page of a long text')
const where = {
  workspace: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('the absolute path of the project; default: the one you work in'),
}

const speakers = {
  agents: z
    .string()
    .max(200)
    .optional()
    .describe(
      'who speaks: host (you, by call-back), claude, model:PROVIDER/NAME, acp:NAME; default: settings, else host',
    ),
  seats: z
    .record(z.string().max(100), z.string().max(200))
    .optional()
    .describe('who speaks for single seats, by seat'),
  ceiling: z.int().min(1).optional().describe('the most tokens that it may cost'),
  request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('the same one twice within an hour returns the same meeting'),
}
const words = (about: string) => z.string().min(1).max(100_000).describe(about)
const call = z.string().min(1).max(40).describe('the call, as parley_next names it')

export const inputs = {
  parley_council: z.strictObject({
    task: words('the question that the council is asked'),
    template: z.string().max(100).optional().describe('which council to convene where there is none yet'),
    ...speakers,
    ...where,
  }),
  parley_meet: z.strictObject({
    charter: words('what is to be decided or made, and what the meeting leaves'),
    mode: z.string().max(60).optional(),
    invitees: z.array(z.string().max(100)).max(30).optional(),
    no_web: z.boolean().optional(),
    host_web_off: z
      .boolean()
      .optional()
      .describe('you promise that your seats use no web: parley cannot enforce it'),
    skip_research: z.boolean().optional(),
    max_turns: z.int().min(1).max(1_000).optional(),
    ...speakers,
    ...where,
  }),
  parley_deliberate: z.strictObject({
    idea: words('the idea'),
    mode: z.string().max(60).optional(),
    ...speakers,
    ...where,
  }),
  parley_analyze: z.strictObject({
    slug: z.string().min(1).max(200).describe('the item: its short name'),
    draft: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('a file of the project that holds the idea or the ticket, by its path from the root'),
    tier: z.string().max(40).optional(),
    ...speakers,
    ...where,
  }),
  parley_talk: z.strictObject({
    worker: z.string().min(1).max(100).optional().describe('the worker, to open a talk with'),
    id: id.optional().describe('the talk to go on with, instead of a worker'),
    message: words('what the person says to the worker, in their own words'),
    ...speakers,
    ...where,
  }),
  parley_next: z.strictObject({
    id,
    wait: z.number().min(0).max(50).optional().describe('seconds to wait at most; default 20'),
    from: z.int().min(1).optional().describe('tell what was said from this line of the journal on'),
    ...where,
  }),
  parley_prompt: z.strictObject({ call, page, ...where }),
  parley_say: z.strictObject({
    call,
    text: z.string().optional().describe('the words of that seat'),
    value: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('a JSON object, where the prompt gives a schema'),
    decline: z.string().min(1).max(2_000).optional().describe('why nothing can be said: the honest way out'),
    alone: z.boolean().optional().describe('a context of its own spoke, which saw nothing but this prompt'),
    model: z.string().max(100).optional().describe('the model that spoke'),
    ...where,
  }),
  parley_answer: z.strictObject({
    id,
    question: z.string().max(400).optional().describe('which question, as parley_next names it'),
    choose: z.string().max(200).optional(),
    text: z.string().max(100_000).optional().describe('their words, where the choice takes any'),
    ...where,
  }),
  parley_stop: z.strictObject({ id, ...where }),
  parley_list: z.strictObject({
    status: z.enum(statuses).optional(),
    text: z.string().max(200).optional().describe('words that its title, its id or its last words hold'),
    limit: z.int().min(1).max(200).optional().describe('how many at most; default 20'),
    page,
    ...where,
  }),
  parley_show: z.strictObject({ id, page, ...where }),
  parley_read: z.strictObject({
    id: id.optional(),
    path: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('a document, as parley_show or parley_read names it'),
    decisions: z.string().max(200).optional().describe('words that a decision holds; empty: all of them'),
    page,
    ...where,
  }),
  parley_verify: z.strictObject({ id, ...where }),
} as const

export type ToolName = keyof typeof inputs
export type Input<T extends ToolName> = z.infer<(typeof inputs)[T]>

interface About {
  readonly title: string
  readonly description: string
  /** It changes nothing: a host need not ask for leave. */
  readonly reads?: true
  /** Each call does something new. */
  readonly opens?: true
  /** In the model's view from the beginning: the loop of a meeting needs it. */
  readonly always?: true
}

export const about: Readonly<Record<ToolName, About>> = {
  parley_council: {
    title: 'Hold a council',
    description:
      'Opens a meeting of the standing council of this project about a question: every seat speaks in rounds, the person steers.',
    opens: true,
  },
  parley_meet: {
    title: 'Hold a chartered meeting',
    description:
      'Opens a meeting of invited agents about a charter: they research, discuss in turn and leave notes.',
    opens: true,
  },
  parley_deliberate: {
    title: 'Deliberate',
    description:
      'Opens a deliberation: from an idea to a design and a plan, with members seated by how well their view fits.',
    opens: true,
  },
  parley_analyze: {
    title: 'Analyze',
    description:
      'Opens an analysis of a ticket or an idea: analysts talk with the person until the requirements are signed.',
    opens: true,
  },
  parley_talk: {
    title: 'Talk with a worker',
    description:
      'Opens a talk with a worker, who works on a branch of the project, or goes on with one. Pass on what the person says, and nothing else.',
    opens: true,
  },
  parley_next: {
    title: 'Go on',
    description:
      'Goes on with a meeting and says what it wants next: words for seats (speak), the person (ask), patience (running), or nothing.',
    always: true,
  },
  parley_prompt: {
    title: 'Prompt of a call',
    description: 'Everything that a fresh context needs to speak for one seat.',
    reads: true,
    always: true,
  },
  parley_say: {
    title: 'Speak for a seat',
    description:
      'Hands in the words of the seat of one call, or declines. Give it exactly what that seat said.',
    always: true,
  },
  parley_answer: {
    title: 'Ask the person',
    description: 'Puts the open question of a meeting to the person. Never decide for them.',
    always: true,
  },
  parley_stop: {
    title: 'Stop a run',
    description: 'Ends the run of a meeting where it stands. Nothing is lost; parley_next goes on.',
  },
  parley_list: {
    title: 'List meetings',
    description: 'The meetings of this project; what waits for the person first.',
    reads: true,
  },
  parley_show: {
    title: 'Show a meeting',
    description: 'Where one meeting stands: turns, cost, documents, its open question, and what was said.',
    reads: true,
  },
  parley_read: {
    title: 'Read a record',
    description:
      'The record or notes of a meeting (id), any document that meetings left (path), or what was decided (decisions).',
    reads: true,
  },
  parley_verify: {
    title: 'Verify a record',
    description: 'Checks a record against its journal and the disk, without a model.',
    reads: true,
  },
}

export function isTool(name: string): name is ToolName {
  return Object.hasOwn(inputs, name)
}

/** As `tools/list` tells them. */
export function toolList(readOnly: boolean) {
  return (Object.keys(inputs) as ToolName[])
    .filter((name) => !readOnly || about[name].reads)
    .map((name) => described(name, about[name]))
}

function described(name: ToolName, { title, description, reads, opens, always }: About) {
  const { $schema: _, ...schema }: Record<string, unknown> = z.toJSONSchema(inputs[name], { io: 'input' })
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    // Without these some hosts ask for leave at each call, and refuse it where nobody is there.
    annotations: {
      title,
      readOnlyHint: reads === true,
      destructiveHint: false,
      openWorldHint: false,
      idempotentHint: opens !== true,
    },
    ...(always ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }
}
