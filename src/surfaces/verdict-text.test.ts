// A verdict in words.

import { expect, test } from 'vitest'
import type { Verdict } from '../rules/verdict.js'
import { verdictLines, verdictMarkdown } from './verdict-text.js'

const verdict: Verdict = {
  ...{ id: 'm', protocol: 'council.meeting', status: 'concluded', title: 'When?', decision: 'Noon.' },
  ...{ dissents: [], degraded: [], citations: { verified: 1, unverified: 0, broken: 0 }, seats: [] },
  ...{ tokens: { input: 1, output: 1, estimated: false }, rehearsed: false, relayed: 0, record: null },
  ...{ documents: [], pass: true, failed: [], verified: true, exit: 0 },
}

test('a rehearsal is named as one, at the terminal and in the summary of a job, although it may pass', () => {
  const rehearsed = { ...verdict, rehearsed: true }
  expect(verdictLines(rehearsed).join('\n')).toMatch(/^PASS\nRehearsed: .*no model spoke/)
  expect(verdictMarkdown(rehearsed)).toMatch(
    /^# When\? \(rehearsed\)\n[\s\S]*\| rehearsed \| .*no model spoke/,
  )
  for (const text of [verdictLines(verdict).join('\n'), verdictMarkdown(verdict)])
    expect(text).not.toMatch(/rehearsed/i)
})
