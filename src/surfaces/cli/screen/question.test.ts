import { describe, expect, test } from 'vitest'
import { fakeIo } from '../fake-io.suite.js'
import { asWritten } from './markdown-screen.js'
import { questionBlock } from './question.js'

describe('the question block', () => {
  test('shows what is asked, what each option does, and the exact command for each', () => {
    const question = {
      id: 'round',
      title: 'Where next?',
      body: 'Seat | Position\n',
      options: [
        { key: 'another-round', label: 'Another round', effect: 'goes on' },
        { key: 'conclude', label: 'Conclude', effect: '' },
      ],
      freeText: { key: 'steer', label: 'Steer the next round' },
      default: 'conclude',
    }
    const asking = {
      id: '20260316-120000-x',
      io: fakeIo(),
      markdown: asWritten,
      more: ' --cwd /w',
      key: 'round-1/ask:round',
    }
    expect(questionBlock(question, asking)).toBe(`${'─'.repeat(60)}
Waiting for you: Where next?

Seat | Position

  another-round  Another round — goes on
  conclude       Conclude  (default)
  steer TEXT     Steer the next round

Answer with:
  parley answer 20260316-120000-x another-round --question round-1/ask:round --cwd /w
  parley answer 20260316-120000-x conclude --question round-1/ask:round --cwd /w
  parley answer 20260316-120000-x steer "your words" --question round-1/ask:round --cwd /w
`)
  })
})
