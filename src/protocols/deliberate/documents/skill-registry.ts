// The skill registry: how often a skill was brought to a session. Shared by all sessions of a workspace; unknown keys stay.

import { fieldsOf } from '../../../rules/values.js'
import { type Json, jsonText, readJson, textIn, textsIn } from './json-file.js'

export type Merged =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bad'; readonly why: string }

export interface SkillUse {
  readonly agent: string
  readonly skill: string
}

/**
 * Counts one use of each skill for the session. Done again on the same day for the same session it changes nothing: a session
 * that was killed after the write must not count twice.
 */
export function countedUses(
  text: string | null,
  uses: readonly SkillUse[],
  slug: string,
  today: string,
): Merged {
  const read = readJson(text, ['departments'])
  if (read.kind === 'bad') return read
  let departments = fieldsOf(read.json['departments'])
  for (const { agent, skill } of uses) {
    const department = fieldsOf(departments[agent])
    const skills = fieldsOf(department['skills'])
    const counted = countedUse(fieldsOf(skills[skill]), slug, today)
    departments = { ...departments, [agent]: { ...department, skills: { ...skills, [skill]: counted } } }
  }
  const json = { version: '2.1', ...read.json, last_updated: today, departments }
  return { kind: 'text', text: jsonText(json) }
}

function countedUse(before: Json, slug: string, today: string): Json {
  const sessions = textsIn(before['sessions'])
  if (sessions.includes(slug) && textIn(before, 'last_used') >= today) return before
  const uses = typeof before['uses'] === 'number' ? before['uses'] : 0
  return { ...before, uses: uses + 1, last_used: today, sessions: [...sessions, slug] }
}
