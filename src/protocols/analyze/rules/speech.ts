// Speech: what no line of a conversation says. Each rule is a question about one line of text.

import type { Role } from '../names.js'
import { wordsOf } from './words.js'

export interface Speakers {
  /** Display names by role. */
  readonly names: Readonly<Record<Role, string>>
  /** Null where it is not known. */
  readonly person: string | null
}

/** A line without the marks of headings, emphasis, quotes and lists at its beginning. */
export function bare(line: string): string {
  return line.replace(/^[\s#*_>•-]+/, '').replace(/[\s#*_]+$/, '')
}

export function isPhaseHeader(line: string): boolean {
  return /^phase\s+\d/i.test(bare(line))
}

export function isStepHeader(line: string): boolean {
  return /^step\s+(?:\d{2}(?:-\d{2})?(?!\d)|\d+\s*(?:[:.–—-]|$))/i.test(bare(line))
}

export function announcesHandover(line: string, { names }: Speakers): boolean {
  const who = `(?:${Object.values(names)
    .flatMap((name) => [name, name.split(/\s+/)[0]!])
    .map(escaped)
    .join('|')})`
  const patterns = [
    String.raw`\bhanding (?:\w+ ){0,2}(?:off|over)\b`,
    String.raw`\b(?:i|i'll|i’ll|we|we'll|let me|will|now) hand (?:\w+ ){0,2}(?:off|over)\b`,
    String.raw`\bhand(?:s|ed)? (?:\w+ ){0,2}(?:off|over) to ${who}\b`,
    String.raw`\bpass(?:es|ing)? (?:\w+ ){0,2}(?:on |over )?to ${who}\b`,
    String.raw`\bover to ${who}\b`,
    String.raw`\b${who} (?:will|can|should) take (?:it|this|over)\b`,
    String.raw`\bbring(?:ing)? in ${who}\b`,
    String.raw`\bswitch(?:ing)? (?:over )?to ${who}\b`,
  ]
  return patterns.some((pattern) => new RegExp(pattern, 'iu').test(line))
}

/** Links (`[text](…)`) and labels (`[x]: …`, `a[0]`) are no choices. */
export function isMenu(line: string): boolean {
  const tokens = line.match(/(?<![\w)\]])\[[\p{L}\p{N}][\p{L}\p{N} ]{0,14}\](?![(:\w[])/gu) ?? []
  const process = '(?:continue|skip|elaborate|proceed|go on|go back|move on|next)'
  return (
    tokens.length >= 2 ||
    new RegExp(`\\b${process}\\s*(?:,|/|\\||,?\\s*or)\\s*${process}\\b`, 'iu').test(line)
  )
}

/** Words in the mouth of the person. */
export function playsPerson(line: string, { person }: Speakers): boolean {
  const names = ['user', 'human', 'you', ...(person?.trim() ? [person.trim()] : [])].map(escaped)
  return new RegExp(`^(?:${names.join('|')})[*_]*\\s*:`, 'iu').test(bare(line))
}

const fillers = [
  'great point',
  'great question',
  'good point',
  'good question',
  'excellent point',
  'excellent question',
  'thanks for sharing',
  'thank you for sharing',
  'let me think',
  "that's a great",
  'that makes sense',
  'absolutely right',
  'i appreciate',
  'happy to help',
]

export function isFiller(line: string): boolean {
  const words = ` ${wordsOf(line).join(' ')} `
  return fillers.some((filler) => words.includes(` ${filler} `))
}

const announcements = [
  "now let's discuss",
  'let us now discuss',
  "let's move on",
  "let's turn to",
  'next topic',
  'moving on to',
  'move on to the next',
  "we haven't covered",
  'we have not covered',
]

export function announcesTopic(line: string): boolean {
  const words = ` ${wordsOf(line).join(' ')} `
  return announcements.some((announcement) => words.includes(` ${announcement} `))
}

/** Progress of a search, or its raw result. Naming a file that was found is wanted. */
export function reportsSearch(line: string): boolean {
  const where = '(?:the |your |our )?(?:code|codebase|repository|repo|source|files|workspace)'
  const patterns = [
    `\\b(?:i am |i'm |let me |i'll |now )?(?:search|scann|grepp|index)ing ${where}\\b`,
    `\\blet me (?:search|scan|grep|look through)\\b`,
    `\\b(?:scan|search) (?:is |was |has )?(?:now |still )?(?:complete|completed|done|finished|running|in progress)\\b`,
    `\\b\\d+ (?:hits?|matches) (?:for|in|across|found)\\b`,
    `\\bfound \\d+ (?:hits?|matches)\\b`,
    `^\\s*\\|.*\\|.*\\|`,
  ]
  return patterns.some((pattern) => new RegExp(pattern, 'iu').test(line))
}

const stateNames = /\b(?:IDLE|PRESENTING_[A-Z]+|AMENDING|TRIVIAL_SHOW|FINALIZING|COMPLETE)\b/

/** The tracker behind the talk: percentages, ids of topics and criteria, states, depths. */
export function showsTracker(
  line: string,
  ids: { readonly topics: readonly string[]; readonly criteria: readonly string[] },
): boolean {
  const named = [...ids.topics.filter((id) => id.includes('-')), ...ids.criteria]
  const patterns = [
    /\d\s*%\s*(?:of (?:the )?(?:topics?|criteria)|cover|complete\b|done\b|known\b)/i,
    /\b(?:coverage|covered|completeness)\b[^.]{0,30}\d\s*%/i,
    /\b(?:brief|standard|deep) (?:depth|mode)\b|\bdepth (?:mode|level|setting)s?\b/i,
    stateNames,
  ]
  return (
    patterns.some((pattern) => pattern.test(line)) ||
    named.some((id) => new RegExp(`(?<![\\w-])${escaped(id)}(?![\\w-])`, 'i').test(line))
  )
}

/** Code or a signature, which the analyst leaves to the others. */
export function holdsCode(line: string): boolean {
  return [
    /`[^`]+`/,
    /=>|;\s*$|[{}]/,
    /\b(?:function|const|class|interface|def|return)\s+\w+\s*[({=]/,
    /\b\w+\([^)]*\)\s*:\s*\w/,
    /\b\w+\(\w+:\s/,
  ].some((pattern) => pattern.test(line))
}

const marker = /^\s*(?:\(?(?:\d{1,2}|[a-z])[.)]|[-*•])\s+/i

/** Three or more lines that are items of a list and hold a question mark. */
export function isQuestionList(lines: readonly string[]): boolean {
  return lines.filter((line) => marker.test(line) && line.includes('?')).length >= 3
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
