// A council of two with everything prepared: what its seats say, and what the person answers.

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { everything, folder, meetingsIn, type Repo } from './repo.js'
import { type Ran, run } from './run.js'

export const synthesis = {
  title: 'The gate opens with the tide',
  preamble: 'Two seats looked at the gate.',
  recommendation: 'Open the gate at high water, not at noon.',
  reasoning: 'High water moves; noon does not.',
  dissents: [],
  follow_ups: [{ action: 'Write the tide table', owner: 'user' }],
  topics: [
    { name: 'gate-hours', title: 'Gate Hours', decision: 'The gate follows high water.', why: 'Ships do.' },
  ],
}

const turn = (text: string) => ({ call: 'seat.turn', text })

/** Replies for as many rounds as anyone here holds; the chair synthesizes once. */
export function script(more: Record<string, unknown> = {}): string {
  const rounds = [1, 2, 3]
  return stringify({
    seats: {
      'staff-engineer': [
        ...rounds.map((n) => turn(`**Position:** Follow the tide (${n}).\n\nNoon is a convention.`)),
        { call: 'chair.synthesize', value: synthesis },
      ],
      'qa-engineer': rounds.map((n) => turn(`**Position:** Test low water (${n}).\n\nWhat happens at six?`)),
      'security-engineer': rounds.map((n) => turn(`**Position:** Lock it (${n}).\n\nWho has the key?`)),
      'product-manager': rounds.map((n) => turn(`**Position:** Ask the captains (${n}).\n\nThey wait.`)),
    },
    ...more,
  })
}

/** What `council convene` left the first time: the same everywhere, so that the command runs once. */
let council: Readonly<Record<string, string>> | undefined

/** The software team is convened there, and the script lies beside the repository's own files. */
export async function convened(repo: Repo, more?: Record<string, unknown>): Promise<void> {
  council ??= await convenedFiles()
  for (const [path, text] of Object.entries(council))
    if (text === '(folder)') mkdirSync(join(repo.root, '.council', path), { recursive: true })
    else repo.write(join('.council', path), text)
  repo.write('.council/scratch/script.yaml', script(more))
}

async function convenedFiles(): Promise<Readonly<Record<string, string>>> {
  const { root } = folder()
  const { code, stderr } = await run(['council', 'convene', 'software-team'], { cwd: root })
  if (code !== 0) throw new Error(stderr)
  return everything(join(root, '.council'))
}

/** A meeting by that script. */
export function meet(repo: Repo, ...args: string[]): Promise<Ran> {
  const words = [
    'council',
    'meeting',
    'When should the gate open?',
    '--agents',
    'script:.council/scratch/script.yaml',
  ]
  return run([...words, ...args], { cwd: repo.root })
}

/** The id of the only meeting there. */
export function onlyId(repo: Repo): string {
  const ids = readdirSync(meetingsIn(repo.root))
  if (ids.length !== 1) throw new Error(`There are ${ids.length} meetings: ${ids.join(', ')}`)
  return ids[0] ?? ''
}
