// A hall for tests of the page: the real server, a home of its own, and two real repositories as its projects. One serves a whole
// file of tests; a test that changes a meeting opens its own.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { MeetingRef, MeetingView, OpenMeeting } from '../../src/hall/api.js'
import { type Voices, voices } from './conducted.js'
import { emptyRepository, type Repo } from './repo.js'
import { run, temporary, type Until } from './run.js'
import { at, atRest, hear, hire, must, put, type Server, serverAt } from './server.js'

export interface Hall extends Voices {
  readonly server: Server
  readonly thumbnailer: Repo
  readonly importer: Repo
  /** Agents that read their replies from a script. */
  script(file: ScriptFile): string
  /** Opens a meeting and waits until nobody is at work on it. */
  opened(request: OpenMeeting): Promise<MeetingView>
  /** Opens a meeting and waits until a seat is speaking. */
  speaking(request: OpenMeeting): Promise<MeetingRef>
  /** Answers the open question and waits until nobody is at work on the meeting. */
  answered(ref: MeetingRef, choose: string, text?: string): Promise<MeetingView>
  view(ref: MeetingRef): Promise<MeetingView>
  /** The command in a project's folder, with the home of this hall. */
  parley(repo: Repo, ...args: string[]): Promise<string>
}

export interface ScriptFile {
  readonly seats: Readonly<Record<string, readonly unknown[]>>
  readonly answers?: readonly unknown[]
  readonly then?: 'fail' | 'repeat'
}

/** With nothing in it but its projects and workers. */
export async function emptyHall(until: Until): Promise<Hall> {
  const home = temporary(until)
  hire(home, 'verity')
  hire(home, 'mason', {
    identity: { name: 'Mason', description: 'Writes the change.', displayTitle: 'Builder' },
  })
  const [thumbnailer, importer, quay] = [thumbnails(until), imports(until), imports(until)]
  const projects = [
    { name: 'thumbnailer', title: 'Thumbnailer', path: thumbnailer.root, meetingCap: 50 },
    { name: 'importer', title: 'Importer', path: importer.root },
    { name: 'quay', path: quay.root, meetingCap: 1 },
    { name: 'attic', title: 'Attic', path: join(home, 'gone') },
  ]
  put(home, 'config.yaml', stringify({ projects }))
  const all = { ...(await voices(until)), thumbnailer, importer }
  const hall = hallOf(await serverAt(home, thumbnailer, {}, until), all)
  await hall.parley(importer, 'council', 'convene', 'software-team')
  return hall
}

function hallOf(server: Server, own: Voices & Pick<Hall, 'thumbnailer' | 'importer'>): Hall {
  let scripts = 0
  const open = (request: OpenMeeting) => must<MeetingRef>(server, 'POST', '/api/meetings', request)
  return {
    ...own,
    server,
    script(file) {
      const path = join(server.home, `script-${++scripts}.yaml`)
      writeFileSync(path, stringify(file))
      return `script:${path}`
    },
    opened: async (request) => atRest(server, await open(request)),
    async speaking(request) {
      const ref = await open(request)
      await hear(server, at(ref, '/events'), ({ data }) => data.type === 'speaking')
      return ref
    },
    async answered(ref, choose, text) {
      const { questions } = await must<MeetingView>(server, 'GET', at(ref))
      const question = questions[0]?.key
      await must(server, 'POST', at(ref, '/answer'), {
        ...(question === undefined ? {} : { question }),
        choose,
        ...(text === undefined ? {} : { text }),
      })
      return atRest(server, ref)
    },
    view: (ref) => must<MeetingView>(server, 'GET', at(ref)),
    async parley(repo, ...args) {
      const { code, stdout, stderr } = await run(args, { cwd: repo.root, env: { PARLEY_HOME: server.home } })
      if (code !== 0 && code !== 3) throw new Error(`parley ${args.join(' ')}: ${code}\n${stderr}`)
      return stdout
    },
  }
}

function thumbnails(until: Until): Repo {
  const repo = emptyRepository(until)
  const lines = Array.from({ length: 30 }, (_, at) => `Line ${at + 1} of the cache's own page.`)
  repo.write('docs/cache.md', `${lines.join('\n')}\n`)
  repo.write('ops/clock-skew.md', '# Clocks\n\nAt the edge they drift.\nNodes are up to 90 seconds apart.\n')
  repo.write('support/2026-q2.md', '# Second quarter\n\n212 tickets about missing thumbnails.\n')
  repo.write('src/upload/retry.ts', 'export const tries = 1\n')
  // Asked after every round of three.
  repo.write('.claude/settings.json', JSON.stringify({ meeting: { checkpoint_every_n_turns: 3 } }))
  repo.write('.lore/research/cache-survey.md', '# Cache survey\n\nThree regions, none at the edge.\n')
  return committed(repo)
}

function imports(until: Until): Repo {
  const repo = emptyRepository(until)
  repo.write('README.md', '# Importer\n\nReads what customers send.\n')
  repo.write('src/import.ts', 'export const formats = 9\n')
  return committed(repo)
}

function committed(repo: Repo): Repo {
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '-m', 'Begin')
  return repo
}
