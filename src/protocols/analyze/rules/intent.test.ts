// Intent: what counts as accepting, what asks to see something again, and what ends an analysis.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confirmsStop, intentOf, revisitIn, verdictOf, wantsToStop } from './intent.js'

const accepts = [
  'accept',
  'looks good',
  'approved',
  'yes',
  'confirm',
  'LGTM',
  'fine',
  'correct',
  'agree',
  'ok',
  'okay',
]
const furtherAccepts = [
  'agreed',
  'ship it',
  'move on',
  'proceed',
  'no changes',
  'nothing to change',
  'no objections',
]
const amends = ['amend', 'change', 'revise', 'update', 'modify', 'no', 'not quite', 'needs work', 'redo']
const furtherAmends = ['fix', 'wrong', 'actually', 'missing', 'add', 'remove', 'what about']
const inflected = [
  'changes',
  'revised',
  'updating',
  'modified',
  'redone',
  'added',
  'fixes',
  'removing',
  'amendment',
]

describe('INT1: a reply accepts only if it says so plainly', () => {
  test.each([...accepts, ...furtherAccepts])(
    '“%s” accepts, in any case and with marks around it',
    (phrase) => {
      for (const text of [phrase, phrase.toUpperCase(), `${phrase}!`, `  ${phrase}.\n`])
        expect(verdictOf(text)).toBe('accept')
    },
  )
  test.each([
    'Looks good, now the next one',
    'no changes, looks good',
    'Approved!',
    'Yes. Thank you',
    'that’s fine with me',
  ])('“%s” accepts', (text) => expect(verdictOf(text)).toBe('accept'))
  test.each([
    'yes, but rename FR-003',
    'I don’t agree',
    "I don't agree",
    'I dont agree',
    'that is not correct',
    'is that correct?',
    'hmm, interesting',
    'correct the typo in FR-002',
    'correct FR-002',
    'fine-tune the second point',
    'no, changes are needed',
    'okay except the last one',
    'ok only if it is cheap',
    'yes？',
    'accept/amend',
    'never approved that',
    'yes, I do not agree',
    'disagree',
    '',
    '   ',
    'nothing',
  ])('“%s” amends', (text) => expect(verdictOf(text)).toBe('amend'))
  test('any accept phrase with any amend phrase, contrast or question mark is an amendment', () => {
    const spoil = [
      ...amends,
      ...furtherAmends,
      ...inflected,
      'but',
      'however',
      'except',
      'although',
      'unless',
      'only if',
      '?',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...accepts, ...furtherAccepts),
        fc.constantFrom(...spoil),
        fc.boolean(),
        (accept, bad, first) => {
          expect(verdictOf(first ? `${bad}. ${accept}` : `${accept}, ${bad}`)).toBe('amend')
        },
      ),
    )
  })
  test('a denial within the three words before turns it round', () => {
    const filler = fc.array(fc.constantFrom('really', 'at', 'all', 'so'), { maxLength: 2 })
    fc.assert(
      fc.property(
        fc.constantFrom(...accepts),
        fc.constantFrom('not', "isn't", 'never', 'don’t'),
        filler,
        (accept, not, words) => {
          expect(verdictOf([not, ...words, accept].join(' '))).toBe('amend')
        },
      ),
    )
  })
})

describe('INT2: everything else is an amendment', () => {
  test('words that hold no accept phrase never accept', () => {
    const words = fc.array(
      fc.constantFrom('the', 'now', 'yesterday', 'fine-grained', 'unaccepted', 'okra', 'incorrect'),
    )
    fc.assert(
      fc.property(words, (list) => {
        expect(verdictOf(list.join(' '))).toBe('amend')
      }),
    )
  })
  test('any text gets a verdict', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['accept', 'amend']).toContain(verdictOf(text))
        expect(['exit', 'revisit', 'accept', 'amend']).toContain(intentOf(text, ['design']).kind)
      }),
    )
  })
})

describe('asking to see something again', () => {
  test.each([
    ['show me the requirements again', { kind: 'summary', domain: 'requirements' }],
    ['Can I see the architecture?', { kind: 'summary', domain: 'architecture' }],
    ['what are the assumptions?', { kind: 'assumptions' }],
    ['list the inferences', { kind: 'assumptions' }],
  ] as const)('“%s” is a revisit', (text, revisit) => {
    expect(intentOf(text, ['requirements', 'architecture', 'design'])).toEqual({ kind: 'revisit', revisit })
  })
  test('a domain that was not presented yet cannot be shown again', () => {
    expect(revisitIn('show me the design', ['requirements'])).toBeNull()
  })
  test('a reply that wants a change is heard as one, whatever it mentions', () => {
    expect(intentOf('I see a gap in the requirements, add retries', ['requirements'])).toEqual({
      kind: 'amend',
    })
  })
})

describe('early exit', () => {
  test.each([
    '/done',
    ' /DONE ',
    "that's enough",
    'That’s enough for today, thanks',
    'I’m done',
    "let's stop",
    'please wrap up now',
    'stop here',
    "we're done here",
    'OK, we are done for today',
    "That's all.",
    ...['stop', 'Done!', 'enough for now, thanks', 'please finish'],
  ])('“%s” asks to stop', (text) => expect(wantsToStop(text)).toBe(true))
  test.each([
    '/done later',
    'the job should stop here when the queue is empty and retry',
    'done by Friday',
    'the retries stop',
    'enough?',
    "are we done? that's all I ask",
    'the path a/done is odd',
  ])('“%s” is content', (text) => expect(wantsToStop(text)).toBe(false))
  test('exactly up to four other words may stand beside the phrase', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 9 }), (before, behind) => {
        const text = [...Array(before).fill('word'), 'wrap', 'up', ...Array(behind).fill('word')].join(' ')
        expect(wantsToStop(text)).toBe(before + behind <= 4)
      }),
    )
  })
  test('it is looked for before everything else', () => {
    expect(intentOf("looks good, let's stop", [])).toEqual({ kind: 'exit' })
  })
  test.each(['yes', 'stop', 'ok', 'wrap up', 'Stop!', 'please stop now', '/done'])(
    '“%s” confirms that we stop',
    (text) => expect(confirmsStop(text)).toBe(true),
  )
  test.each([
    'continue',
    'keep going',
    'no',
    'not yet',
    'hmm',
    "don't stop",
    'stop?',
    'no, continue',
    'ok, keep going',
    'stop but first one more',
    "don't wrap up",
  ])('“%s” goes on', (text) => expect(confirmsStop(text)).toBe(false))
})
