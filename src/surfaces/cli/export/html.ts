// Export as one HTML page: no script, nothing loaded from elsewhere, every word escaped.

import type { Question } from '../../../kernel/question.js'
import { answererName } from '../../../rules/relayed.js'
import type { Answered, Item, Notice, Reply, TranscriptLine, Turn } from '../../../view/items.js'
import { optionName, plainTitle } from '../../../view/options.js'
import type { OutcomeTold } from '../../../view/outcome.js'
import { heldWords, positionGrid } from '../../../view/positions.js'
import { citedProposals, proposalHead, proposalRow, proposalWords } from '../../../view/proposals.js'
import { followUpsOf, type SettledList, settledLists } from '../../../view/settled.js'
import { atTable, type Story } from '../../../view/story.js'
import { type ToldDissent, toldDissents } from '../../../view/told-dissents.js'
import { valueWords } from '../../../view/value-words.js'
import { degradedWords } from '../../../view/worth.js'
import { clean, oneLine } from '../screen/clean.js'
import { andMoney, plural, tokens } from '../screen/words.js'
import { askedWords, choiceWords, costWords, lineWords, transcriptItems } from './items.js'
import { escaped, markdownHtml } from './markdown-html.js'
import { style } from './style.js'

export function htmlOf(story: Story): string {
  const title = escaped(clean(story.summary.title))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
${notices(story)}
</header>
${story.outcome ? outcomeHtml(story.outcome) : ''}
${positionsHtml(story)}
${proposalsHtml(story)}
${settledLists(story).map(settledHtml).join('')}
${dissentsHtml(toldDissents(story))}
${followUpsHtml(followUpsOf(story))}
${facts(story)}
<section id="transcript"><h2>Transcript</h2>
${transcriptItems(story.items).map(itemHtml).join('\n')}
</section>
</main>
</body>
</html>
`
}

function notices({ summary }: Story): string {
  const { degraded } = summary
  return degraded.length > 0
    ? `<p class="notice">${escaped(clean(`Degraded: ${degradedWords(degraded)}`))}</p>`
    : ''
}

function facts(story: Story): string {
  const { summary } = story
  const seats = atTable(story).map(({ name, role }) => `${name}${role && role !== name ? ` (${role})` : ''}`)
  const list = [
    ['Meeting', summary.id],
    ['Protocol', `${summary.protocol}, version ${summary.version}`],
    ['Opened', summary.openedAt],
    ['Status', summary.status],
    ...(seats.length > 0 ? [['Seats', seats.join(', ')] as const] : []),
    ['Cost', `${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens${andMoney(summary)}`],
  ] as const
  const rows = list.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(clean(value))}</dd>`)
  return `<section id="about"><h2>About this meeting</h2><dl>${rows.join('')}</dl></section>`
}

function positionsHtml(story: Story): string {
  const grid = positionGrid(story)
  if (!grid) return ''
  const heads = ['Seat', ...grid.rounds.map((round) => `Round ${round}`), 'Position']
  const rows = grid.seats.map((row) => {
    const cells = row.cells.map(
      (cell) => `<td><small>${cell.glyph} ${escaped(clean(cell.words))}</small></td>`,
    )
    return `<tr><th>${escaped(clean(row.name))}</th>${cells.join('')}<td>${escaped(oneLine(heldWords(row.cells.at(-1)), 600))}</td></tr>`
  })
  const head = heads.map((name) => `<th>${name}</th>`).join('')
  return `<section id="positions"><h2>Who stood where</h2><table><tr>${head}</tr>${rows.join('')}</table></section>`
}

function followUpsHtml(items: ReturnType<typeof followUpsOf>): string {
  if (items.length === 0) return ''
  const list = items.map(
    ({ action, owner }) =>
      `<li>${escaped(oneLine(action, 600))}${owner ? ` <small>${escaped(clean(owner))}</small>` : ''}</li>`,
  )
  return `<section id="follow-ups"><h2>Follow-ups</h2><ol>${list.join('')}</ol></section>`
}

function proposalsHtml(story: Story): string {
  const proposals = citedProposals(story)
  if (proposals.length === 0) return ''
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(oneLine(cell, 2000))}</${tag}>`).join('')}</tr>`
  const rows = proposals.map((one) => row('td', proposalRow({ ...one, text: proposalWords(one) })))
  return `<section id="proposals"><h2>Proposals</h2><table>${row('th', proposalHead)}${rows.join('')}</table></section>`
}

function settledHtml({ title, points }: SettledList): string {
  const items = points.map(
    ({ words, ending }) =>
      `<li>${escaped(oneLine(words, 2000))}<br><small>${escaped(oneLine(ending, 2000))}</small></li>`,
  )
  return `<section><h2>${escaped(oneLine(title, 60))}</h2><ul>${items.join('')}</ul></section>`
}

function dissentsHtml(dissents: readonly ToldDissent[]): string {
  if (dissents.length === 0) return ''
  const items = dissents.map(
    ({ name, text, ending }) =>
      `<li><b>${escaped(clean(name))}:</b> ${escaped(oneLine(text, 2000))}<br><small>${escaped(oneLine(ending, 2000))}</small></li>`,
  )
  return `<section id="dissents"><h2>Dissents</h2><ul>${items.join('')}</ul></section>`
}

/** Without what degrades the meeting: the facts list that already. */
function outcomeHtml({ headline, paragraphs, facts: told, remarks, commands }: OutcomeTold): string {
  const list = [...told.map(({ label, value }) => `${label}: ${value}`), ...remarks]
  return [
    '<section id="outcome"><h2>Outcome</h2>',
    headline === null ? '' : `<p><b>${escaped(clean(headline))}</b></p>`,
    ...paragraphs.map((text) => markdownHtml(text, { top: 4 })),
    list.length === 0 ? '' : `<ul>${list.map((text) => `<li>${escaped(clean(text))}</li>`).join('')}</ul>`,
    commands.length === 0 ? '' : `<pre>${escaped(clean(commands.join('\n')))}</pre>`,
    '</section>',
  ].join('')
}

function itemHtml(item: Item): string {
  const id = `id="line-${item.n}"`
  switch (item.kind) {
    case 'phase':
      return `<h3 ${id} class="phase">${escaped(clean(item.label))}</h3>`
    case 'round':
      return `<h3 ${id} class="phase">Round ${item.round}</h3>`
    case 'turn':
    case 'reply':
      return spokenHtml(item, id)
    case 'asked':
      return `<section ${id} class="question"><h4>${escaped(clean(plainTitle(item.question)))}</h4>${questionBody(item.question)}</section>`
    case 'answered':
      return answerHtml(item, id)
    case 'wrote':
      return `<p ${id} class="quiet">${item.removed ? 'Removed' : 'Wrote'} <code>${escaped(clean(item.path))}</code></p>`
    case 'notice':
    case 'line':
      return noteHtml(item, id)
    case 'missed':
      return `<p ${id} class="end"><b>failed</b> ${escaped(clean(`${item.name} did not speak: ${item.reason}`))}</p>`
    case 'stop':
      return `<p ${id} class="end"><b>${item.word}</b> ${escaped(clean(item.text))}</p>`
    case 'opening':
      return ''
  }
}

function spokenHtml(item: Turn | Reply, id: string): string {
  const head = `<h4>${escaped(clean(item.name))} <small>${escaped(clean(item.role))}</small></h4>`
  const about = `<p class="quiet">${escaped(costWords(item))}</p>`
  return `<article ${id}>${head}${about}${item.kind === 'turn' ? wordsHtml(item) : valueHtml(item)}</article>`
}

function wordsHtml({ text, broken, verbatim }: Turn): string {
  const note = broken === null ? '' : `<p class="quiet">${escaped(clean(broken))}</p>`
  return `${markdownHtml(text, { top: 5, keepLines: verbatim !== null })}${note}`
}

/** Folded for whoever wants the fields; on paper the words are enough. */
function valueHtml({ words, value }: Reply): string {
  const said =
    words === null
      ? `<p><em>${escaped(oneLine(valueWords(value), 600))}</em></p>`
      : markdownHtml(words, { top: 5 })
  const json = escaped(clean(JSON.stringify(value, null, 2)))
  return `${said}<details><summary>Every field</summary><pre>${json}</pre></details>`
}

/** In a chat the words are all that the answer is. */
function answerHtml(item: Answered, id: string): string {
  const { text, talk } = item
  const said = text === null ? '' : markdownHtml(text, { top: 5, keepLines: true })
  const { who, what, how } = choiceWords(item)
  const note = how === '' ? '' : ` <small>${escaped(clean(how))}</small>`
  if (talk)
    return `<article ${id} class="answer"><h4>${escaped(clean(answererName(item, 'You')))}${note}</h4>${said}</article>`
  const words = said === '' ? '' : `<blockquote>${said}</blockquote>`
  return `<section ${id} class="answer"><p>${escaped(clean(who))} <b>${escaped(clean(what))}</b>${note}</p>${words}</section>`
}

function noteHtml(item: Notice | TranscriptLine, id: string): string {
  const text = escaped(clean(item.kind === 'line' ? lineWords(item) : (item.verbatim ?? item.text)))
  return text.includes('\n') ? `<pre ${id}>${text}</pre>` : `<p ${id} class="quiet">${text}</p>`
}

function questionBody(question: Question): string {
  const { options, freeText } = question
  const choices = options.map(
    (option) =>
      `<li>${escaped(clean(optionName(option)))}${option.effect ? ` — ${escaped(clean(option.effect))}` : ''}</li>`,
  )
  if (freeText) choices.push(`<li>${escaped(clean(optionName(freeText)))}</li>`)
  return `${markdownHtml(askedWords(question), { top: 5, keepLines: true })}<ul>${choices.join('')}</ul>`
}
