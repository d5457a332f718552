// Export as an architecture decision record, in the form of MADR 4: what was decided, what else was considered, and at what price.

import { CannotGoOn } from '../../../kernel/errors.js'
import { embed, oneLine as embedLine, paragraph } from '../../../text/embedded.js'
import { firstSentences, shortened } from '../../../text/excerpts.js'
import { wordsAndCode } from '../../../text/markdown/words.js'
import type { OutcomeTold } from '../../../view/outcome.js'
import { positionGrid } from '../../../view/positions.js'
import { citedProposals, proposalWords } from '../../../view/proposals.js'
import { followUpsOf } from '../../../view/settled.js'
import { atTable, type Story } from '../../../view/story.js'
import { type ToldDissent, toldDissents } from '../../../view/told-dissents.js'
import { clean } from '../screen/clean.js'
import { worthWords } from './items.js'

export function adrOf(story: Story): string {
  const { summary, outcome } = story
  if (!outcome || outcome.decision === null)
    throw new CannotGoOn(
      'EXPORT',
      summary.status === 'concluded'
        ? `${summary.id} decided on nothing in words: what it came to is in its documents.`
        : `${summary.id} has come to no decision: it is ${summary.status}.`,
      summary.status === 'concluded' || summary.status === 'aborted'
        ? 'Export it as md, html or json.'
        : 'Export it as md, html or json, or conclude it first.',
    )
  const { decision } = outcome
  const chosen = line(firstSentences(wordsAndCode(decision), 1), 200)
  const options = [...new Set([chosen, ...considered(story)])]
  const dissents = toldDissents(story)
  return `${[
    frontMatter(story),
    `# ${line(outcome.headline ?? summary.title, 200)}`,
    `## Context and Problem Statement\n\n${paragraph(line(summary.title, 1000))}`,
    `## Considered Options\n\n${options.map((option) => `* ${option}`).join('\n')}`,
    ['## Decision Outcome', chosenText(chosen, outcome), ...reasons(outcome, decision, chosen)].join('\n\n'),
    ...consequences(dissents),
    `### Confirmation\n\n${confirmation(story)}`,
    `## More Information\n\n${information(story)}`,
  ].join('\n\n')}\n`
}

/** With the first sentence of the reason that was recorded; without one nothing is said in its place. */
function chosenText(chosen: string, { because = '' }: OutcomeTold): string {
  const reason = line(firstSentences(wordsAndCode(because), 1), 600)
  return reason === ''
    ? `Chosen option: "${chosen}"`
    : `Chosen option: "${chosen}", because ${inside(reason)}`
}

/** Inside a sentence a first word that is no name is small. */
function inside(sentence: string): string {
  const common =
    /^(?:An?|The|This|That|These|Those|It|Its|We|They|There|Our|No|Nobody|Nothing|Both|All|Every) /
  return common.test(sentence) ? `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}` : sentence
}

/** The decision and its reason whole where one sentence is not all of them, and what else the outcome says for it. */
function reasons(
  { paragraphs, because = '' }: OutcomeTold,
  decision: string,
  chosen: string,
): readonly string[] {
  const said = (text: string) => line(wordsAndCode(text), 10_000)
  const reason = said(because) === line(firstSentences(wordsAndCode(because), 1), 600) ? because : decision
  // A list with nothing but the decision says it once more.
  const isNew = (text: string) =>
    text !== reason && said(text).replace(said(decision), '').split(' ').filter(Boolean).length > 1
  const whole = said(decision) === chosen ? [] : [decision]
  return [...whole, ...new Set([...paragraphs, because].filter(isNew))].map(block)
}

function frontMatter(story: Story): string {
  const { summary } = story
  const names = (list: readonly string[]) => JSON.stringify(list.map((name) => clean(name)).join(', '))
  return [
    '---',
    'status: accepted',
    `date: ${clean(summary.updatedAt).slice(0, 10)}`,
    `decision-makers: ${names([decider(story)])}`,
    `consulted: ${names(atTable(story).map(({ name }) => name))}`,
    '---',
  ].join('\n')
}

/** Who gave the last answer, where the journal has their name: who prepared an answer, or had one relayed, is not known. */
function decider({ items }: Story): string {
  const last = items.findLast((item) => item.kind === 'answered')
  if (last?.kind === 'answered' && last.by === 'default') return 'nobody in person: defaults were taken'
  const name = last?.kind === 'answered' && last.by === 'person' ? last.name : null
  return name ?? 'the person who concluded the meeting'
}

/** What was proposed; in a meeting without proposals, what each seat held in the end. */
function considered(story: Story): readonly string[] {
  const proposals = citedProposals(story).map((one) => line(`${one.id}: ${proposalWords(one)}`, 300))
  if (proposals.length > 0) return proposals
  const cells = positionGrid(story)?.seats.flatMap(({ cells }) => cells.at(-1) ?? []) ?? []
  return cells.filter(({ stands }) => stands !== 'absent').map(({ position }) => line(position, 300))
}

/** An objection that was accepted is a good consequence of having met; any other that stood to the end is the price. */
function consequences(dissents: readonly ToldDissent[]): readonly string[] {
  const stood = dissents.filter(({ end }) => end?.kind !== 'withdrawn')
  if (stood.length === 0) return []
  const lines = stood.map(({ id, name, text, ending, end }) => {
    const sort = end?.kind === 'accepted' ? 'Good' : end?.kind === 'rebutted' ? 'Neutral' : 'Bad'
    const who = `${line(name, 60)}${id ? ` (${id})` : ''}`
    return `* ${sort}, because ${who} objects: ${line(text, 600)} — ${line(ending, 600)}`
  })
  return [`### Consequences\n\n${lines.join('\n')}`]
}

function confirmation(story: Story): string {
  const followUps = followUpsOf(story)
  if (followUps.length === 0) return 'Nothing is left to do.'
  return followUps
    .map(({ action, owner }) => `* [ ] ${line(`${action}${owner ? ` (${owner})` : ''}`, 600)}`)
    .join('\n')
}

function information(story: Story): string {
  const { id } = story.summary
  const left = [...story.documents.values()].find(
    ({ kind, working }) => !working && (kind === 'record' || kind === 'notes'),
  )
  const where = left === undefined ? [] : [`The record: \`${line(left.path, 200)}\`.`]
  const worth = worthWords(story.summary).map((words) => line(words, 600))
  return [`Meeting \`${line(id, 100)}\`.`, ...where, ...worth].join(' ')
}

function line(text: string, most: number): string {
  return embedLine(shortened(clean(text).replace(/\s+/g, ' ').trim(), most))
}

function block(text: string): string {
  return embed(clean(text).trim(), { level: 3 })
}
