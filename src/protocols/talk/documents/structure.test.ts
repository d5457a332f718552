// Documents of a talk as a Markdown parser sees them: no words of a worker are structure outside their own block.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrontmatter } from '../../../text/frontmatter.js'
import { hostileTexts, outline, tree } from '../../../text/hostile.suite.js'
import { renderArtifact, setNotesSummary, setSection } from './artifact.js'
import { renderDecisions } from './decisions.js'
import { editMemory, parseMemory, renderMemory } from './memory.js'
import { sectionBlock, sectionLine, splitSections } from './sections.js'

const AT = '2026-05-04T08:12:40.118Z'
const many = { numRuns: 50 }

/** The body of a closed talk's artifact in which the worker said nothing but these words. */
function closedWith(words: string): string {
  const fresh = renderArtifact({
    title: words,
    at: AT,
    status: 'open',
    worker: 'Verity',
    workerDisplayTitle: words,
    agenda: words,
    referenced: [],
    reason: words,
  })
  const decision = { timestamp: AT, question: `Q ${words}`, decision: words, reasoning: words }
  const last = { timestamp: AT, question: 'Which [engine]?', decision: 'LRU.', reasoning: 'No clock.' }
  const noted = setSection(setNotesSummary(fresh, words), 'Notes', sectionBlock(`Said. ${words}`))
  const decided = setSection(noted, 'Decisions', renderDecisions([decision, last]))
  return readFrontmatter(setSection(decided, 'Artifacts', `- ${sectionLine(words)} (created)\n- b.md`)).body
}

describe("no words of a talk's worker change what a Markdown parser sees outside their own block", () => {
  test('in the artifact of a closed talk: every section and the next decision stay in sight', () => {
    const plain = closedWith('words')
    const lastDecision = (text: string) => {
      const nodes = tree(text)
      return nodes.filter((node) => JSON.stringify(node).includes('Which [engine]?')).at(-1)
    }
    fc.assert(
      fc.property(hostileTexts, (words) => {
        const text = closedWith(words)
        expect(outline(text)).toEqual(outline(plain))
        expect(lastDecision(text)).toEqual(lastDecision(plain))
        expect(tree(text).at(-1)).toMatchObject({ type: 'list', children: [{}, {}] })
        expect(splitSections(text).sections.map(({ name }) => name)).toEqual([
          'Notes',
          'Decisions',
          'Artifacts',
        ])
      }),
      many,
    )
  })
  test('MEM2: in a memory: the sections that others wrote stay as they were', () => {
    const file = parseMemory('About us.\n\n## Habits\n\nShort, see [engine].\n\n## Names\n\nAda.\n')
    const made = (words: string, section: string) => {
      const first = editMemory(file, { operation: 'upsert', section, content: words })
      return renderMemory(editMemory(first, { operation: 'append', section: 'Habits', content: words }))
    }
    const seen = (text: string) =>
      tree(text).filter((node) => /About us|Habits|Short, see|"Names"|Ada\./.test(JSON.stringify(node)))
    fc.assert(
      fc.property(hostileTexts, fc.constantFrom('New', '<!-- new', '# odd'), (words, section) => {
        const text = made(words, section)
        expect(seen(text)).toEqual(seen(made('words', section)))
        expect(outline(text)).toEqual(outline(made('words', section)))
        expect(splitSections(text).sections.map(({ name }) => name)).toHaveLength(3)
      }),
      many,
    )
  })
})
