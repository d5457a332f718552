import fc from 'fast-check'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { withLowerHeadings } from './headings.js'

/** GitHub's Markdown without HTML, as everything that is said is read. */
const asWeReadIt: Options = {
  extensions: [gfm(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
  mdastExtensions: [gfmFromMarkdown()],
}

describe('lower headings', () => {
  test.each([
    ['# One\n###### Six', '#### One\n###### Six'],
    ['   ## Indented', '   ##### Indented'],
    ['Title\n===\n\nwords', '#### Title\n\nwords'],
    ['Title\n---\nwords', '##### Title\nwords'],
    ['Two lines\nof one title\n  ====  ', '#### Two lines of one title'],
    ['Written in C #\n===', '#### Written in C \\#'],
    ['**Bold** and `code`\n---', '##### **Bold** and `code`'],
    ['> Quoted\n> ===\n> # more', '> #### Quoted\n> #### more'],
    ['- item\n\n  Title\n  ---', '- item\n\n  ##### Title'],
  ])('%j becomes %j', (text, lower) => {
    expect(withLowerHeadings(text, 3)).toBe(lower)
  })

  test.each([
    '```sh\n# a comment\n===\n```',
    '    # code\n    ===',
    'words\n\n---\n\nwords',
    '- item\n---',
    '#hashtag',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    `${'> '.repeat(20)}# deep`,
  ])('%j has no heading, and stays', (text) => {
    expect(withLowerHeadings(text, 3)).toBe(text)
  })

  test('a long text is lowered to its end', () => {
    const part = 'words\n\n# a\n\nb\n===\n'
    const long = `${part.repeat(200)}\n\`\`\`\n# code\n${'\n'.repeat(60)}\`\`\`\n\n# end`
    const lower = withLowerHeadings(long, 3)
    expect(lower.match(/^#### (a|b)$/gm)).toHaveLength(400)
    expect(lower).toContain('\n# code\n')
    expect(lower.endsWith('\n#### end')).toBe(true)
  })

  test('whatever was written, no heading of the first three ranks is left', () => {
    const line = fc.constantFrom(
      ...[
        '# a',
        '## b #',
        'text',
        '',
        '===',
        '---',
        '=',
        '-',
        '```',
        '~~~',
        '- item',
        '  - deep',
        '> q',
        '> ===',
      ],
      ...['1. one', '    ===', '\t# t', '|a|b|', '|-|-|', '[x]: y', '<div>', '\\', '*', '#'],
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const ranks: number[] = []
        const note = (node: { type: string; depth?: number; children?: unknown[] }) => {
          if (node.type === 'heading') ranks.push(node.depth ?? 0)
          for (const child of node.children ?? []) note(child as typeof node)
        }
        note(fromMarkdown(withLowerHeadings(lines.join('\n'), 3), asWeReadIt))
        expect(ranks.filter((rank) => rank <= 3)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})
