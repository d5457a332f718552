// Outcome: what a concluded meeting came to.

import type { OutcomeTold } from '../../../view/outcome.js'
import {
  type CitedProposal,
  citedProposals,
  endOf,
  objectors,
  proposalWords,
} from '../../../view/proposals.js'
import { type SettledList, settledLists } from '../../../view/settled.js'
import type { Story } from '../../../view/story.js'
import { type ToldDissent, toldDissents } from '../../../view/told-dissents.js'
import { bareLine, oneLine } from './clean.js'
import { continued, hanging, hangingLines } from './hanging.js'
import type { MarkdownScreen } from './markdown-screen.js'
import type { Paint } from './paint.js'
import { positionsText } from './positions.js'
import { type About, asCalled } from './to-copy.js'

interface Look {
  readonly colour: Paint
  readonly markdown: MarkdownScreen
  readonly columns: number
}

/**
 * `degraded` is all that makes the result worth less, whether the outcome or a note of the meeting says so. `between` stands after the
 * decision and before what is left to do: who stood where, and who objected.
 */
export function outcomeText(
  outcome: OutcomeTold,
  degraded: readonly string[],
  { colour, markdown, columns, ...called }: Look & Pick<About, 'io' | 'args'>,
  between = '',
): string {
  const { headline, paragraphs, facts, remarks, commands, uses = [], followUps = [] } = outcome
  const words = paragraphs.map((paragraph) => `${markdown.text(paragraph.trim())}\n`)
  const decided = [
    ...(headline === null ? [] : [`${colour.bold(hanging(bareLine(headline, 200), '', columns))}\n`]),
    ...words,
  ]
  const left = followUps.map(({ action, owner }, at) =>
    hanging(bareLine(`${action}${owner ? ` (${owner})` : ''}`, 400), `  ${at + 1}. `, columns),
  )
  const lines = [
    ...factLines(facts, columns),
    ...remarks.map((remark) => hangingLines(oneLine(remark, 400), columns)),
  ]
  // To be copied: broken only where a shell reads on.
  const toCopy = commands.flatMap((command, at) => [
    ...(uses[at] === undefined ? [] : [`${oneLine(uses[at], 80)}:`]),
    continued(`${uses[at] === undefined ? '' : '  '}${asCalled(oneLine(command, 400), called)}`, columns),
  ])
  const parts = [
    decided.join('\n'),
    between.replace(/^\n+/, ''),
    ...(left.length > 0 ? [`${colour.bold('Follow-ups')}\n${left.join('\n')}\n`] : []),
    lines.join('\n'),
    toCopy.join('\n'),
  ].filter((part) => part !== '')
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n${degraded.length > 0 ? degradedText(degraded, { colour, columns }) : ''}`
}

/** Files that do not fit behind their names stand under their folder, which is named once; a path is never broken. */
function factLines(facts: OutcomeTold['facts'], columns: number): string[] {
  const long = facts.flatMap(({ label, value }) => {
    const path = oneLine(value, 400)
    const [, folder, name] = /^(\S+\/)([^\s/]+)$/.exec(path) ?? []
    return folder !== undefined && name !== undefined && `${label}: ${path}`.length > columns
      ? [{ label, value, folder, name }]
      : []
  })
  const width = Math.max(0, ...long.map(({ label }) => label.length))
  const folders = [...new Set(long.map(({ folder }) => folder))]
  return [
    ...folders.flatMap((folder) => [
      `In ${folder}`,
      ...long
        .filter((file) => file.folder === folder)
        .map(({ label, name }) => hanging(name, `  ${label.padEnd(width)}  `, columns)),
    ]),
    ...facts
      .filter(({ value }) => !long.some((file) => file.value === value))
      .map(({ label, value }) => hanging(oneLine(value, 400), `${label}: `, columns)),
  ]
}

/** Who stood where, what was on the table, and who objected. */
export function standText(story: Story, look: Look): string {
  const grid = positionsText(story, look)
  return [
    grid === '' ? '' : `\n${look.colour.bold('Who stands where')}\n${grid}`,
    proposalsText(citedProposals(story), look),
    ...settledLists(story).map((list) => settledText(list, look)),
    dissentsText(toldDissents(story), look),
  ].join('')
}

/** Every proposal in two lines: what it is, and who stood where and how it ended. */
export function proposalsText(
  proposals: readonly CitedProposal[],
  { colour, columns }: Omit<Look, 'markdown'>,
): string {
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
      hanging(bareLine(`${one.id}: ${proposalWords(one)}`, 2000), '  ', columns),
      colour.dim(hanging(bareLine(sides.join('; '), 2000), '    ', columns)),
    ]
  })
  return `\n${colour.bold('Proposals')}\n${lines.join('\n')}\n`
}

/** Every point in two lines: what it was about, and how it ended. */
function settledText({ title, points }: SettledList, { colour, columns }: Omit<Look, 'markdown'>): string {
  const lines = points.flatMap(({ words, ending }) => [
    hanging(bareLine(words, 2000), '  ', columns),
    colour.dim(hanging(bareLine(ending, 2000), '    ', columns)),
  ])
  return `\n${colour.bold(oneLine(title, 60))}\n${lines.join('\n')}\n`
}

/** Every dissent in two lines: who said what, and how it ended. */
export function dissentsText(
  dissents: readonly ToldDissent[],
  { colour, columns }: Omit<Look, 'markdown'>,
): string {
  if (dissents.length === 0) return ''
  const lines = dissents.flatMap(({ name, text, ending }) => [
    hanging(bareLine(`${name}: ${text}`, 2000), '  ', columns),
    colour.dim(hanging(bareLine(ending, 2000), '    ', columns)),
  ])
  return `\n${colour.bold('Dissents')}\n${lines.join('\n')}\n`
}

export function degradedText(
  degraded: readonly string[],
  { colour, columns }: Omit<Look, 'markdown'>,
): string {
  return `${colour.yellow(hanging(oneLine(`Degraded: ${degraded.join('; ')}`, 1000), '', columns))}\n`
}
