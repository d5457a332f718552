// Modes: the registry is complete, and the shipped copy of it is the same.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findMode, isBias, MODES, type Mode, notesTemplate, resolveMode } from './modes.js'

const modes: readonly Mode[] = MODES

describe('modes', () => {
  test('names and aliases are all different, and so are the biases', () => {
    const names = modes.flatMap((mode) => [mode.name, ...mode.aliases])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(modes.map((mode) => mode.bias)).size).toBe(10)
  })
  test('every name and alias finds its mode', () => {
    for (const mode of modes)
      for (const name of [mode.name, ...mode.aliases]) expect(findMode(name)).toBe(mode)
  })
  test('anything else finds none, and no text makes this throw', () => {
    const known = modes.flatMap((mode) => [mode.name, ...mode.aliases]) as string[]
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(findMode(name) !== undefined).toBe(known.includes(name))
        expect(isBias(name)).toBe(modes.some((mode) => mode.bias === name))
      }),
    )
  })
  test('no mode is decide, two are refused', () => {
    expect(resolveMode([])).toMatchObject({ kind: 'mode', mode: { name: 'decide' } })
    expect(resolveMode(['decide', 'decide']).kind).toBe('several')
  })
  test('the list shipped for people and other tools says the same as this one', () => {
    const shipped = parse(readFileSync('library/meet/modes.yaml', 'utf8')) as {
      modes: Record<string, unknown>[]
    }
    const mine = modes.map((mode) => ({
      name: mode.name,
      aliases: mode.aliases,
      purpose: mode.purpose,
      default_invitees: mode.defaultInvitees,
      closing_artifact_bias: mode.bias,
      notes_template: notesTemplate(mode.bias),
    }))
    expect(shipped.modes).toEqual(mine)
  })
})
