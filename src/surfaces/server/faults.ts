// Faults: what is wrong with a request, in sentences.

import type { z } from 'zod'

/** One sentence for each fault that the schema found in what was given. */
export function sentencesOf(error: z.ZodError, given: unknown): string {
  return error.issues.map((issue) => sentenceOf(issue, given)).join(' ')
}

function sentenceOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.length === 1
      ? `${quoted(issue.keys)} is not known here.`
      : `${quoted(issue.keys)} are not known here.`
  const at = issue.path.length === 0 ? 'The body' : quoted([issue.path.join('.')])
  const value = issue.path.reduce<unknown>((of, key) => (of as Record<PropertyKey, unknown>)?.[key], given)
  if (value === undefined && issue.path.length > 0) return `${at} is missing.`
  return `${at} ${wantOf(issue)}.`
}

function wantOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `may have ${issue.maximum} characters at most`
        : `must be at most ${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'date'
        ? 'must be a date such as 2026-05-31'
        : 'must be a plain name without slashes'
    default:
      return issue.message.startsWith('Invalid') ? 'cannot be used' : issue.message
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
