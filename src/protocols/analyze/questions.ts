// Questions: every place where an analysis waits for the person. The person writes; keys are for scripts and buttons.
//
// Choosing `accept` is saying "Accept". No default signs anything off.

import type { Question } from '../../kernel/question.js'
import { quotedWords } from '../../rules/relayed.js'
import { shortened } from '../../text/excerpts.js'
import type { Domain, Tier } from './names.js'
import type { Proposal } from './rules/tiers.js'

const say = { key: 'say', label: 'Say something else', name: 'Reply' }

/** The body is empty: the turn was just shown. */
export function replyQuestion(question: string): Question {
  return {
    id: 'reply',
    title: shortened(question, 200),
    body: '',
    options: [],
    freeText: { ...say, label: 'Reply' },
    personOnly: true,
  }
}

export function scopeQuestion(proposal: Proposal, facts: { readonly modules: readonly string[] }): Question {
  const { tier, rationale } = proposal
  const modules = facts.modules.length === 0 ? '' : ` Modules: ${facts.modules.join(', ')}.`
  const option = (key: Tier, effect: string) => ({ key, label: capital(key), effect })
  return {
    id: 'scope',
    title: `Does ${tier} fit this, or is it trivial, light, standard or epic?`,
    body: `${rationale}${modules}\n\n${tierWords[tier]}`,
    options: [
      { key: 'fits', label: 'Fits', effect: `go on with ${tier}` },
      option('trivial', 'record it shortly, no sign-off'),
      option('light', 'requirements and design are signed off'),
      option('standard', 'requirements, architecture and design are signed off'),
      option('epic', 'as standard, and looked into more deeply'),
    ],
    freeText: say,
    default: 'fits',
  }
}

/** What the proposed tier means for the person. */
const tierWords: Readonly<Record<Tier, string>> = {
  trivial: 'Trivial: it is recorded shortly, and nothing is signed off.',
  light: 'Light: you sign off requirements and design.',
  standard: 'Standard: you sign off requirements, architecture and design.',
  epic: 'Epic: you sign off requirements, architecture and design, and more is asked before.',
}

const signoffTitles: Readonly<Record<Domain, string>> = {
  requirements: 'Accept these requirements, or amend them?',
  architecture: 'Accept this architecture, or amend it?',
  design: 'Accept this design, or amend it?',
}

/** The body is the summary, whole: what is accepted stands in the question itself. */
export function signoffQuestion(domain: Domain, summary: string): Question {
  return {
    id: `signoff.${domain}`,
    title: signoffTitles[domain],
    body: summary,
    options: [
      { key: 'accept', label: 'Accept', effect: 'sign this off as it stands' },
      { key: 'amend', label: 'Amend', effect: 'talk about what to change' },
    ],
    freeText: say,
    personOnly: true,
  }
}

export function exitQuestion(): Question {
  return {
    id: 'exit',
    title: 'Stop here, and write the documents from what we have?',
    body: '',
    options: [
      { key: 'stop', label: 'Stop', effect: 'write what is known, with its gaps named' },
      { key: 'continue', label: 'Continue', effect: 'go back to where we were' },
    ],
    freeText: say,
    personOnly: true,
  }
}

/** Asked by the command, before a meeting is open. */
export function reanalyseQuestion(commits: number | null): Question {
  return {
    id: 'reanalyse',
    title: 'The code has moved since this analysis. Analyse again?',
    body: commits === null ? '' : commits === 1 ? '1 commit since then.' : `${commits} commits since then.`,
    options: [
      { key: 'again', label: 'Again', effect: 'start anew from the documents that are there' },
      { key: 'keep', label: 'Keep', effect: 'leave everything as it is' },
    ],
    default: 'keep',
  }
}

/** What the thread shows for an answer: the word that was chosen is the word that was said. */
export function spokenAnswer(
  question: Question,
  answer: { readonly choose: string; readonly text?: string; readonly by?: string; readonly name?: string },
): string {
  const words = quotedWords({ by: 'person', ...answer })
  return words !== ''
    ? words
    : (question.options.find(({ key }) => key === answer.choose)?.label ?? answer.choose)
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
