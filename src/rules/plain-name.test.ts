// Plain names: what stands before what somebody says is a name and nothing else.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleText } from '../text/clean.js'
import { bones, hostileTexts } from '../text/hostile.suite.js'
import { labelFault, nameFault } from './plain-name.js'

test.each([
  'Alder',
  'Maya Chen',
  "Conan O'Brien-Müller (CTO)",
  'Dr. 山田',
  'R&D',
  'C# and C++',
  '🦉 Owl',
  'council-steward',
  'dev_ops',
  'QA/Test',
])('CALL1: "%s" is a name', (text) => {
  expect(nameFault(text)).toBeNull()
})

test.each([
  '',
  '<b>Alder</b>',
  'Alder <!--',
  '**Alder**',
  '[Alder](https://a.b)',
  'Alder | Birch',
  'Alder: Maintain',
  'Alder, Birch',
  '# Alder',
  '- Alder',
  '1. Alder',
  '`Alder',
  'Alder\\',
  'Alder\nBirch',
  'Al\u001b[2Jder',
  'Al\u202eder',
  'a'.repeat(81),
])('CALL1: %j is none', (text) => {
  expect(nameFault(text)).toMatch(/\w/)
})

test.each(['You', 'me', 'USER', 'the person', 'parley'])('CALL2: nobody is called %s', (text) => {
  expect(nameFault(text)).toMatch(/kept for the person/)
})

/** Where names and headlines stand in documents: a heading, an item, a cell, a line by itself, between words of ours. */
const paper = (text: string) =>
  [
    `# ${text}`,
    `## ${text} Response to ${text}`,
    `- **${text}:** said`,
    `- ${text}`,
    `| Agent |\n|---|\n| ${text} |`,
    `**Panel:** ${text}, Birch`,
    text,
    '## Dissent\n\nBirch stays against [engine].',
  ].join('\n\n')

test('CALL1: whatever passes for a name or a headline is no structure of a document and controls no terminal', () => {
  const plain = bones(paper('Alder'))
  const tried = fc.oneof(
    hostileTexts,
    fc.string({ unit: fc.constantFrom(...' ab1.)-#_&(/+\'’—<>[]|*`~:\n\\"?!=é'), maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    // Most of these pass.
    fc.string({ unit: fc.constantFrom(..." ab1.)-&(/+'’—é"), maxLength: 12 }).map((rest) => `a${rest}`),
  )
  let passed = 0
  fc.assert(
    fc.property(tried, (text) => {
      if (nameFault(text) !== null && labelFault(text) !== null) return
      passed += 1
      expect(bones(paper(text))).toEqual(plain)
      expect(visibleText(text)).toBe(text)
    }),
    { numRuns: 200 },
  )
  expect(passed).toBeGreaterThan(5)
})
