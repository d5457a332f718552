// Files of the rounds: what a member wrote, under our heading, with every label that the round wants.

import { embed } from '../../../text/embedded.js'
import { fencesIn } from '../../../text/fences.js'
import { labelAt, labelsIn, labelText } from './labels.js'
import { cleanReply, withoutHalts } from './reply.js'
import { sectionOf } from './sections.js'
import { inline, oneLine, sentences } from './text.js'

export type RoundKind = keyof typeof roundLabels

const roundLabels = {
  position: ['Core recommendation', 'Key argument', 'Risks if ignored', 'Dependencies on other domains'],
  response: ['Their position', 'My response', 'Reasoning'],
  final: ['Revised recommendation', 'Concessions made', 'Non-negotiables', 'Implementation notes'],
} as const

/** Saying nothing under these is an answer too. */
const mayBeEmpty: readonly string[] = [
  'Dependencies on other domains',
  'Concessions made',
  'Non-negotiables',
  'Implementation notes',
]

export const responses = ['Maintain', 'Modify', 'Defer'] as const
export type Response = (typeof responses)[number]

/** `topic` is the idea, in round 2 the other's name. */
export interface RoundHead {
  readonly kind: RoundKind
  readonly agent: string
  readonly topic: string
}

/** What the reply lacks: it is sent back once with these words. */
export function roundFaults(kind: RoundKind, reply: string): string[] {
  const text = cleanReply(reply)
  const lacking = lackingLabels(kind, text)
  const unclear = kind === 'response' && !lacking.includes('My response') && responseIn(text) === null
  return [...lacking.map((label) => `no-label:${label}`), ...(unclear ? ['no-response'] : [])]
}

export interface RoundFile {
  readonly text: string
  /** A label is still lacking after the second asking. */
  readonly incomplete: boolean
}

/** What is lacking is written as not given, above the appendices. */
export function renderRoundFile(head: RoundHead, reply: string): RoundFile {
  const text = cleanReply(reply)
  const lacking = lackingLabels(head.kind, text)
  const unclear = head.kind === 'response' && responseIn(text) === null
  const stated = unclear ? withResponse(text) : text
  const missing = lacking
    .filter((label) => label !== 'My response')
    .map((label) => `**${label}:** _(not given)_`)
  // Lines of ours between the words can end a block of theirs: what follows is looked at once more.
  const body = withoutHalts(embed(withLines(stated, missing)))
  return { text: `${headingOf(head)}\n\n${body}\n`, incomplete: lacking.length > 0 || unclear }
}

/** For a file of ours, or one of another tool. */
export function labelIn(kind: RoundKind, label: string, file: string): string | null {
  return labelText(file, label, roundLabels[kind])
}

/** The first word counts: `Modify, in part` is a Modify. */
export function responseIn(file: string): Response | null {
  const said =
    labelIn('response', 'My response', file)
      ?.replace(/[*_`"']/g, '')
      .trim()
      .toLowerCase() ?? ''
  return responses.find((response) => new RegExp(`^${response}\\b`, 'i').test(said)) ?? null
}

export interface Spoken {
  readonly agent: string
  readonly other: string
  readonly tension: string
  readonly file: string
}

const verbs = { Maintain: 'held', Modify: 'shifted', Defer: 'deferred' } as const

/** What round 3 is told of the exchanges, made from the files so that nobody's words are bent. */
export function exchangeLine({ agent, other, tension, file }: Spoken): string {
  const response = responseIn(file)
  // A file of another tool may have no labels: then its first words stand for what was said.
  const verb = response === null ? 'said' : verbs[response]
  const reasoning = labelIn('response', 'Reasoning', file) ?? wordsOf(file)
  return `- ${agent} on ${other} (${oneLine(tension)}): ${verb} — ${sentences(reasoning)}`
}

/** What a position recommends, on one line; its first words where another tool wrote it without labels. */
export function recommendationIn(file: string): string {
  return oneLine(labelIn('position', 'Core recommendation', file) ?? sentences(wordsOf(file)))
}

/** Each bullet is one; text without bullets is one; `none`, a dash or nothing is none. */
export function nonNegotiablesIn(file: string): string[] {
  const text = labelIn('final', 'Non-negotiables', file) ?? headed(file, 'Non-negotiables')
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (/^(?:[-*+]|\d+[.)])(?:\s|$)/.test(line) ? [at] : []))
  const items =
    starts.length === 0
      ? [text]
      : starts.map((start, at) => lines.slice(start, starts[at + 1] ?? lines.length).join('\n'))
  return items
    .map((item) => oneLine(item.replace(/^(?:[-*+]|\d+[.)])(?=\s|$)/, '')))
    .filter((item) => !isNone(item))
}

/** Without its headings. */
function wordsOf(file: string): string {
  return file.replace(/^ {0,3}#{1,6}\s.*$/gm, '').trim()
}

/** What stands below a heading of any level, where another tool made one of a label. */
function headed(file: string, title: string): string {
  const levels = [1, 2, 3, 4, 5, 6].map((level) => sectionOf(file, title, level))
  return levels.find((text) => text !== null) ?? ''
}

function isNone(item: string): boolean {
  return /^(?:none|nothing|n\/a|[—–-]*|_\(not given\)_)[.!]?$/i.test(item.replace(/[*]/g, ''))
}

function lackingLabels(kind: RoundKind, text: string): string[] {
  const labels: readonly string[] = roundLabels[kind]
  const found = new Map(labelsIn(text, labels).map((given) => [given.label, given.text]))
  return labels.filter((label) => (mayBeEmpty.includes(label) ? !found.has(label) : !found.get(label)))
}

function headingOf({ kind, agent, topic }: RoundHead): string {
  if (kind === 'response') return `## ${agent} Response to ${topic}`
  return `## ${agent} ${kind === 'position' ? 'Position' : 'Final Position'} — ${inline(topic)}`
}

/** Under the label, if there is one, with what was said instead below it: these words stay. */
function withResponse(text: string): string {
  const stated = '**My response:** Maintain _(not stated)_'
  const lines = text.split('\n')
  const { code } = fencesIn(lines)
  const at = lines.findIndex((line, place) => !code[place] && labelAt(line, ['My response']))
  if (at < 0) return withLines(text, [stated])
  const { rest } = labelAt(lines[at]!, ['My response'])!
  return [...lines.slice(0, at), stated, ...(rest === '' ? [] : [rest]), ...lines.slice(at + 1)].join('\n')
}

/** Before the first heading, since what stands below one is an appendix. */
function withLines(text: string, more: readonly string[]): string {
  if (more.length === 0) return text
  const lines = text.split('\n')
  const { code } = fencesIn(lines)
  const at = lines.findIndex((line, place) => !code[place] && /^ {0,3}#{3,6}(?:\s|$)/.test(line))
  const [above, below] = at < 0 ? [text, ''] : [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')]
  return [above.trim(), more.join('\n'), below].filter((part) => part !== '').join('\n\n')
}
