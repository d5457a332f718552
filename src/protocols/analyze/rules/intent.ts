// Intent: what a reply means. Decided by words alone, so that nobody is signed off by a model's guess.
//
//   INT1  A reply accepts only if it says so plainly: an accept phrase, not denied, nothing to change, no contrast and no question.
//   INT2  Everything else is an amendment. Silence is no reply at all.

import type { Domain } from '../names.js'
import { holds, isNegated, type Match, matchesOf, type Token, tokensOf, wordsOf } from './words.js'

const acceptPhrases = [
  'accept',
  'looks good',
  'approved',
  'yes',
  'confirm',
  'lgtm',
  'fine',
  'correct',
  'agree',
  'ok',
  'okay',
  'agreed',
  'ship it',
  'move on',
  'proceed',
]

/** They hold an amend phrase and mean the opposite. */
const idioms = ['no changes', 'nothing to change', 'no objections']

const amendPhrases = [
  ...['amend', 'amends', 'amended', 'amending', 'amendment', 'amendments'],
  ...['change', 'changes', 'changed', 'changing'],
  ...['revise', 'revises', 'revised', 'revising', 'revision', 'revisions'],
  ...['update', 'updates', 'updated', 'updating'],
  ...['modify', 'modifies', 'modified', 'modifying', 'modification', 'modifications'],
  ...['no', 'not quite', 'needs work', 'need work', 'needed work', 'needing work'],
  ...['redo', 'redoes', 'redid', 'redone', 'redoing'],
  ...['fix', 'fixes', 'fixed', 'fixing'],
  ...['wrong', 'wrongly', 'actually', 'missing', 'what about'],
  ...['add', 'adds', 'added', 'adding'],
  ...['remove', 'removes', 'removed', 'removing'],
]

const contrasts = ['but', 'however', 'except', 'although', 'unless', 'only if']

const objects = new Set(['the', 'this', 'that', 'these', 'those', 'it'])
const recordId = /^[a-z]{2,3}-(?:\d+(?:-\d+)?|[a-z].*)$/

export type Verdict = 'accept' | 'amend'

export function verdictOf(text: string): Verdict {
  const tokens = tokensOf(text)
  const accepting = acceptsIn(tokens)
  const isPlain =
    accepting.length > 0 &&
    accepting.every(({ at }) => !isNegated(tokens, at)) &&
    !asksToChange(tokens) &&
    !holds(contrasts, tokens) &&
    !tokens.some((token) => 'mark' in token && token.mark === '?')
  return isPlain ? 'accept' : 'amend'
}

/** A "correct" with an object behind it is a command, no praise. */
function acceptsIn(tokens: readonly Token[]): Match[] {
  const found = matchesOf([...acceptPhrases, ...idioms], tokens)
  return found.filter(({ at }) => !correctsSomething(tokens, at))
}

function asksToChange(tokens: readonly Token[]): boolean {
  const excused = matchesOf(idioms, tokens)
  const isExcused = (one: Match) =>
    excused.some((idiom) => one.at >= idiom.at && one.at + one.length <= idiom.at + idiom.length)
  return (
    matchesOf(amendPhrases, tokens).some((one) => !isExcused(one)) ||
    tokens.some((_, at) => correctsSomething(tokens, at))
  )
}

function correctsSomething(tokens: readonly Token[], at: number): boolean {
  const [here, next] = [tokens[at], tokens[at + 1]]
  if (here === undefined || !('word' in here) || here.word !== 'correct') return false
  return next !== undefined && 'word' in next && (objects.has(next.word) || recordId.test(next.word))
}

// ---- asking to see something again

export type Revisit = { readonly kind: 'summary'; readonly domain: Domain } | { readonly kind: 'assumptions' }

const domainWords: Readonly<Record<string, Domain>> = {
  requirements: 'requirements',
  requirement: 'requirements',
  architecture: 'architecture',
  design: 'design',
}

/** Null: the reply asks for nothing of that kind. A reply that also wants a change is an amendment, so that its words are heard. */
export function revisitIn(text: string, presented: readonly Domain[]): Revisit | null {
  const tokens = tokensOf(text)
  const words = wordsOf(text)
  if (asksToChange(tokens)) return null
  const asks = words.some((word) => ['show', 'see', 'again', 'repeat'].includes(word))
  const inquires =
    asks || words.some((word) => ['list', 'which', 'what', 'explain', 'details'].includes(word))
  if (inquires && words.some((word) => /^(?:assumption|inference)s?$/.test(word)))
    return { kind: 'assumptions' }
  const domain = words
    .map((word) => domainWords[word])
    .find((one) => one !== undefined && presented.includes(one))
  return asks && domain !== undefined ? { kind: 'summary', domain } : null
}

// ---- early exit

const exitPhrases = [
  ...["that's enough", 'thats enough', 'that is enough'],
  ...["that's all", 'thats all', 'that is all'],
  ...["i'm done", 'im done', 'i am done'],
  ...["we're done", 'we are done'],
  ...["let's stop", 'lets stop', 'let us stop'],
  ...['wrap up', 'stop here'],
]

/** How many words may stand beside the phrase; a longer sentence that holds one is content. */
const mostBeside = 4

/** They end an analysis where nothing else is said but what is polite. */
const exitWords = new Set(['stop', 'done', 'enough', 'finish'])
const politeWords = new Set(['please', 'ok', 'now', 'here', 'for', 'today', 'thanks'])

export function wantsToStop(text: string): boolean {
  if (text.trim().toLowerCase() === '/done') return true
  const tokens = tokensOf(text)
  if (tokens.some((token) => 'mark' in token && token.mark === '?')) return false
  const words = wordsOf(text)
  const isAlone =
    words.some((word) => exitWords.has(word)) &&
    words.every((word) => exitWords.has(word) || politeWords.has(word))
  return isAlone || matchesOf(exitPhrases, tokens).some(({ length }) => words.length - length <= mostBeside)
}

/** The reply to the question whether to stop: only plain words end an analysis. */
export function confirmsStop(text: string): boolean {
  const tokens = tokensOf(text)
  const isDenied = matchesOf(exitPhrases, tokens).some(({ at }) => isNegated(tokens, at))
  if (isDenied || holds([...goOnPhrases, ...contrasts], tokens)) return false
  return verdictOf(text) === 'accept' || wantsToStop(text)
}

const goOnPhrases = ['continue', 'keep going', 'not yet', 'go on']

/** Nothing else is said than that the analysis goes on; any other words are an answer. */
export function onlyGoesOn(text: string): boolean {
  const words = wordsOf(text).filter((word) => word !== 'no' && !politeWords.has(word))
  return words.length === 0 || goOnPhrases.includes(words.join(' '))
}

// ---- what a reply is, in the order in which it is looked at

export type Intent =
  | { readonly kind: 'exit' }
  | { readonly kind: 'revisit'; readonly revisit: Revisit }
  | { readonly kind: Verdict }

/** A reply to a sign-off. */
export function intentOf(text: string, presented: readonly Domain[]): Intent {
  if (wantsToStop(text)) return { kind: 'exit' }
  const revisit = revisitIn(text, presented)
  return revisit === null ? { kind: verdictOf(text) } : { kind: 'revisit', revisit }
}
