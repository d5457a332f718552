// The script file: parses its YAML strictly, so that a mistake in a script is an error with a line number.

import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { z } from 'zod'
import { type FailureKind, messageOf, WrongUsage } from '../../kernel/errors.js'

const count = z.int().nonnegative()

const Usage = z.strictObject({
  input: count,
  output: count,
  cached: count.optional(),
  /** Set by recordings of a provider that gave no counts. */
  estimated: z.boolean().optional(),
})

const ToolAsk = z.strictObject({ name: z.string().min(1), input: z.unknown().optional() })

const failureKinds = [
  'failed',
  'expired',
  'rate-limited',
  'broken',
  'timeout',
  'interrupted',
  'overlong',
  'refused',
] as const satisfies readonly FailureKind[]

const entry = z.strictObject({
  /** Answers only a call with this id. */
  call: z.string().min(1).optional(),
  text: z.string().optional(),
  value: z.unknown().optional(),
  /** What went wrong. `text` beside it is what was said before it broke off. */
  error: z.string().optional(),
  kind: z.enum(failureKinds).optional(),
  retryAfterMs: count.optional(),
  usage: Usage.optional(),
  model: z.string().min(1).optional(),
  session: z.string().min(1).optional(),
  tools: z.array(ToolAsk).optional(),
  /** Why the text is incomplete. */
  cutOff: z.enum(['length', 'filter']).optional(),
  deltas: z.array(z.string()).optional(),
  delayMs: count.max(2 ** 31 - 1).optional(),
})

/** A plain text is an entry that says this text. */
const Entry = z.preprocess(
  (given) => (typeof given === 'string' ? { text: given } : given),
  entry.superRefine(makesSense),
)

/** A number is read as text, since options may be numbered. */
const Choice = z.union([z.string().min(1), z.number().transform(String)], { error: 'must be an option' })

const Answer = z.preprocess(
  (given) => (typeof given === 'string' || typeof given === 'number' ? { choose: given } : given),
  z.strictObject({ to: z.string().min(1).optional(), choose: Choice, text: z.string().optional() }),
)

/** Where a recording comes from, so that nobody mistakes it for a live run, and with which fields it was opened. */
const Recorded = z.strictObject({
  model: z.string().min(1),
  on: z.iso.date(),
  opened: z.looseObject({ protocol: z.string().min(1) }).optional(),
})

const Script = z.strictObject({
  recorded: Recorded.optional(),
  seats: z.record(z.string().min(1), z.array(Entry)).default({}),
  answers: z.array(Answer).default([]),
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a script is never awaited.
  then: z.enum(['fail', 'repeat']).default('fail'),
  log: z.string().min(1).optional(),
})

export type Entry = z.output<typeof entry>
export type ScriptFile = z.output<typeof Script>
/** An answer of the person's, prepared: `to` names the question that it is for. */
export type PreparedAnswer = z.output<typeof Answer>

export function readScript(file: string): ScriptFile {
  return parseScript(readText(file), file)
}

/** A file of `--answers`: the list that a script has under `answers`, alone or under that key. */
export function readAnswers(file: string): readonly PreparedAnswer[] {
  return parseAnswers(readText(file), file)
}

export function parseAnswers(text: string, file: string): readonly PreparedAnswer[] {
  const { contents } = parseDocument(text)
  if (isMap(contents)) return parse(text, file, z.strictObject({ answers: z.array(Answer) })).answers
  return contents === null ? [] : parse(text, file, z.array(Answer))
}

export function parseScript(text: string, file: string): ScriptFile {
  return parse(text, file, Script)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const why = messageOf(error)
    throw new WrongUsage(`${file} cannot be read: ${why}.`, 'Name a YAML file that is there.')
  }
}

function parse<T>(text: string, file: string, shape: z.ZodType<T>): T {
  const plain = shape.safeParse(compactJson(text))
  return plain.success ? plain.data : parseYaml(text, file, shape)
}

/**
 * What a program wrote as JSON without spaces, which reads many times faster than YAML. A text that comes back otherwise than it was
 * has something that only the YAML parser judges, a key that stands twice for instance.
 */
function compactJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function parseYaml<T>(text: string, file: string, shape: z.ZodType<T>): T {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault) throw wrong(file, fault.linePos?.[0].line ?? 1, fault.message.split('\n')[0] ?? 'bad YAML')
  const checked = shape.safeParse(content(() => document.toJS(), file) ?? {})
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  if (!issue) throw wrong(file, 1, 'not what was expected here')
  throw wrong(file, lineOf(document.contents, issue, lines), describe(issue))
}

/** The parser refuses a file whose aliases expand without end only when the value is made, so this may throw too. */
function content(read: () => unknown, file: string): unknown {
  try {
    return read()
  } catch (error) {
    throw wrong(file, 1, messageOf(error))
  }
}

function makesSense(given: z.output<typeof entry>, context: z.RefinementCtx): void {
  const fault = nonsense(given)
  if (fault) context.addIssue({ code: 'custom', message: fault })
}

function nonsense(given: z.output<typeof entry>): string | undefined {
  const { call: _, usage: _u, model: _m, kind, retryAfterMs, ...said } = given
  if (given.error === undefined && kind !== undefined) return '`kind` belongs to an `error`'
  if (given.error === undefined && retryAfterMs !== undefined) return '`retryAfterMs` belongs to an `error`'
  if (given.error !== undefined && 'value' in given) return 'an `error` has no `value`'
  if (Object.keys(said).length === 0) return 'says nothing: give it a `text`, a `value` or an `error`'
  return undefined
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}${at(issue)}`
  return `${issue.message}${at(issue)}`
}

function at(issue: z.core.$ZodIssue): string {
  return issue.path.length ? ` (at ${issue.path.join('.')})` : ''
}

/** The line of the deepest node that the issue's path reaches; for an unknown key, the line of the key. */
function lineOf(contents: ParsedNode | null, issue: z.core.$ZodIssue, lines: LineCounter): number {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  let node: unknown = contents
  let offset = contents?.range[0] ?? 0
  for (const step of path) {
    const found = child(node, step)
    if (!found) break
    node = found.node
    offset = found.offset
  }
  return Math.max(1, lines.linePos(offset).line)
}

function child(node: unknown, step: PropertyKey): { node: unknown; offset: number } | undefined {
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
    return pair && { node: pair.value, offset: pair.key.range[0] }
  }
  const item = (node as { items?: unknown } | null)?.items
  const found =
    Array.isArray(item) && typeof step === 'number' ? (item[step] as ParsedNode | undefined) : undefined
  return found?.range ? { node: found, offset: found.range[0] } : undefined
}

function wrong(file: string, line: number, what: string): WrongUsage {
  return new WrongUsage(`${file}:${line}: ${what}.`.replace(/\.\.$/, '.'), 'Fix the file and try again.')
}
