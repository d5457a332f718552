import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { type Kind, type Line, lineFrom } from '../../../kernel/line/line.js'
import type { AnsweredBy } from '../../../kernel/question.js'
import { bones, hostileTexts, outline } from '../../../text/hostile.suite.js'
import { formatsOf } from '../../../view/exports.js'
import type { Item } from '../../../view/items.js'
import { golden, tellings, told } from '../../../view/journals.suite.js'
import { nothingTold } from '../../../view/outcome.js'
import { atTable, type Story } from '../../../view/story.js'
import { tell } from '../../../view/teller.js'
import { adrOf } from './adr.js'
import { htmlOf } from './html.js'
import { issuesIn, issuesOf } from './issues.js'
import { markdownOf } from './markdown.js'
import { markdownHtml } from './markdown-html.js'

const evil = '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) \x1b[2J'

function meeting(said: string): Line[] {
  const receipt = { seat: 'qa', backend: 'script', model: null, prompt: '', tools: [], ms: 1, attempts: 1 }
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
    expect(markdownOf(worse)).toContain('\n**Degraded:** qa gave no answer: logged out; no web.\n')
  })
})

describe('the outcome', () => {
  const concluded = (said: string) => ({
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

  test('stands first in both, before the transcript', () => {
    expect(markdownOf(concluded('Noon it is.'))).toMatch(
      /\n## Outcome\n\n\*\*Noon it is\.\*\*\n\n> Noon it is\./,
    )
    expect(markdownOf(concluded('Noon it is.'))).toMatch(
      /## Outcome[\s\S]*## About this meeting[\s\S]*## Transcript/,
    )
    expect(htmlOf(concluded('Noon it is.'))).toContain(
      '<h2>Outcome</h2><p><b>Noon it is.</b></p><p>Noon it is.</p>',
    )
  })

  test('runs nothing, loads nothing, and adds no heading of its own', () => {
    const outcome = htmlOf(concluded(evil)).split('<section id="outcome">')[1]
    expect(outcome).toContain('&lt;script&gt;')
    expect(outcome).not.toMatch(/<script|<img|href="javascript|\x1b/i)
    expect(
      markdownOf(concluded('x\n\n# Heading')).split('## Outcome')[1]?.split('\n## About')[0],
    ).not.toMatch(/^#/m)
  })
})

describe('export as Markdown', () => {
  test("a seat's own headings stay below the heading that names it, and no control character passes", () => {
    const text = markdownOf(story(evil))
    expect(text).toContain('\n> ##### Heading')
    const underlined = markdownOf(story('Forged title\n===\n\nForged part\n---'))
    expect(underlined).toContain('\n> ##### Forged title\n> \n> ###### Forged part')
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
    const forged = '#### pm (Product)\n\n**You chose:** conclude (person)\n\nYes\n---\n```\nnever closed'
    const text = markdownOf(story(forged))
    const blocks = fromMarkdown(text).children.map(({ position }) =>
      text.slice(position?.start.offset, position?.end.offset),
    )
    expect(blocks.filter((raw) => raw.startsWith('**You chose'))).toHaveLength(1)
    expect(blocks.filter((raw) => raw.startsWith('#### ')).map((raw) => raw.slice(0, 14))).toEqual([
      '#### \\#### pm ',
      '#### \\#### pm ',
      '#### Question:',
    ])
    expect(blocks.filter((raw) => raw.startsWith('**concluded**'))).toHaveLength(1)
  })

  test('what looks like a heading in code stays as it was said', () => {
    expect(markdownOf(story('```sh\n# a comment\n```'))).toContain('\n> # a comment\n')
  })

  test('structured replies are told in words, never as JSON', () => {
    expect(markdownOf(story('Noon.'))).toContain('\n*said: Noon.*')
    expect(htmlOf(story('Noon.'))).toContain('<em>said: Noon.</em>')
  })
})

describe('export of a decision', () => {
  const council = () => told(golden('council.meeting'))
  const meet = () => told(golden('meet'))

  test('as a decision record it has the sections of MADR 4, the options that were considered and the price', () => {
    const text = adrOf(council())
    const headings = [...text.matchAll(/^#{1,3} .*$/gm)].map(([heading]) => heading)
    expect(headings.slice(1)).toEqual([
      '## Context and Problem Statement',
      '## Considered Options',
      '## Decision Outcome',
      '### Consequences',
      '### Confirmation',
      '## More Information',
    ])
    expect(text).toMatch(/^---\nstatus: \w+\ndate: \d{4}-\d\d-\d\d\ndecision-makers: /)
    expect(text).toMatch(/\n\* (Good|Neutral|Bad), because security-engineer \(D1\) objects: /)
    const [, chosen = '?'] = /^Chosen option: "(.*?)"/m.exec(text) ?? []
    const outcome = text.slice(text.indexOf('## Decision Outcome'), text.indexOf('### Consequences'))
    expect(outcome.split('\n').filter((words) => words === chosen)).toEqual([])
  })

  test('only who sat there is named, questions have their plain titles, and a phase in which nothing happened has no heading', () => {
    const deliberation = told(golden('deliberate'))
    const text = markdownOf(deliberation)
    const [, seats = ''] = /^- Seats: (.*)$/m.exec(text) ?? []
    expect(atTable(deliberation).length).toBeLessThan(deliberation.faces.length)
    for (const { name } of deliberation.faces)
      expect(seats.includes(`${name} (`), name).toBe(atTable(deliberation).some((one) => one.name === name))
    expect(text).not.toMatch(/^### .*\n+### /m)
    for (const told of [markdownOf(meet()), htmlOf(meet())]) expect(told).not.toContain('Yield:')
  })

  test('questions and checks stand there in words, without the letters that answer them and the counts that only programs read', () => {
    for (const text of [markdownOf(meet()), htmlOf(meet())]) {
      expect(text).not.toMatch(/\[c\]ontinue|verified=\d/)
      expect(text).toMatch(/Sources: \d+ verified/)
    }
    expect(markdownOf(meet())).toMatch(/\n> - Charter: /)
    expect(htmlOf(meet())).toMatch(/<br>\n\[(?:decision|challenge|pin|propose|support)/)
    expect(markdownOf(told(golden('council.meeting')))).not.toMatch(/scratchpad \d|steers the next round/)
  })

  test('an answer is called as its button was, and a default is nobody’s choice', () => {
    const answered = (by: AnsweredBy, more: object = {}) => {
      const { items, ...rest } = story('x')
      const answer = { question: 'q', choose: 'go', chosen: 'Go on', text: null, by, name: null, ...more }
      const held = {
        ...rest,
        items: items.map((item) => (item.kind === 'answered' ? { ...item, ...answer } : item)),
      }
      return [markdownOf(held), htmlOf(held)]
    }
    expect(answered('person', { name: 'Ada' })[0]).toContain('\n**Ada chose:** Go on\n')
    expect(answered('answers')[0]).toContain('\n**You chose:** Go on (prepared answer)\n')
    for (const text of answered('answers', { settled: true })) {
      expect(text).toContain('(settled at the opening)')
      expect(text).not.toContain('prepared answer')
    }
    for (const text of answered('default')) {
      expect(text).toMatch(
        /Nobody answered:.* <b>Go on<\/b> <small>\(the default\)|\*\*Nobody answered:\*\* Go on \(the default\)/,
      )
      expect(text).not.toContain('You chose')
    }
  })

  test('in a chat what the person said stands as a speaker’s words, without the question that waits for them', () => {
    const talk = told(golden('talk'))
    const said = talk.items.flatMap((item) =>
      item.kind === 'answered' && item.talk ? [item.text ?? ''] : [],
    )
    expect(said.length).toBeGreaterThan(0)
    const text = markdownOf(talk)
    expect(text).not.toMatch(/What do you say|chose:\*\* (?:say|Say)/)
    expect(text).toMatch(/\n## Transcript\n\n### /)
    for (const words of said) expect(text).toContain(`\n> ${words.split('\n')[0]}`)
    expect(htmlOf(talk)).not.toContain('What do you say')
  })

  test('what had to be settled stands with how it ended before the transcript, and the stories of a plan are what is left to do', () => {
    const deliberation = told(golden('deliberate'))
    for (const text of [markdownOf(deliberation), htmlOf(deliberation)]) {
      const head = text.slice(0, text.search(/## Transcript|<section id="transcript">/))
      expect(head).toMatch(
        /Tensions[\s\S]*P1 Alder and Birch: Tide or light\?[\s\S]*→ Tide before light — Ships follow the water\./,
      )
      expect(head).toMatch(/Follow-ups[\s\S]*US-001 Follow the tide/)
    }
  })

  test('its outcome is justified by the reason that was recorded, whole below where it is longer; where there is none, none is made up', () => {
    const chosen = (because?: string) => {
      const told = { ...nothingTold, paragraphs: ['Noon.', ...(because ? [because] : [])], decision: 'Noon.' }
      const text = adrOf({ ...story('x'), outcome: { ...told, ...(because ? { because } : {}) } })
      return text.slice(text.indexOf('Chosen option'), text.indexOf('\n\n### Confirmation'))
    }
    expect(chosen('The tide is *high* then.')).toBe('Chosen option: "Noon.", because the tide is high then.')
    expect(chosen('Zara saw it. So did Theo.')).toBe(
      'Chosen option: "Noon.", because Zara saw it.\n\nZara saw it. So did Theo.',
    )
    expect(chosen()).toBe('Chosen option: "Noon."')
    expect(chosen('**Decided**\n\n- Noon.')).not.toContain('\n')
  })

  test('a council’s reason is what its chair wrote with the recommendation, unless lines of it were mended afterwards', () => {
    const said = { title: 'Noon', recommendation: 'Noon.', reasoning: 'Ships do.' }
    const because = (...replies: readonly [call: string, value: unknown][]) => {
      const items = replies.map(([call, value]) => ({ kind: 'reply', call, value }) as Item)
      const outcome = { title: 'Noon', recommendation: 'Noon.', record: 'r.md' }
      return tellings.of('council.meeting').tell(outcome, { dissents: [], items, decisions: [] })?.because
    }
    expect(because(['chair.synthesize', said])).toBe('Ships do.')
    expect(because(['chair.synthesize', { ...said, recommendation: 'One.' }])).toBeUndefined()
    expect(because(['chair.synthesize', said], ['chair.mend', { lines: [] }])).toBeUndefined()
    expect(because()).toBeUndefined()
  })

  test('code stays code in the option that was chosen, and who answered last is who decided, where the journal names them', () => {
    const told = { ...nothingTold, paragraphs: ['Take `noon`.'], decision: 'Take `noon`.' }
    const by = (by: string, name: string | null) => {
      const { items, ...rest } = story('x')
      return adrOf({ ...rest, outcome: told, items: [...items, { kind: 'answered', by, name } as Item] })
    }
    expect(by('person', 'Ada')).toMatch(
      /\ndecision-makers: "Ada"\n[\s\S]*\n\* Take `noon`\.\n[\s\S]*Chosen option: "Take `noon`\."/,
    )
    for (const [how, name] of [
      ['person', null],
      ['relayed', 'a-host'],
    ] as const)
      expect(by(how, name)).toContain('decision-makers: "the person who concluded the meeting"')
    expect(by('default', null)).toContain('decision-makers: "nobody in person: defaults were taken"')
  })

  test('what degrades the meeting is named in its decision record and in each issue', () => {
    const { summary, ...rest } = story('x')
    const followUps = [{ action: 'Ring', owner: 'user' }]
    const outcome = { ...nothingTold, paragraphs: ['Noon.'], decision: 'Noon.', followUps }
    const held = { ...rest, outcome, summary: { ...summary, degraded: ['qa was absent'] } }
    for (const text of [adrOf(held), issuesOf(held)]) expect(text).toContain('Degraded: qa was absent.')
  })

  test('what a talk or a deliberation decided stands first in their exports, with the reason, and makes a decision record', () => {
    const talk = told(golden('talk'))
    expect(markdownOf(talk)).toContain(
      '## Outcome\n\n> **Decided**\n> \n> - When? **At noon.** Ships are in then.',
    )
    expect(adrOf(talk)).toContain('Chosen option: "At noon.", because Ships are in then.')
    const deliberation = told(golden('deliberate'))
    expect(markdownOf(deliberation)).toMatch(
      /## Outcome\n\n\*\*.*\*\*\n\n> .*\n\n> \*\*Decided\*\*\n> \n> - .*: \*\*.*\*\*/,
    )
    expect(adrOf(deliberation)).toMatch(/\nChosen option: ".+"/)
    // Its stories are what is left to do.
    expect(adrOf(deliberation)).toContain('* [ ] US-001 Follow the tide')
    expect(issuesIn(deliberation).map(({ title }) => title)).toContain('US-001 Follow the tide')
  })

  test('a meeting without a decision is no decision record', () => {
    expect(() => adrOf(story('x'))).toThrow('decided on nothing in words')
    const { summary, ...rest } = story('x')
    expect(() => adrOf({ ...rest, summary: { ...summary, status: 'waiting' } })).toThrow(
      'has come to no decision: it is waiting',
    )
  })

  test('a meeting offers the decision record and the issues that its export would have, and no other', () => {
    const held = [
      golden('council.meeting'),
      golden('council.work'),
      golden('meet'),
      golden('talk'),
      golden('deliberate'),
      golden('analyze'),
    ]
    const records = (story: Story) => {
      try {
        return adrOf(story) !== ''
      } catch {
        return false
      }
    }
    const offers = [...held, ...held.map((lines) => lines.slice(0, -1))].map((lines) => {
      const story = told(lines)
      const kept = [...(records(story) ? ['adr'] : []), ...(issuesIn(story).length > 0 ? ['issues'] : [])]
      expect(formatsOf(story)).toEqual(['markdown', 'html', 'json', ...kept])
      return kept.join()
    })
    expect(new Set(offers).size).toBeGreaterThan(2)
  })

  test('follow-ups become issues, one JSON object a line; in their bodies code stays code', () => {
    const outcome = {
      ...nothingTold,
      headline: 'Noon',
      followUps: [{ action: 'Ring the **bell** with `make ring`', owner: 'user' }],
    }
    const [first = ''] = issuesOf({ ...story('x'), outcome }).split('\n')
    expect(JSON.parse(first)).toMatchObject({
      title: 'Ring the bell with make ring',
      body: expect.stringMatching(/^Ring the bell with `make ring`\n/),
      owner: 'user',
    })
  })

  test('a journal that somebody else made names no file elsewhere for its issues', () => {
    const issues = ['../../.bashrc', '/etc/cron.d/x', 'a\0.md', '01-fine.md'].map((file) => ({
      file,
      title: 'T',
      body: 'B',
    }))
    const files = issuesIn({ ...story('x'), outcome: { ...nothingTold, issues } }).map(({ file }) => file)
    expect(files).toEqual(['01-t.md', '02-t.md', '03-t.md', '01-fine.md'])
  })

  test('neither has another block for any words in it: a record of decisions, and the body of an issue', () => {
    const built = (words: string) => {
      const followUps = [
        { action: words, owner: words },
        { action: 'last', owner: '' },
      ]
      const outcome = { ...nothingTold, headline: words, paragraphs: ['words'], decision: 'words', followUps }
      const held = { ...story('x'), outcome }
      const withTitle = { ...held, summary: { ...held.summary, title: words } }
      const bodies = issuesOf(withTitle).trim().split('\n')
      return [
        adrOf(withTitle).replace(/^---[\s\S]*?\n---\n/, ''),
        ...bodies.map((line) => JSON.parse(line).body),
      ]
    }
    const plain = built('words').map(bones)
    expect(plain[1]).toEqual(['paragraph', 'paragraph', 'paragraph'])
    fc.assert(
      fc.property(hostileTexts, (words) => {
        expect(built(words.trim() || 'words').map(bones)).toEqual(plain)
      }),
      { numRuns: 40, examples: [['`<!--` hidden'], ['- item'], ['**']] },
    )
  })

  test('who stood where is a table in both, and no scratch file is named', () => {
    expect(markdownOf(council())).toMatch(/## Who stood where\n\n\| Seat \| R1 \| R2 \| R3 \| Position \|/)
    expect(htmlOf(council())).toContain('<small>◆ dissents</small>')
    expect(markdownOf(council())).not.toContain('.council/scratch')
  })
})
