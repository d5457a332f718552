// Export as one HTML page: no script, nothing loaded from elsewhere, every word escaped.

import { Marked } from 'marked'
import type { Line } from '../../../kernel/line.js'
import type { Question } from '../../../kernel/question.js'
import { type Summary, summarise } from '../../../kernel/summary.js'
import { clean } from '../screen/clean.js'
import { plural, tokens } from '../screen/words.js'
import { type Scene, storyOf } from './story.js'
import { style } from './style.js'

export function htmlOf(lines: readonly Line[]): string {
  const summary = summarise(lines)
  const { scenes } = storyOf(lines)
  const title = escaped(clean(summary.title))
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
${facts(summary)}
</header>
${scenes.map(sceneHtml).join('\n')}
</main>
</body>
</html>
`
}

function facts(summary: Summary): string {
  const rehearsed = summary.rehearsed
    ? '<p class="notice">A rehearsal: no model spoke in the turns marked rehearsal.</p>'
    : ''
  const list = [
    ['Meeting', summary.id],
    ['Protocol', `${summary.protocol}, version ${summary.version}`],
    ['Opened', summary.openedAt],
    ['Status', summary.status],
    ['Cost', `${plural(summary.turns, 'turn')}, ${tokens(summary)} tokens`],
  ] as const
  return `${rehearsed}<dl>${list.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(clean(value))}</dd>`).join('')}</dl>`
}

function sceneHtml(scene: Scene): string {
  const id = `id="line-${scene.n}"`
  switch (scene.kind) {
    case 'phase':
      return `<h2 ${id}>${escaped(scene.name)}</h2>`
    case 'turn':
      return turnHtml(scene, id)
    case 'spoken':
      return `<article ${id}><h3>${escaped(scene.name)} <small>${escaped(scene.role)}</small></h3><p class="quiet">${escaped(scene.about)}</p>${safeMarkdown(scene.text)}</article>`
    case 'question':
      return `<section ${id} class="question"><h3>${escaped(clean(scene.question.title))}</h3>${questionBody(scene.question)}</section>`
    case 'answer': {
      const { choose, text, by } = scene.answer
      const words = text === undefined ? '' : `<blockquote>${escaped(clean(text))}</blockquote>`
      return `<section ${id} class="answer"><p><b>You</b> chose <b>${escaped(clean(choose))}</b> <small>${escaped(by)}</small></p>${words}</section>`
    }
    case 'wrote':
      return `<p ${id} class="quiet">${scene.removed ? 'Removed' : 'Wrote'} <code>${escaped(scene.path)}</code></p>`
    case 'note':
      return scene.text.includes('\n')
        ? `<pre ${id}>${escaped(scene.text)}</pre>`
        : `<p ${id} class="quiet">${escaped(scene.text)}</p>`
    case 'end':
      return `<p ${id} class="end"><b>${escaped(scene.how)}</b> ${escaped(scene.text)}</p>`
  }
}

function turnHtml(
  { n, name, role, text, structured, receipt }: Extract<Scene, { kind: 'turn' }>,
  id: string,
): string {
  const voice = clean(receipt.model ?? receipt.backend)
  const about = receipt.tokens.estimated ? 'about ' : ''
  const cost = `line ${n} · ${voice} · ${about}${receipt.tokens.input} in, ${receipt.tokens.output} out`
  const body =
    structured === null
      ? safeMarkdown(text)
      : `<details><summary>${escaped(structured)}</summary><pre>${escaped(text)}</pre></details>`
  return `<article ${id}><h3>${escaped(name)} <small>${escaped(role)}</small></h3><p class="quiet">${escaped(cost)}</p>${body}</article>`
}

function questionBody({ body, options, freeText }: Question): string {
  const choices = options.map(
    ({ label, effect }) => `<li>${escaped(clean(label))}${effect ? ` — ${escaped(clean(effect))}` : ''}</li>`,
  )
  if (freeText) choices.push(`<li>${escaped(clean(freeText.label))}</li>`)
  return `<pre>${escaped(clean(body))}</pre><ul>${choices.join('')}</ul>`
}

/** Markdown without its loopholes: raw HTML is shown as text, images as their words, and links only where they lead to the web. */
const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    heading({ tokens: inner, depth }) {
      const level = Math.min(6, depth + 3)
      return `<h${level}>${this.parser.parseInline(inner)}</h${level}>\n`
    },
    link({ href, tokens: inner }) {
      const words = this.parser.parseInline(inner)
      return /^https?:\/\//i.test(href) ? `<a href="${escaped(href)}" rel="noreferrer">${words}</a>` : words
    },
  },
})

export function safeMarkdown(text: string): string {
  return markdown.parse(text, { async: false })
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
