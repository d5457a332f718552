import { describe, expect, test } from 'vitest'
import { fakeIo } from '../fake-io.suite.js'
import { asWritten } from './markdown-screen.js'
import { answerCommands, briefOptionLines, questionBlock } from './question.js'

const none = {
  operand: () => undefined,
  required: () => '',
  value: () => undefined,
  values: () => [],
  has: () => false,
  spoken: [],
}

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
      args: { ...none, value: (flag: string) => (flag === 'cwd' ? '/w' : undefined) },
      key: 'round-1/ask:round',
    }
    expect(questionBlock(question, asking)).toBe(`${'─'.repeat(60)}
Waiting for you: Where next?

Seat | Position

  another-round  Another round — goes on
  conclude       Conclude (default)
  steer TEXT     Steer the next round

Answer with:
  parley answer 20260316-120000-x another-round --question round-1/ask:round --cwd /w
  parley answer 20260316-120000-x conclude --question round-1/ask:round --cwd /w
  parley answer 20260316-120000-x steer "your words" --question round-1/ask:round --cwd /w
`)
  })

  test('without a terminal its words have no marks of bold; code, tables and lists stay as they are', () => {
    const body =
      '1. **Alder:** what about `src/a b.ts:4`?\n\n| A | B |\n|---|---|\n| `x` | **y** |\n\n```\n**no** `mark`\n```\n\n2 ** 3 and a lone ` stay'
    const question = {
      id: 'q',
      title: 'Q',
      body,
      options: [{ key: 'a', label: 'A', effect: '' }],
      default: 'a',
    }
    const shown = questionBlock(question, { id: 'm', io: fakeIo(), markdown: asWritten })
    expect(shown).toContain(
      '1. Alder: what about `src/a b.ts:4`?\n\n| A | B |\n|---|---|\n| `x` | y |\n\n```\n**no** `mark`\n```\n\n2 ** 3 and a lone ` stay\n',
    )
  })

  test('names no option twice: a label that is the word to type, or a letter in brackets, is left out', () => {
    const question = {
      id: 'q',
      title: 'Q',
      body: '',
      options: [
        { key: 'accept', label: 'accept', effect: 'writes it as it stands' },
        { key: 'another-round', label: 'Another round', effect: 'goes on' },
        { key: 'ralf', label: 'Ralf handoff', effect: 'prints the command' },
      ],
      freeText: { key: 'edit', label: 'edit', draft: 'a: 1' },
      default: 'accept',
    }
    const shown = questionBlock(question, { id: 'm', io: fakeIo(), markdown: asWritten })
    expect(shown).toContain('  accept         writes it as it stands (default)\n')
    expect(shown).toContain('  edit TEXT      the draft, as you change it\n')
    const interject = { key: 'interject', label: '[i]nterject' }
    expect(briefOptionLines({ ...question, freeText: interject }, 80)).toEqual([
      '    accept          writes it as it stands',
      '    another-round   goes on',
      '    ralf            Ralf handoff — prints the command',
      '    interject TEXT  in your own words',
    ])
  })

  test('at a terminal the command that edits a draft opens the editor, and asks for no words', () => {
    const question = {
      id: 'q',
      title: 'Q',
      body: '',
      options: [],
      freeText: { key: 'edit', label: 'edit', draft: 'a: 1' },
    }
    const at = (output: boolean) =>
      answerCommands(question, {
        id: 'm',
        io: fakeIo({ columns: 80, terminal: { input: true, output, error: true } }),
      })
    expect(at(true)).toEqual(['  parley answer m edit'])
    expect(at(false)).toEqual(['  parley answer m edit "your words"'])
  })
})
