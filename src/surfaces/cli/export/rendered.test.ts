import { expect, test } from 'vitest'
import type { Line } from '../../../kernel/line/line.js'
import { withoutAddresses } from './rendered.js'

test('an export names no server of a voice, wherever the journal repeats its address', () => {
  const address = 'http://192.168.7.3:11434/v1'
  const opened = { kind: 'opened', data: { agents: { default: `model:qwen@${address}`, seats: {} } } }
  const text = `model:qwen@${address} could not be reached at http://192.168.7.3:11434: see http://example.com/v1`
  expect(withoutAddresses(text, [opened as unknown as Line])).toBe(
    'model:qwen@[server] could not be reached at [server]: see http://example.com/v1',
  )
})

test('words of a seat that look like an address stay, unless a voice has it', () => {
  const turn = { kind: 'turn', data: { text: 'Ask model:x@http://127.0.0.1:1/v1 about it.' } }
  expect(withoutAddresses('http://127.0.0.1:1/v1', [turn as unknown as Line])).toBe('http://127.0.0.1:1/v1')
})
