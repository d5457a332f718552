// The recorded meeting that ships with parley, for those who have not met yet: held anew in a copy of its repository below
// PARLEY_HOME, word by word as it was recorded. No model speaks, and nothing of the person's own is touched.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readScript } from '../agents/script/file.js'
import { answerTo } from '../kernel/question.js'
import { askGit } from '../workspace/git/ask.js'
import { shippedFile } from '../workspace/library.js'
import { rememberWorkspace } from '../workspace/meeting-folders.js'
import { folderBelow, removeBelow, replaceBelow } from '../workspace/plain-files.js'
import { type MeetingRef, Refused } from './api.js'
import { openMeeting } from './opening.js'
import { knownProjects, type Parts, parleyOf } from './parts.js'
import { recordedFolder } from './projects.js'

const shipped = 'library/recorded/outbox'
const task =
  'An invoice is lost when the machine stops while the worker sends it. ' +
  'Shall a message stay in the outbox until the provider has it, at the risk of sending it twice?'

/** The meeting in that copy, opened and under way where there was none yet. */
export async function recordedMeeting(parts: Parts): Promise<MeetingRef> {
  return parts.locks.exclusively('recorded', async () => {
    const path = await copyIn(parts.home)
    rememberWorkspace(parts.home, path)
    const project = (await knownProjects(parts)).find((one) => one.path === path)?.name
    if (project === undefined) throw new Refused('not-possible', `${path} cannot be shown here.`)
    const [held] = await parleyOf(parts, { path }).list()
    return held ? { project, id: held.id } : played(parts, { project, path })
  })
}

/** Who answered then is not the person here: the journal calls these answers prepared. */
async function played(parts: Parts, at: { project: string; path: string }): Promise<MeetingRef> {
  const script = shippedFile(join(shipped, 'council.yaml'))
  const council = { protocol: 'council.meeting', template: 'software-team', blind: true, task }
  const ref = await openMeeting(parts, { ...council, project: at.project, agents: `script:${script}` })
  const given = [...readScript(script).answers]
  parts.runs.start({
    ref,
    parley: parleyOf(parts, at),
    lines: 1,
    answer(question) {
      const next = given.shift()
      return next && answerTo(question, next.choose, next.text, 'answers')
    },
  })
  return ref
}

/** A copy that was left half made is made again. */
async function copyIn(home: string): Promise<string> {
  const folder = folderBelow(home, 'recorded', 0o700)
  const copy = recordedFolder(home)
  if (existsSync(join(copy, '.git', 'refs', 'heads', 'main'))) return copy
  if (existsSync(copy)) removeBelow(home, join('recorded', 'outbox'))
  const from = shippedFile(join(shipped, 'repository'))
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(from, path)).isFile())
      replaceBelow(folder, join('outbox', path), { text: readFileSync(join(from, path)) })
  const who = ['-c', 'user.name=parley', '-c', 'user.email=parley@localhost', '-c', 'commit.gpgsign=false']
  await askGit(['init', '--quiet', '--initial-branch=main'], { cwd: copy })
  await askGit(['add', '--all'], { cwd: copy })
  await askGit([...who, 'commit', '--quiet', '--no-verify', '-m', 'Version 1.3.0'], { cwd: copy })
  return copy
}
