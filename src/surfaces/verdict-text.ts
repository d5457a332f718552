// A verdict in words: for a terminal, and as Markdown for the summary of a job. What was said in the meeting stays words.

import type { Verdict } from '../rules/verdict.js'
import { embed, oneLine } from '../text/embedded.js'

/** One line each. */
export function verdictLines(verdict: Verdict): readonly string[] {
  const { pass, failed, status, decision, dissents, degraded, citations, record, tokens } = verdict
  const head = pass ? 'PASS' : failed.length > 0 ? `FAIL ${failed.join(', ')}` : `FAIL it is ${status}`
  const { verified, unverified, broken } = citations
  return [
    head,
    ...(decision === null ? [] : [`Decision: ${decision}`]),
    ...dissents.map(({ seat, text }) => `Dissent of ${seat}: ${inOneLine(text)}`),
    ...(degraded.length === 0 ? [] : [`Degraded: ${degraded.join(', ')}`]),
    `Citations: ${verified} verified, ${unverified} unverified, ${broken} broken`,
    ...(record === null
      ? []
      : [`Record: ${record}${verdict.verified ? '' : ' (it does not fit its journal)'}`]),
    `Cost: ${tokensOf(tokens)} tokens`,
  ]
}

/** The longest summary that a job may have is a megabyte. */
const longest = 900_000

export function verdictMarkdown(verdict: Verdict): string {
  const { title, degraded, decision, dissents, seats, id } = verdict
  const parts = [
    `# ${oneLine(title)}${degraded.length > 0 ? ' (degraded)' : ''}`,
    table(verdict),
    ...(decision === null ? [] : [`## Decision\n\n${embed(decision)}`]),
    ...(dissents.length === 0
      ? []
      : [
          `## Dissents\n\n${dissents.map(({ seat, text }) => `**${oneLine(seat)}**\n\n${embed(text)}`).join('\n\n')}`,
        ]),
    `## Seats\n\n| seat | backend | model | turns |\n|---|---|---|---|\n${seats
      .map(
        (seat) =>
          `| ${cell(seat.id)} | ${cell(seat.backend ?? '–')} | ${cell(seat.model ?? '–')} | ${seat.absent ? 'absent' : seat.turns} |`,
      )
      .join('\n')}`,
    `The whole meeting: \`parley show ${id}\`, \`parley export ${id}\`.`,
  ]
  return `${cut(parts.join('\n\n'))}\n`
}

function table(verdict: Verdict): string {
  const { pass, failed, status, degraded, citations, record, verified, tokens } = verdict
  const rows = [
    ['verdict', pass ? 'PASS' : `FAIL ${failed.join(', ') || status}`],
    ['degraded', degraded.join(', ') || 'no'],
    [
      'citations',
      `${citations.verified} verified, ${citations.unverified} unverified, ${citations.broken} broken`,
    ],
    ['record', record === null ? 'none' : `${record}${verified ? '' : ' (it does not fit its journal)'}`],
    ['tokens', tokensOf(tokens)],
  ]
  return `| | |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${cell(value ?? '')} |`).join('\n')}`
}

function tokensOf({ input, output, estimated }: Verdict['tokens']): string {
  return `${estimated ? '~' : ''}${(input + output).toLocaleString('en-US')}`
}

function cell(text: string): string {
  return oneLine(inOneLine(text)).replaceAll('|', '\\|')
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function cut(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}\n\n(Cut here: the rest stands in the record.)`
}
