// Names: the closed lists that files, scripts and other tools rely on.

import { describe, expect, test } from 'vitest'
import { displayNames, firstName, roles, teamOrder, tiers } from './names.js'
import { tierDomains } from './rules/tiers.js'

describe('names', () => {
  test('every role has a persona, which is called by its first name', () => {
    expect(roles.map((role) => [role, firstName(displayNames[role])])).toEqual([
      ['business-analyst', 'Maya'],
      ['solutions-architect', 'Alex'],
      ['system-designer', 'Jordan'],
    ])
  })
  test('in a team the architect starts first and the designer last', () => {
    expect(teamOrder).toEqual(['solutions-architect', 'business-analyst', 'system-designer'])
  })
  test('a trivial item is not signed off, a light one without its architecture', () => {
    expect(tiers.map((tier) => tierDomains[tier])).toEqual([
      [],
      ['requirements', 'design'],
      ['requirements', 'architecture', 'design'],
      ['requirements', 'architecture', 'design'],
    ])
  })
})
