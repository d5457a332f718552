// Holding meetings for the suite of protocols: to their end by the real command, and what can be compared of two of them.

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/kernel/line/hash.js'
import type { Line } from '../../src/kernel/line/line.js'
import type { ProtocolSetup, Script, Voicing } from './protocol-suite-setup.js'
import { alike, onlyIdOn, type Stage, wordsOf } from './protocol-suite-stage.js'
import { everything } from './repo.js'
import type { Ran } from './run.js'

export interface HeldMeeting {
  readonly stage: Stage
  readonly id: string
  readonly lines: readonly Line[]
  readonly ran: Ran
}

/** A whole meeting, opened and held by the command. */
export async function holdOn(stage: Stage, setup: ProtocolSetup, voicing: Voicing): Promise<HeldMeeting> {
  const ran = await (setup.conclude?.(stage, voicing) ?? concluded(stage, setup, voicing))
  const id = onlyIdOn(stage)
  return { stage, id, lines: await stage.library.lines(id), ran }
}

/** As many pauses as a script may have. */
const mostPauses = 5

async function concluded(stage: Stage, setup: ProtocolSetup, { agents, answers }: Voicing): Promise<Ran> {
  const { command, fields, operands } = setup
  const answering = ['--answers', stage.put('answers.yaml', JSON.stringify(answers)), '--yes']
  let ran = await stage.parley(...command, ...wordsOf(fields, operands), ...agents, ...answering)
  for (let pauses = 0; ran.code === 3 && pauses < mostPauses; pauses++)
    ran = await stage.parley('resume', onlyIdOn(stage), ...answering)
  return ran
}

export function byScript(stage: Stage, script: Script): Voicing {
  return { agents: ['--agents', scriptOn(stage, script)], answers: script.answers }
}

/** Lays the script down; its calls are logged beside it. */
export function scriptOn(stage: Stage, { seats, answers }: Script): string {
  return `script:${stage.put('script.yaml', JSON.stringify({ seats, answers, log: 'calls.jsonl' }))}`
}

/** Where a meeting names a folder of this machine, each as where it stands and what stands there. */
export function foldersNamedBy({ stage, lines }: HeldMeeting): readonly string[] {
  const { home, repo, library } = stage
  const recorded = lines.map((line) => [`line ${line.n}`, JSON.stringify(line)] as const)
  // A worktree's `.git` is git's own, and says where the repository is.
  const files = Object.entries(everything(repo.root)).filter(
    ([path]) => !path.startsWith('.parley/') && !path.endsWith('/.git'),
  )
  const paths = lines.flatMap((line) => (line.kind === 'wrote' ? [line.data.path] : []))
  const left = [...new Set(paths)].map((path) => [path, textIn(library.root, path)] as const)
  const told = (textIn(home, 'calls.jsonl').split('\n').slice(0, -1) as readonly string[]).map((call) => {
    const { call: id, system, prompt } = JSON.parse(call) as Record<'call' | 'system' | 'prompt', string>
    return [`call ${id}`, `${system}\n\n${prompt}`] as const
  })
  if (told.length === 0) throw new Error('No call was logged.')
  const folders = [...new Set([repo.root, home].flatMap((folder) => [folder, realpathSync(folder)]))]
  return [...recorded, ...files, ...left, ...told].flatMap(([where, text]) => {
    const at = folders.map((folder) => text.indexOf(folder)).find((place) => place >= 0)
    return at === undefined ? [] : [`${where}: …${text.slice(Math.max(0, at - 60), at + 120)}…`]
  })
}

function textIn(root: string, path: string): string {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** What was sent with every call that the script answered, as receipts have it. */
export function promptsOn({ home }: Stage): readonly string[] {
  const log = join(home, 'calls.jsonl')
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
  return calls.map((call) => {
    const { system, prompt } = JSON.parse(call) as { system: string; prompt: string }
    return sha256(`${system}\n\n${prompt}`)
  })
}

export function receiptsIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap((line) => (line.kind === 'turn' ? [line.data.receipt.prompt] : []))
}

/** Kind and key of every line, ids apart: what happened, in which order. Those who speak at the same time have none among them. */
export function stepsOf({ stage, id, lines }: HeldMeeting): string[] {
  return byBranch(lines).map((line) => {
    const phase = line.kind === 'phase' ? ` ${line.data.name}` : ''
    return alike(`${line.kind} ${line.key}${phase}`, stage, id)
  })
}

/** Lines of branches that ran at the same time, one branch after the other; within a branch, and around them, the order stays. */
function byBranch(lines: readonly Line[]): readonly Line[] {
  const forkOf = ({ key }: Line) => /^(.*?\/together)~([^/]*)/.exec(key)?.slice(1) ?? []
  const ordered: Line[] = []
  for (let at = 0; at < lines.length; ) {
    const [fork] = forkOf(lines[at]!)
    const end = lines.findIndex((line, n) => n > at && forkOf(line)[0] !== fork)
    const run = lines.slice(at, end < 0 ? lines.length : end)
    const branch = (line: Line) => forkOf(line)[1] ?? ''
    ordered.push(
      ...(fork === undefined
        ? run
        : run.toSorted((a, b) => (branch(a) < branch(b) ? -1 : branch(a) > branch(b) ? 1 : 0))),
    )
    at += run.length
  }
  return ordered
}

/** Every file that is there after a meeting, and every branch with its commits and files; ids and times apart. */
export function leftBy({ stage, id }: Pick<HeldMeeting, 'stage' | 'id'>): Record<string, string> {
  const { root, git } = stage.repo
  const files = Object.entries(everything(root)).filter(([path]) => !path.startsWith('.parley/'))
  const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n').slice(0, -1)
  const held = branches.map((branch) => {
    const commits = git('log', '--format=%s', branch)
    return [`branch ${branch}`, `${commits}\n${git('ls-tree', '-r', '--name-only', branch)}`] as const
  })
  const plain = [...files, ...held].map(([name, text]) => [alike(name, stage, id), alike(text, stage, id)])
  return Object.fromEntries(plain)
}
