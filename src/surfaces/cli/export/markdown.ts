// Export as Markdown: the minutes of a meeting, readable without parley.

import type { Question } from '../../../kernel/question.js'
import { answererName } from '../../../rules/relayed.js'
import { embed, oneLine as embedLine } from '../../../text/embedded.js'
import { withLowerHeadings } from '../../../text/markdown/headings.js'
import { tableOf } from '../../../text/table.js'
import type { Answered, Item, Reply, Turn } from '../../../view/items.js'
import { plainTitle } from '../../../view/options.js'
import type { OutcomeTold } from '../../../view/outcome.js'
import { heldWords, positionGrid } from '../../../view/positions.js'
import { citedProposals, proposalHead, proposalRow, proposalWords } from '../../../view/proposals.js'
import { followUpsOf, type SettledList, settledLists } from '../../../view/settled.js'
import { atTable, type Story } from '../../../view/story.js'
import { type ToldDissent, toldDissents } from '../../../view/told-dissents.js'
import { valueWords } from '../../../view/value-words.js'
import { degradedWords } from '../../../view/worth.js'
import { clean, oneLine as shortened } from '../screen/clean.js'
import { andMoney, plural, tokens } from '../screen/words.js'
import { askedWords, choiceWords, costWords, lineWords, transcriptItems } from './items.js'

/** What it came to stands first, with who objected and what is left to do; the transcript stands behind it. */
export function markdownOf(story: Story): string {
  const { summary, items, outcome } = story
  const { degraded } = summary
  const read = transcriptItems(items)
  // A speaker's heading stands below that of the phase, where there are phases.
  const rank = read.some(({ kind }) => kind === 'phase' || kind === 'round') ? '####' : '###'
  const parts = [
    `# ${oneLine(summary.title, 200)}`,
    ...(degraded.length > 0 ? [`\n**Degraded:** ${oneLine(degradedWords(degraded), 600)}`] : []),
    ...(outcome ? [outcomeMarkdown(outcome)] : []),
    ...positionsMarkdown(story),
    ...proposalsMarkdown(story),
    ...settledLists(story).map(settledMarkdown),
    ...dissentsMarkdown(toldDissents(story)),
    ...followUpsMarkdown(followUpsOf(story)),
    aboutMarkdown(story),
    '\n## Transcript',
    ...read.map((item) => itemMarkdown(item, rank)),
  ]
  return `${parts.join('\n')}\n`
}

function aboutMarkdown(story: Story): string {
  const { summary } = story
  const seats = atTable(story).map(({ name, role }) => `${name}${role && role !== name ? ` (${role})` : ''}`)
  const lines = [
    `- Meeting: \`${code(summary.id)}\``,
    `- Protocol: ${oneLine(summary.protocol)} (version ${summary.version})`,
    `- Opened: ${oneLine(summary.openedAt)}`,
    `- Status: ${summary.status}`,
    ...(seats.length > 0 ? [`- Seats: ${oneLine(seats.join(', '), 1000)}`] : []),
    `- Cost: ${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens${andMoney(summary)}`,
  ]
  return `\n## About this meeting\n\n${lines.join('\n')}`
}

/** A row for each seat, a glyph for each round, and what the seat holds in the end. */
function positionsMarkdown(story: Story): string[] {
  const grid = positionGrid(story)
  if (!grid) return []
  const head = ['Seat', ...grid.rounds.map((round) => `R${round}`), 'Position']
  const rows = grid.seats.map(({ name, cells }) => [
    oneLine(name, 60),
    ...cells.map(({ glyph }) => glyph),
    oneLine(heldWords(cells.at(-1)), 600),
  ])
  return [`\n## Who stood where\n\n${tableOf(head, rows)}`]
}

function followUpsMarkdown(items: ReturnType<typeof followUpsOf>): string[] {
  if (items.length === 0) return []
  const lines = items.map(
    ({ action, owner }) => `- [ ] ${oneLine(`${action}${owner ? ` (${owner})` : ''}`, 600)}`,
  )
  return [`\n## Follow-ups\n\n${lines.join('\n')}`]
}

/** The same table as in the notes of the meeting. */
function proposalsMarkdown(story: Story): string[] {
  const proposals = citedProposals(story)
  if (proposals.length === 0) return []
  const rows = proposals.map((one) =>
    proposalRow({ ...one, text: proposalWords(one) }).map((cell) => oneLine(cell, 2000)),
  )
  return [`\n## Proposals\n\n${tableOf(proposalHead, rows)}`]
}

function settledMarkdown({ title, points }: SettledList): string {
  const lines = points.map(({ words, ending }) => `- ${oneLine(words, 2000)}\n  ${oneLine(ending, 2000)}`)
  return `\n## ${oneLine(title, 60)}\n\n${lines.join('\n')}`
}

/** Who objected to what, and how it ended; a line for the words and one for the rest, as records have it. */
function dissentsMarkdown(dissents: readonly ToldDissent[]): string[] {
  if (dissents.length === 0) return []
  const lines = dissents.map(
    ({ name, text, ending }) =>
      `- **${oneLine(name, 60)}:** ${oneLine(text, 2000)}\n  ${oneLine(ending, 2000)}`,
  )
  return [`\n## Dissents\n\n${lines.join('\n')}`]
}

/** Without what degrades the meeting: the head lists that already. */
function outcomeMarkdown({ headline, paragraphs, facts, remarks, commands }: OutcomeTold): string {
  const list = [...facts.map(({ label, value }) => `${label}: ${value}`), ...remarks]
  return [
    '\n## Outcome',
    ...(headline === null ? [] : [`\n**${oneLine(headline, 200)}**`]),
    ...paragraphs.map((text) => `\n${quoted(demoted(clean(text)))}`),
    ...(list.length > 0 ? ['', ...list.map((text) => `- ${oneLine(text, 400)}`)] : []),
    ...(commands.length > 0 ? [`\n${fenced(commands.map((text) => oneLine(text, 400)).join('\n'))}`] : []),
  ].join('\n')
}

function itemMarkdown(item: Item, rank: string): string {
  switch (item.kind) {
    case 'phase':
      return `\n### ${oneLine(item.label)}`
    case 'round':
      return `\n### Round ${item.round}`
    case 'turn':
    case 'reply':
      return spokenText(item, rank)
    case 'asked':
      return questionText(item.question, rank)
    case 'answered':
      return answerText(item, rank)
    case 'wrote':
      return `\n*${item.removed ? 'Removed' : 'Wrote'} \`${code(item.path)}\`.*`
    case 'notice':
      return noteText(item.verbatim ?? item.text)
    case 'line':
      return noteText(lineWords(item))
    case 'missed':
      return `\n**failed**: ${oneLine(`${item.name} did not speak: ${item.reason}`, 400)}`
    case 'stop':
      return `\n**${item.word}**${item.text ? `: ${oneLine(item.text, 400)}` : ''}`
    case 'opening':
      return ''
  }
}

function spokenText(item: Turn | Reply, rank: string): string {
  const who = `${rank} ${oneLine(item.name)}${item.role ? ` (${oneLine(item.role)})` : ''}`
  const about = `<sub>${oneLine(costWords(item), 300)}</sub>`
  if (item.kind === 'reply') {
    const said =
      item.words === null ? `*${oneLine(valueWords(item.value), 600)}*` : quoted(demoted(clean(item.words)))
    return `\n${who}\n\n${about}\n\n${said}`
  }
  const broken = item.broken === null ? '' : `\n\n*${oneLine(item.broken, 300)}*`
  return `\n${who}\n\n${about}\n\n${quoted(demoted(clean(item.text)))}${broken}`
}

function questionText(question: Question, rank: string): string {
  const title = `${rank} Question: ${oneLine(plainTitle(question), 200)}`
  return `\n${title}\n\n${quoted(demoted(clean(askedWords(question))))}`
}

/** In a chat the words are all that the answer is. */
function answerText(item: Answered, rank: string): string {
  const { text, talk } = item
  const words = text === null ? '' : `\n\n${quoted(demoted(clean(text)))}`
  const { who, what, how } = choiceWords(item)
  const note = oneLine(how, 120)
  if (talk)
    return `\n${rank} ${oneLine(answererName(item, 'You'), 60)}${note === '' ? '' : ` ${note}`}${words}`
  return `\n**${oneLine(who, 70)}** ${oneLine(what)}${note === '' ? '' : ` ${note}`}${words}`
}

function noteText(text: string): string {
  const words = clean(text)
  return words.includes('\n') ? `\n${fenced(words)}` : `\n*${oneLine(words, 400)}*`
}

/** Headings of a seat or the person go below the heading that names who speaks, and nothing else of theirs is structure either. */
function demoted(text: string): string {
  return embed(withLowerHeadings(text, 4), { level: 4 })
}

/** Words of others on one line, cut to a length. */
function oneLine(text: string, most?: number): string {
  return embedLine(shortened(text, most))
}

/** What stands between two backticks. */
function code(text: string): string {
  return shortened(text, 200).replaceAll('`', "'")
}

/** Quotes the text of a seat or the person, so that a fence, heading or line in it cannot be mistaken for somebody else's. */
function quoted(text: string): string {
  return text.trim().replace(/^/gm, '> ')
}

/** A fence that nothing inside can close. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [marks]) => Math.max(most, marks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
