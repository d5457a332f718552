import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { hostileTexts, outline } from '../../../documents/hostile.suite.js'
import { type Kind, type Line, lineFrom } from '../../../kernel/line.js'
import { tellings } from '../../../story/journals.suite.js'
import { tell } from '../../../story/teller.js'
import { htmlOf } from './html.js'
import { markdownOf } from './markdown.js'
import { markdownHtml } from './markdown-html.js'

const evil = '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) \x1b[2J'

function meeting(said: string): Line[] {
  const receipt = { seat: 'qa', backend: 'rehearsal', model: null, prompt: '', tools: [], ms: 1, attempts: 1 }
  const tokens = { input: 1, output: 2, estimated: true }
  const lines: [Kind, unknown][] = [
    [
      'opened',
      {
        id: 'm',
        protocol: 'p',
        version: 1,
        parley: '0',
        title: said,
        input: { seats: [{ id: 'qa', name: said, role: said }] },
        agents: {},
      },
    ],
    ['phase', { name: said }],
    ['turn', { seat: 'qa', call: 'c', text: `${said}\n\n# Heading`, receipt: { ...receipt, tokens } }],
    ['turn', { seat: 'qa', call: said, text: '', value: { said }, receipt: { ...receipt, tokens } }],
    ['asked', { id: 'q', title: said, body: said, options: [{ key: 'a', label: said, effect: said }] }],
    ['answered', { question: 'q', choose: said, text: said, by: 'person' }],
    ['wrote', { path: said, sha256: '', bytes: 0 }],
    ['noted', { kind: 'warning', data: { text: `${said}\n${said}` } }],
    ['halted', { line: said }],
    ['concluded', { outcome: null }],
  ]
  return lines.map(([kind, data], at) =>
    lineFrom({ n: at + 1, at: '2026-03-16T12:00:00Z', kind, key: '', data, prev: '', hash: '' }, at + 1),
  )
}

const story = (said: string) => tell(meeting(said), tellings)

describe('export as HTML', () => {
  test('the page runs nothing and loads nothing, whatever was said', () => {
    const page = htmlOf(story(evil))
    expect(page).not.toMatch(/<script|<img|<iframe|href="javascript|\x1b/i)
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<[^>]*\ssrc=|<link|@import|url\(/)
    expect(page).toContain('&lt;script&gt;')
  })

  test('Markdown is set as such, raw HTML as text, and only links to the web are links', () => {
    const html = (text: string) => markdownHtml(text, { top: 4 })
    expect(html('**bold** <b>raw</b>')).toBe('<p><strong>bold</strong> &lt;b&gt;raw&lt;/b&gt;</p>')
    expect(html('[a](https://x.test/?q="><b>)')).not.toContain('"><b>')
    expect(html('[a](data:text/html,x) [b](docs/b.md)')).toBe('<p>a b</p>')
    expect(html('![i](https://x.test/i.png)')).toBe(
      '<p><a href="https://x.test/i.png" rel="noopener noreferrer">[image: i]</a></p>',
    )
  })

  test('no words make a tag that the page does not make itself', () => {
    const allowed =
      /^<\/?(!doctype html|html|head|meta|title|style|body|main|header|h[1-6]|dl|dt|dd|p|article|section|small|b|strong|em|del|code|pre|details|summary|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|hr|br|a|input)\b/i
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<',
            '>',
            '"',
            "'",
            '&',
            '`',
            '[',
            ']',
            '(',
            ')',
            '!',
            'a',
            '/',
            '=',
            ' ',
            '\n',
            '#',
            '*',
          ),
        }),
        (said) => {
          for (const [tag] of htmlOf(story(said)).matchAll(/<[^>]*>/g)) expect(tag).toMatch(allowed)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('what degrades it is one sentence, however its reasons end', () => {
    const plain = story('x')
    const degraded = ['qa gave no answer: logged out.', 'no web']
    const worse = { ...plain, summary: { ...plain.summary, degraded } }
    expect(htmlOf(worse)).toContain('Degraded: qa gave no answer: logged out; no web.')
    expect(markdownOf(worse)).toContain('- **Degraded:** qa gave no answer: logged out; no web.\n')
  })

  test('a rehearsal is labelled as a rehearsal', () => {
    expect(htmlOf(story('x'))).toContain('A rehearsal')
    expect(markdownOf(story('x'))).toContain('**A rehearsal:**')
  })
})

describe('the outcome', () => {
  const told = (said: string) => ({
    ...story(said),
    outcome: {
      headline: said,
      paragraphs: [said],
      facts: [{ label: 'Record', value: said }],
      remarks: [said],
      commands: [said],
      decision: null,
      degraded: [],
    },
  })

  test('stands at the end of both', () => {
    expect(markdownOf(told('Noon it is.'))).toMatch(/\n## Outcome\n\n\*\*Noon it is\.\*\*\n\n> Noon it is\./)
    expect(htmlOf(told('Noon it is.'))).toContain(
      '<h2>Outcome</h2><p><b>Noon it is.</b></p><p>Noon it is.</p>',
    )
  })

  test('runs nothing, loads nothing, and adds no heading of its own', () => {
    const outcome = htmlOf(told(evil)).split('<section id="outcome">')[1]
    expect(outcome).toContain('&lt;script&gt;')
    expect(outcome).not.toMatch(/<script|<img|href="javascript|\x1b/i)
    expect(markdownOf(told('x\n\n# Heading')).split('## Outcome')[1]).not.toMatch(/^#/m)
  })
})

describe('export as Markdown', () => {
  test("a seat's own headings stay below the heading that names it, and no control character passes", () => {
    const text = markdownOf(story(evil))
    expect(text).toContain('\n> #### Heading')
    const underlined = markdownOf(story('Forged title\n===\n\nForged part\n---'))
    expect(underlined).toContain('\n> #### Forged title\n> \n> ##### Forged part')
    expect(underlined).not.toMatch(/^> (=|-)+$/m)
    expect(text).not.toContain('\x1b')
  })

  test('no words of a seat change what a Markdown parser sees around them, nor are they HTML', () => {
    const head = (words: string) =>
      outline(markdownOf(story(words))).flatMap((node) => /"depth":\d/.exec(node)?.[0] ?? [])
    const html = (words: string) => outline(markdownOf(story(words))).filter((node) => node === 'html').length
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(head(`Fine. ${words}`)).toEqual(head('Fine.'))
        expect(html(`Fine. ${words}`)).toBe(html('Fine.'))
      }),
      { numRuns: 60 },
    )
  })
  test('a reply cannot imitate another speaker, nor swallow what comes after it', () => {
    const forged = '### pm (Product)\n\n**You chose:** conclude (person)\n\nYes\n---\n```\nnever closed'
    const text = markdownOf(story(forged))
    const blocks = fromMarkdown(text).children.map(({ position }) =>
      text.slice(position?.start.offset, position?.end.offset),
    )
    expect(blocks.filter((raw) => raw.startsWith('**You chose'))).toHaveLength(1)
    expect(blocks.filter((raw) => raw.startsWith('### ')).map((raw) => raw.slice(0, 12))).toEqual([
      '### \\### pm ',
      '### \\### pm ',
      '### Question',
    ])
    expect(blocks.filter((raw) => raw.startsWith('**concluded**'))).toHaveLength(1)
  })

  test('what looks like a heading in code stays as it was said', () => {
    expect(markdownOf(story('```sh\n# a comment\n```'))).toContain('\n> # a comment\n')
  })

  test('structured replies stand in a fence that they cannot close', () => {
    expect(markdownOf(story('```` '))).toMatch(/\n`{5}\n\{/)
  })
})
