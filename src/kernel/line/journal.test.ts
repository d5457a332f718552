// The journals in memory that other tests use keep the promises of the ports.

import { describe } from 'vitest'
import { journalSuite, journalsSuite } from './journal.suite.js'
import { memoryJournals } from './memory-journals.suite.js'

describe('a journal in memory', () => {
  journalSuite(() => {
    const journals = memoryJournals()
    return { journal: journals.of('m-1'), again: () => journals.of('m-1') }
  })
})

describe('journals in memory', () => {
  journalsSuite(() => {
    const journals = memoryJournals()
    return { journals, again: () => journals }
  })
})
