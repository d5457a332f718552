// Export as Markdown: the minutes of a meeting, readable without parley.

import type { Line } from '../../../kernel/line.js'
import { summarise } from '../../../kernel/summary.js'
import { clean, oneLine } from '../screen/clean.js'
import { plural, tokens } from '../screen/words.js'
import { type Scene, storyOf } from './story.js'

export function markdownOf(lines: readonly Line[]): string {
  const summary = summarise(lines)
  const { scenes } = storyOf(lines)
  const head = [
    `# ${oneLine(summary.title, 200)}`,
    '',
    `- Meeting: \`${summary.id}\``,
    `- Protocol: ${summary.protocol} (version ${summary.version})`,
    `- Opened: ${summary.openedAt}`,
    `- Status: ${summary.status}`,
    `- Cost: ${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens`,
    ...(summary.rehearsed ? ['- **A rehearsal:** no model spoke in the turns marked `rehearsal`.'] : []),
  ]
  return `${[...head, ...scenes.map(sceneText)].join('\n')}\n`
}

function sceneText(scene: Scene): string {
  switch (scene.kind) {
    case 'phase':
      return `\n## ${oneLine(scene.name)}`
    case 'turn':
      return turnText(scene)
    case 'spoken':
      return spokenText(scene)
    case 'question':
      return `\n### Question: ${oneLine(scene.question.title, 200)}\n\n${quoted(clean(scene.question.body))}`
    case 'answer': {
      const { choose, text, by } = scene.answer
      return `\n**You chose:** ${oneLine(choose)} (${by})${text === undefined ? '' : `\n\n${quoted(clean(text))}`}`
    }
    case 'wrote':
      return `\n*${scene.removed ? 'Removed' : 'Wrote'} \`${oneLine(scene.path, 200)}\`.*`
    case 'note':
      return scene.text.includes('\n') ? `\n${fenced(scene.text)}` : `\n*${oneLine(scene.text, 400)}*`
    case 'end':
      return `\n**${scene.how}**${scene.text ? `: ${oneLine(scene.text, 400)}` : ''}`
  }
}

function turnText({ n, name, role, text, structured, receipt }: Extract<Scene, { kind: 'turn' }>): string {
  const who = `### ${oneLine(name)}${role ? ` (${oneLine(role)})` : ''}`
  const voice = oneLine(receipt.model ?? receipt.backend)
  const cost = `line ${n}, ${voice}, ${receipt.tokens.estimated ? 'about ' : ''}${receipt.tokens.input} in and ${receipt.tokens.output} out`
  const body = structured === null ? spoken(text) : `Answered ${oneLine(structured)}:\n\n${fenced(text)}`
  return `\n${who}\n\n<sub>${cost}</sub>\n\n${body}`
}

function spokenText({ name, role, about, text }: Extract<Scene, { kind: 'spoken' }>): string {
  const who = `### ${oneLine(name)}${role ? ` (${oneLine(role)})` : ''}`
  return `\n${who}\n\n<sub>${about}</sub>\n\n${spoken(text)}`
}

/** A seat's words stand in a quotation, so that no fence, heading or line of theirs passes for anybody else's. */
function spoken(text: string): string {
  return quoted(demoted(text))
}

/** Their own headings go below the heading that names the seat. */
function demoted(text: string): string {
  return text.replace(/^(#{1,6}) /gm, (_, marks: string) => `${'#'.repeat(Math.min(6, marks.length + 3))} `)
}

function quoted(text: string): string {
  return text.trim().replace(/^/gm, '> ')
}

/** A fence that nothing inside can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
