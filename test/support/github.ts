// GitHub for tests: the program in gh/ as `gh` on a PATH of its own, and what it keeps.

import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface GitHubIssue {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly state: string
  readonly url: string
  readonly labels: readonly string[]
  readonly milestone: string | null
}

export interface GitHubState {
  login: boolean
  repository: string | null
  permission: boolean
  noLabels: boolean
  garbled: string | null
  fail: { readonly call: string; readonly nth: number } | null
  kill: { readonly call: string; readonly nth: number } | null
  lag: boolean
  milestones: {
    readonly number: number
    readonly title: string
    readonly state: string
    readonly html_url: string
  }[]
  labels: string[]
  issues: GitHubIssue[]
  calls: string[][]
  /** Where it was last started, and the variables there that would name another repository. */
  seen?: { readonly cwd: string; readonly repository: readonly string[] }
}

export interface FakeGitHub {
  /** PATH with `gh` in front, and where it keeps its state. */
  readonly env: Readonly<Record<string, string>>
  state(): GitHubState
  change(more: Partial<GitHubState>): void
  /** The calls that changed or would change something. */
  changes(): string[]
}

const program = fileURLToPath(new URL('gh/gh.mjs', import.meta.url))

/** A repository on GitHub without an issue, for a person who is logged in, unless it is said otherwise. */
export function fakeGitHub(more: Partial<GitHubState> = {}): FakeGitHub {
  const folder = folderWithGh()
  const file = join(folder, 'github.json')
  const state = () => JSON.parse(readFileSync(file, 'utf8')) as GitHubState
  const keep = (now: GitHubState) => writeFileSync(file, JSON.stringify(now))
  keep({ ...empty, ...more })
  return {
    env: { PATH: `${folder}:${process.env['PATH']}`, GH_STATE: file },
    state,
    change: (now) => keep({ ...state(), ...now }),
    changes: () =>
      state()
        .calls.map((argv) => argv.join(' '))
        .filter((call) => /^(?:issue (?:create|edit)|label create)|--method/.test(call)),
  }
}

/** The environment of a `gh` for which every folder has a repository of its own on GitHub. */
export function gitHubOfEachFolder(): Readonly<Record<string, string>> {
  const folder = folderWithGh()
  writeFileSync(join(folder, 'empty.json'), JSON.stringify(empty))
  return { PATH: `${folder}:${process.env['PATH']}`, GH_STATES: folder }
}

function folderWithGh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(join(folder, 'gh'), 0o755)
  return folder
}

const empty: GitHubState = {
  login: true,
  repository: 'grove/river',
  permission: true,
  noLabels: false,
  garbled: null,
  fail: null,
  kill: null,
  lag: false,
  milestones: [],
  labels: [],
  issues: [],
  calls: [],
}

/** A PATH on which there is no `gh`. */
export function withoutGh(): string {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !hasGh(folder))
    .join(':')
}

function hasGh(folder: string): boolean {
  try {
    readFileSync(join(folder, 'gh'))
    return true
  } catch {
    return false
  }
}
