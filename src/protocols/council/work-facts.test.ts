// Work facts: what the engine saw, and nothing that did not happen.

import { expect, test } from 'vitest'
import { commandsIn } from './work-facts.js'

test('a command that was refused ran nothing, and is no fact', () => {
  const use = (input: unknown, output: string) => ({ id: '1', name: 'run_command', input, output, ok: false })
  const tools = [
    use({ command: 'npm test' }, 'Invalid input for run_command: argv: expected array'),
    use({ argv: ['npm', 'test'] }, 'exit 1\nnot ok'),
  ]
  expect(commandsIn(tools, 2, 'qa')).toEqual([{ turn: 2, seat: 'qa', command: 'npm test', end: 'exit 1' }])
})
