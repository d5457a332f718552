// Archives and locked contracts on a `gh` that is a real program.

import { expect, test, vi } from 'vitest'
import { fakeGitHub, type GitHubState } from '../../../../test/support/github.js'
import { githubIn } from '../../../workspace/github.js'
import { temporaryFolder } from '../../../workspace/temporary.suite.js'
import { type ArchiveAsk, type LockAsk, lockContract, publishArchive } from './archive.js'
import { ghIn } from './gh.js'

function gitHub(more: Partial<GitHubState> = {}) {
  const fake = fakeGitHub(more)
  for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value)
  return { fake, github: ghIn({ github: githubIn(temporaryFolder()) }) }
}

const session = 'garden-20260131-1705'
const archive: ArchiveAsk = {
  session,
  slug: 'garden',
  themeId: 'grove',
  themeName: 'Grove',
  idea: 'Garden',
  marks: [],
  parts: {
    date: '2026-01-31',
    agents: ['Alder'],
    skills: [],
    phase: 'action',
    files: new Map([['design.md', '# Design Document: Garden\n\n## Overview\nBeds.\n']]),
  },
}

test('an archive is one issue, however often it is asked for, and says in its title that it is degraded', async () => {
  const { fake, github } = gitHub()
  const first = await publishArchive(github, { ...archive, marks: ['absent:alder'] })
  expect(first).toMatchObject({ kind: 'archived', number: 1, created: true, cut: [] })
  expect(await publishArchive(github, archive)).toMatchObject({ number: 1, created: false })
  expect(fake.state().issues).toMatchObject([
    { title: '[Grove Archive] Garden (degraded)', labels: ['grove-archive', 'documentation'] },
  ])
  expect(fake.state().issues[0]!.body).toContain('## Design Document\n### Design Document: Garden')
})

test('neither is made without GitHub, or where it could not be found again', async () => {
  const { fake, github } = gitHub()
  fake.change({ login: false })
  expect(await publishArchive(github, archive)).toEqual({ kind: 'refused', reason: 'no-login' })
  expect(await lockContract(github, lock)).toEqual({ kind: 'refused', reason: 'no-login' })
  fake.change({ login: true, noLabels: true })
  expect(await publishArchive(github, archive)).toEqual({ kind: 'refused', reason: 'no-permission' })
  expect(await lockContract(github, lock)).toEqual({ kind: 'refused', reason: 'no-permission' })
  expect(fake.state().issues).toEqual([])
})

const contract = `# Acceptance Contract: Garden
Session: ${session} | PRD: prd.md | Status: locked

## Quality Gates
none detected

## Acceptance Criteria

### US-001: Dig

#### AC-001: It is deep
- **Method:** unit-test
- **Test:** \`tests/dig.test.ts\` > "AC-001: It is deep"
- **Status:** verified
- **Evidence:** seen
- **Verified-by:** parley

## Verification Summary
out of date
`
const lock: LockAsk = {
  papers: {
    idea: 'Garden',
    session,
    slug: 'garden',
    themeId: 'grove',
    folder: '.claude/grove/sessions/x/',
    texts: new Map([['acceptance-contract.md', contract]]),
  },
  marks: [],
}

test('a contract is locked anew with its boxes as they stand, naming the issue it replaces', async () => {
  const { fake, github } = gitHub()
  expect(await lockContract(github, lock)).toMatchObject({ kind: 'locked', number: 1, replaces: null })
  const again = await lockContract(github, { ...lock, marks: ['absent:alder'] })
  expect(again).toMatchObject({ number: 2, replaces: 'https://github.com/grove/river/issues/1' })
  const [first, second] = fake.state().issues
  expect(first!.body).toContain('- [x] AC-001: It is deep')
  expect(second!.body).toContain('- [ ] AC-001: It is deep')
  expect(second!.body).toContain('Replaces https://github.com/grove/river/issues/1')
  expect(again.kind === 'locked' && again.contract).toMatch(
    / \| Issue: https:\/\/github.com\/grove\/river\/issues\/2\n[\s\S]*Progress: 1\/1 verified/,
  )
  expect(await lockContract(github, { ...lock, papers: { ...lock.papers, texts: new Map() } })).toEqual({
    kind: 'refused',
    reason: 'no-contract',
  })
})
