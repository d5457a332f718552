// A clone that brings a meeting along, as somebody else made it; and journals changed by somebody who knows how they are chained.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from '../../src/kernel/line.js'
import { seal } from '../../src/kernel/seal.js'
import { convened, meet, onlyId } from './council.js'
import { folder, type Repo, repository } from './repo.js'
import { run, temporary } from './run.js'

export interface Clone {
  /** As `git clone` made it. */
  readonly repo: Repo
  readonly id: string
  readonly journal: string
  /** A file that a program of the journal's would make. */
  readonly ran: string
  /** A file that a recording of the journal's would make. */
  readonly recorded: string
}

export function journalOf(root: string, id: string): string {
  return join(root, '.parley/meetings', id, 'journal.jsonl')
}

/** Changes lines of a journal and makes its chain of hashes anew. It has no seals afterwards. */
export function forge(file: string, change: (line: Record<string, unknown> & Line) => unknown): void {
  let prev = ''
  const texts = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const forged = texts.map((text, at) => {
    const { mac: _, ...line } = JSON.parse(text) as Line
    const changed = change(line as never) ?? line
    const made = seal(changed as Line, at + 1, prev)
    prev = made.line.hash
    return `${made.text}\n`
  })
  writeFileSync(file, forged.join(''))
}

/** A council's meeting that waits with a question. Its first line names a program as the voice, and a file to record into. */
export async function hostileClone(): Promise<Clone> {
  const theirs = repository()
  await convened(theirs)
  await meet(theirs)
  const id = onlyId(theirs)
  const ran = join(temporary(), 'ran')
  const recorded = join(temporary(), 'recorded.yaml')
  forge(journalOf(theirs.root, id), (line) =>
    line.kind === 'opened'
      ? { ...line, data: { ...line.data, agents: hostileAgents(ran, recorded) } }
      : undefined,
  )
  const { repo } = cloneOf(theirs)
  return { repo, id, ran, recorded, journal: journalOf(repo.root, id) }
}

function hostileAgents(ran: string, record: string): unknown {
  return {
    default: `command:sh -c "touch ${ran}; echo hello"`,
    seats: {},
    ceiling: null,
    timeoutSeconds: 60,
    record,
  }
}

/** What `git clone` makes of this repository when everything in it was committed, parley's own folder too. */
export function cloneOf(theirs: Repo): { repo: Repo } {
  theirs.git('add', '--all', '--force')
  theirs.git('commit', '--quiet', '--no-verify', '-m', 'Everything')
  const repo = folder()
  execFileSync('git', ['clone', '--quiet', theirs.root, repo.root], { stdio: 'ignore' })
  repo.git('config', 'user.name', 'Tester')
  repo.git('config', 'user.email', 'tester@localhost')
  return { repo }
}

/** Takes a meeting over with these voices, as a person does who was shown what it would run. */
export async function adopt(root: string, id: string, agents = 'rehearsal'): Promise<void> {
  const { code, stderr } = await run(['adopt', id, '--agents', agents, '--yes'], { cwd: root })
  if (code !== 0) throw new Error(stderr)
}
