// Outcome: what a concluded meeting came to.

import type { OutcomeTold } from '../../../story/outcome.js'
import { type CitedProposal, endOf, objectors, proposalWords } from '../../../story/proposals.js'
import type { ToldDissent } from '../../../story/told-dissents.js'
import { oneLine } from './clean.js'
import type { MarkdownScreen } from './markdown-screen.js'
import type { Paint } from './paint.js'

/** `degraded` is all that makes the result worth less, whether the outcome or a note of the meeting says so. */
export function outcomeText(
  outcome: OutcomeTold,
  degraded: readonly string[],
  { colour, markdown }: { readonly colour: Paint; readonly markdown: MarkdownScreen },
): string {
  const { headline, paragraphs, facts, remarks, commands } = outcome
  const words = paragraphs.map((paragraph) => `${markdown.text(paragraph.trim())}\n`)
  const lines = [
    ...(headline === null ? [] : [`${colour.bold(oneLine(headline, 200))}\n`]),
    ...words,
    ...facts.map(({ label, value }) => oneLine(`${label}: ${value}`, 400)),
    ...remarks.map((remark) => oneLine(remark, 400)),
    ...commands.map((command) => oneLine(command, 400)),
  ]
  return `${lines.join('\n')}\n${degraded.length > 0 ? degradedText(degraded, colour) : ''}`
}

/** Every proposal in two lines: what it is, and who stood where and how it ended. */
export function proposalsText(proposals: readonly CitedProposal[], colour: Paint): string {
  if (proposals.length === 0) return ''
  const lines = proposals.flatMap((one) => {
    const sides = [
      `${one.by}${one.turn > 0 ? `, turn ${one.turn}` : ''}`,
      ...(one.against.length > 0 ? [`against ${one.against.join(', ')}`] : []),
      ...(one.support.length > 0 ? [`supported by ${one.support.join(', ')}`] : []),
      ...(one.objections.length > 0 ? [`objections by ${objectors(one)}`] : []),
      endOf(one),
    ]
    return [
      `  ${oneLine(`${one.id}: ${proposalWords(one)}`, 2000)}`,
      `    ${colour.dim(oneLine(sides.join('; '), 2000))}`,
    ]
  })
  return `\n${colour.bold('Proposals')}\n${lines.join('\n')}\n`
}

/** Every dissent in two lines: who said what, and how it ended. */
export function dissentsText(dissents: readonly ToldDissent[], colour: Paint): string {
  if (dissents.length === 0) return ''
  const lines = dissents.flatMap(({ name, text, ending }) => [
    `  ${oneLine(`${name}: ${text}`, 2000)}`,
    `    ${colour.dim(oneLine(ending, 2000))}`,
  ])
  return `\n${colour.bold('Dissents')}\n${lines.join('\n')}\n`
}

export function degradedText(degraded: readonly string[], colour: Paint): string {
  return `${colour.yellow(oneLine(`Degraded: ${degraded.join('; ')}`, 400))}\n`
}
