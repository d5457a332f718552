// Pin: the values that parley exports as a library. When this goes red, a program that imports the missing one breaks with the
// next release; add a name here only together with its reason in the changelog.

import { expect, test } from 'vitest'
import * as api from './index.js'

test('the library exports these values and no others', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'BackendFailed',
    'CannotGoOn',
    'Damaged',
    'Diverged',
    'Held',
    'OtherVersion',
    'OutsideBoundary',
    'ParleyError',
    'WrongUsage',
    'answer',
    'answerTo',
    'choices',
    'fileJournal',
    'hold',
    'kinds',
    'open',
    'openMeeting',
    'openQuestion',
    'parley',
    'seal',
    'startAnalyze',
    'startCouncil',
    'startDeliberate',
    'startMeet',
    'summarise',
    'unseal',
    'verify',
    'version',
    'workspaceJournals',
  ])
})
