// The gates before anything is saved. Held meetings never fail them, since drafts and paths were judged before: here they are given
// what an engine that is wrong would give them.

import { describe, expect, test } from 'vitest'
import type { Meeting } from '../../kernel/protocol.js'
import { grandId, grandInput } from './grand.suite.js'
import type { Reviewed } from './review.js'
import { save } from './save.js'
import { MeetState } from './state.js'
import type { TurnKind } from './turn-note.js'

/** A meeting that writes down what it is asked for and stops at the first halt. `unwritable` is where nothing may be written. */
function meetingWith(unwritable: RegExp = /$./): { readonly meeting: Meeting; readonly did: string[] } {
  const did: string[] = []
  const writes = (name: string) => async (path: string) => void did.push(`${name} ${path}`)
  const files = { unwritable: async (path: string) => (unwritable.test(path) ? 'it is a link' : null) }
  const own = {
    id: grandId,
    spent: { left: null, input: 0, output: 0 },
    degraded: () => [],
    phase: async () => {},
    note: async () => {},
    journalHash: async () => 'sha256:0',
    now: async () => '2026-01-02T03:04:05.678Z',
    act: async (_: string, work: (world: unknown) => Promise<unknown>) => work({ files }),
    write: writes('write'),
    revise: writes('revise'),
    remove: writes('remove'),
    halt: async (line: string) => {
      throw new Error(line)
    },
  }
  return { meeting: own as unknown as Meeting, did }
}

const item = {
  ...{ key: 'A1', type: 'feature', priority: 'high', assignee: 'Ann', context_for_target: 'x' },
  ...{ acceptance: '', turns: [1], pins: [] },
}
const memory = { decided: ['Wait'], constraints: [], open_items: [], sources: [], tags: ['x'] }
const reviewed: Reviewed = {
  pins: [],
  broken: '',
  items: [item],
  memories: [{ seat: 'ann', draft: memory }],
  notes: { summary: 'So.', closing: '### Decision', decisions: [], risks: [], openQuestions: [] },
  words: {},
  drafts: { pins: [], items: [], memories: [], notes: null } as unknown as Reviewed['drafts'],
}

function said(kind: TurnKind, body: string, via: 'subagent' | null = 'subagent') {
  const empty = { challenges: [], decisions: [], refs: [] }
  const who = { seat: 'ann', speaker: 'Ann', role: 'Tester', cost: 1 }
  return { kind, phase: 'DISCUSS' as const, ...who, body, shown: body, ...empty, via, origin: null }
}

describe('SAVE1: nothing is written', () => {
  test('when a turn does not say who produced it', async () => {
    const { meeting, did } = meetingWith()
    const state = new MeetState(meeting, grandInput)
    await state.emit(said('slot', 'Is it so?', null))
    await expect(save(state, reviewed)).rejects.toThrow(/dispatch-provenance-check failed — 1 turn/)
    expect(did).toEqual([])
  })

  test.each([/action-items\.yaml$/, /ann-sidecar/, /meeting-notes/])(
    'when one of its targets cannot be written: %s',
    async (place) => {
      const { meeting, did } = meetingWith(place)
      const state = new MeetState(meeting, grandInput)
      await state.emit(said('slot', 'Is it so?'))
      await expect(save(state, reviewed)).rejects.toThrow(/^HALT condition=WRITE-BOUNDARY-VIOLATION /)
      expect(did).toEqual([])
    },
  )
})
