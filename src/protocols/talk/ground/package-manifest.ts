// The manifest of a package: `package.json` with a `parley` key. Checked field by field; a field that is not known is no fault.

import { z } from 'zod'
import { refName } from '../documents/ids.js'

/** Tools that ship with parley, by the names under which every backend has them. */
export const builtInTools = [
  'read_file',
  'list_files',
  'search_text',
  'write_file',
  'edit_file',
  'run_command',
  'fetch_url',
  'web_search',
] as const

const line = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(300, 'is too long')
  .refine((text) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text), 'must be one line')

/** These become folders and refs. */
const packageName = z
  .string('must be a text')
  .max(100, 'is too long')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, dots, hyphens and underscores only')
  .refine((name) => !name.includes('..'), 'must not contain ".."')

/** Shown to people; `refName` makes the form for refs of it. */
const identityName = line.refine(
  (name) => !/[/\\]|\.\./.test(name) && refName(name) !== 'worker',
  'must be a name without slashes or ".."',
)

const names = z.array(packageName, 'must be a list of names').default([])

const kinds = z.enum(['worker', 'toolbox'], 'must be "worker" or "toolbox"')

const metadata = z.looseObject(
  {
    type: z.union([kinds, z.array(kinds).min(1)], 'must be "worker", "toolbox", or a list of both'),
    identity: z
      .object(
        {
          name: identityName,
          description: line,
          displayTitle: line,
          guidance: z.string('must be a text').trim().optional(),
        },
        'must be a map',
      )
      .optional(),
    model: line.optional(),
    systemToolboxes: names,
    domainToolboxes: names,
    builtInTools: z
      .array(z.enum(builtInTools, `must be among ${builtInTools.join(', ')}`), 'must be a list of tools')
      .default([]),
    checkoutScope: z.enum(['sparse', 'full'], 'must be "sparse" or "full"').default('sparse'),
    limits: z
      .object(
        {
          maxOutputTokens: z.int('must be a whole number').positive('must be more than zero').optional(),
          turnTimeoutSeconds: z.number('must be a number').positive('must be more than zero').optional(),
        },
        'must be a map',
      )
      .default({}),
    posture: z.string('must be a text').optional(),
    entry: z.string('must be a path').optional(),
  },
  'must be a map that says what this package is',
)

export const Manifest = z.looseObject(
  { name: packageName, main: z.string().optional(), parley: metadata },
  'package.json is not a JSON object',
)

export type Metadata = z.infer<typeof metadata>

export function unknownFields(parley: Metadata): readonly string[] {
  return Object.keys(parley).filter((field) => !(field in metadata.shape))
}

/** One line for each field. */
export function faultsIn(error: z.ZodError): readonly string[] {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim())
}
