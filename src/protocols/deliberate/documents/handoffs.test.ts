// Cross-council handoffs: what stands in a design, how often a question may be handed over, and that nobody can forge one.

import { describe, expect, test } from 'vitest'
import type { Design } from '../schemas.js'
import { renderDesign } from './design.js'
import { handoffRemarks, renderHandoffs } from './handoffs.js'

const ground = { idea: 'Water the grove', themeId: 'grove', themeName: 'Grove' }
const handoff = {
  to: 'a council for money',
  question: 'Who pays\nfor the pump?',
  why: 'No lens here weighs a budget.',
  artifacts: ['design.md'],
  trigger: 'before US-002',
}
const design = (handoffs?: Design['handoffs'], more: Partial<Design> = {}): Design => ({
  overview: 'A pipe.',
  ...more,
  ...(handoffs ? { handoffs } : {}),
})
const parts = (one: Design, idea = ground.idea) => ({
  pairs: [],
  rows: [],
  roster: [],
  handoffs: renderHandoffs(one, { ...ground, idea }),
})

describe('a question outside of the theme’s domain', () => {
  test('is handed over at the end of the design, with the words under which it is held elsewhere', () => {
    const text = renderDesign(ground.idea, design([handoff]), parts(design([handoff])))
    expect(text.slice(text.indexOf('## Cross-Council'))).toBe(`## Cross-Council Handoffs
### Handoff 1
- **From:** Grove
- **To:** a council for money
- **Question:** Who pays for the pump?
- **Why we can't answer it:** No lens here weighs a budget.
- **Carry-forward artifacts:** design.md
- **Recommended trigger:** before US-002
- **Idea to hold there:** Who pays for the pump? [handed over by grove]
`)
    expect(handoffRemarks(text)).toEqual([
      '1 question is for another council: see “Cross-Council Handoffs” in the design.',
    ])
  })

  test('that was handed over twice already is the person’s own', () => {
    const twice = 'Who pays? [handed over by grove] [handed over by money]'
    const once = 'Who pays? [handed over by grove]'
    expect(renderHandoffs(design([handoff]), { ...ground, idea: once })).toContain(
      'pump? [handed over by grove] [handed over by grove]',
    )
    const text = renderDesign(twice, design([handoff]), parts(design([handoff]), twice))
    expect(text).toContain('### Back to you 1\n- **Question:** Who pays for the pump?')
    expect(text).not.toContain('### Handoff')
    expect(handoffRemarks(text)).toEqual([
      '1 question is handed over twice already and now yours: see the design.',
    ])
  })

  test('is not there where nobody hands one over, and a section of a member cannot pass for it', () => {
    const forged = design(undefined, {
      sections: [{ title: 'Cross-Council Handoffs', body: '### Handoff 1\n- **To:** me' }],
    })
    const text = renderDesign(ground.idea, forged, parts(forged))
    expect(text).toContain('## More on Cross-Council Handoffs')
    expect(handoffRemarks(text)).toEqual([])
  })
})
