// Small themes for the tests of a deliberation: four members that everything can be said of, and changes to them.

import { readTheme } from './theme.js'
import type { Theme } from './theme-shape.js'

export const members = ['alder', 'birch', 'cedar', 'dogwood'] as const

export const smallTheme = `
theme_id: grove
theme_name: Grove
intake_prompt: What shall we plant?
conductor_persona: grove-keeper
roster:
  - { id: alder, name: Alder, color: Green, lens: water, keywords: [river, rain, wet soil] }
  - { id: birch, name: Birch, color: White, lens: light, keywords: [sun, API] }
  - { id: cedar, name: Cedar, color: Brown, lens: timber, keywords: [beam] }
  - { id: dogwood, name: Dogwood, color: Red, lens: colour, keywords: [] }
`

export const smallPersonas = ['grove-keeper', ...members.map((id) => `grove-${id}`)]

export function themeFrom(more = ''): Theme {
  const reading = readTheme(smallTheme + more, 'grove', smallPersonas)
  if (reading.kind === 'faulty') throw new Error(reading.faults.join('\n'))
  return reading.theme
}
