// What a recorded deliberation may be called: its name becomes paths, a branch and commands that a person copies.

import { expect, test } from 'vitest'
import { inputFor } from './harness.suite.js'
import { deliberateInput } from './input.js'

test.each(['../x', 'a/b', 'x;touch${IFS}y', '$(id)', '-x', 'a b', ''])(
  'R30: a journal that calls its session, or what it is about, %j is not gone on with',
  (name) => {
    expect(deliberateInput.safeParse(inputFor({})).success).toBe(true)
    expect(deliberateInput.safeParse(inputFor({ session: name })).success).toBe(false)
    expect(deliberateInput.safeParse(inputFor({ slug: name })).success).toBe(false)
  },
)
