// What settings files may say: the person's own file, and that of a workspace, which may have come with a clone.
//
//   KEYS1  API keys are never in these files: a file names the variable that holds one, and a message never repeats a value.
//   KEYS2  A workspace chooses among the voices that the person's own settings name, and lowers limits. It names no program, script,
//          server, model, key, price, file or person.

import { z } from 'zod'
import { PriceInDollars } from './price-schema.js'

export const modelProviders = ['anthropic', 'openai', 'google', 'compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]

const text = z.string('must be a text').trim().min(1, 'must not be empty')
const url = text.refine(
  (value) => /^https?:/i.test(value) && URL.canParse(value),
  'must be a URL that begins with http:// or https://',
)
const yesOrNo = z.boolean('must be true or false')
const tokens = z
  .int('must be a whole number of tokens')
  .min(0, 'must not be less than zero')
  .max(200_000, 'must be at most 200000')

const envName = text.regex(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  'must be the name of an environment variable; a key itself never stands here',
)

const Model = z.strictObject({
  model: text.optional(),
  base_url: url.optional(),
  api_key_env: envName.optional(),
  reasoning_tokens: z
    .union(
      [tokens, z.record(z.string(), tokens)],
      'must be a number of tokens, or a map of such numbers by model',
    )
    .optional(),
})

const limits = {
  token_ceiling: z.int('must be a whole number').positive('must be more than zero').optional(),
  cost_ceiling: z.number('must be a number of dollars').positive('must be more than zero').optional(),
  // A timer of more than 24 days would fire at once.
  timeout_seconds: z
    .number('must be a number')
    .positive('must be more than zero')
    .max(86_400, 'must be at most 86400, which is a day')
    .optional(),
}

const most = z.int('must be a whole number').min(3, 'must be 3 or more').max(100, 'must be at most 100')

/** What one protocol reads of the settings. */
const analyze = {
  root: text.optional(),
  max_exchanges: most.optional(),
}
const analyzeMap = 'must be a map of root, team and max_exchanges'

/** A name without a colon cannot be taken for a backend with an argument, and the bare backends are reserved. */
const VoiceName = z
  .string()
  .regex(
    /^(?!(?:script|model|claude|acp|command)$)[A-Za-z0-9][\w.-]*$/,
    'must have names of letters, digits, dots and dashes that are no backend',
  )

const AcpName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'must have names of letters, digits, dots and dashes')

/** An agent of the person's own that speaks the Agent Client Protocol. */
const AcpAgent = z.strictObject({
  argv: z.array(text, 'must be a list of words: the program and its arguments').min(1, 'must name a program'),
  read_mode: text.optional(),
  work_mode: text.optional(),
  web_off: yesOrNo.optional(),
  guard: z.literal('watch', 'must be watch, or left out').optional(),
})

/** Where seats may look on the web. Hosts that are named may be anywhere, also on this machine. */
const Web = z.strictObject(
  {
    search: z.literal('provider', 'must be provider, or not there').optional(),
    allow_hosts: z
      .array(
        text.regex(
          /^[a-z0-9.[\]:-]+$/,
          'must be hosts in small letters, such as wiki.example.org or 127.0.0.1:8080',
        ),
        'must be a list of hosts',
      )
      .optional(),
    max_pages: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(1_000, 'must be at most 1000')
      .optional(),
  },
  'must be false, or a map of search, allow_hosts and max_pages',
)
const noWeb = z.literal(false, 'must be false here: only your own settings say more of the web')

export const OfPerson = z.strictObject({
  agents: text.optional(),
  seats: z.record(z.string(), text, 'must be a map of seats').optional(),
  voices: z.record(VoiceName, text, 'must be a map of voices').optional(),
  models: z.partialRecord(z.enum(modelProviders), Model, 'must be a map of providers').optional(),
  acp: z.record(AcpName, AcpAgent, 'must be a map of agents').optional(),
  web: z.union([z.literal(false), Web]).optional(),
  ...limits,
  prices: z.record(z.string(), PriceInDollars, 'must be a map of voices').optional(),
  name: text.optional(),
  /** How programs that seats start are confined. */
  commands: z
    .strictObject(
      { sandbox: yesOrNo.optional(), network: yesOrNo.optional() },
      'must be a map of sandbox and network',
    )
    .optional(),
  secret_files: z.array(text, 'must be a list of file patterns').optional(),
  analyze: z.strictObject({ ...analyze, team: yesOrNo.optional() }, analyzeMap).optional(),
  /** The code for projects reads and checks it. */
  projects: z.unknown().optional(),
})
export type PersonSettings = z.infer<typeof OfPerson>

/** The voice of the person's that a name in a workspace stands for; undefined where they have named none such. */
export type ChooseVoice = (name: string) => string | undefined

export function ofWorkspace(choose: ChooseVoice) {
  const voice = text.transform((name, context) => {
    const chosen = choose(name)
    if (chosen !== undefined) return chosen
    context.addIssue('may only choose a voice that your own settings name')
    return z.NEVER
  })
  return z.strictObject({
    agents: voice.optional(),
    seats: z.record(z.string(), voice, 'must be a map of seats').optional(),
    ...limits,
    web: noWeb.optional(),
    /** The root is a folder of the workspace itself; a team costs more, so only the person chooses one. */
    analyze: z.strictObject(analyze, 'must be a map of root and max_exchanges').optional(),
  })
}

/** What a message lists; `projects` is written by a command. */
export const personKeys = Object.keys(OfPerson.shape).filter((key) => key !== 'projects')
export const workspaceKeys = ['agents', 'seats', ...Object.keys(limits), 'web', 'analyze']
