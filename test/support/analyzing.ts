// An analysis for tests of the page: a real server over a repository with the code that it is about, and scripts for whoever speaks.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { MeetingRef, MeetingView } from '../../src/hall/api.js'
import type { Entry } from './analysis-script.js'
import { emptyRepository, type Repo } from './repo.js'
import { temporary, type Until } from './run.js'
import { at, atRest, must, put, type Server, serverAt } from './server.js'

export interface Analyzing {
  /** The one that runs now. */
  readonly server: Server
  readonly repo: Repo
  view(ref: MeetingRef): Promise<MeetingView>
  /** Opens one and waits until nobody is at work on it. */
  opened(fields: Readonly<Record<string, unknown>>): Promise<MeetingView>
  /** Answers the open question, and waits until nobody is at work on it. */
  answered(ref: MeetingRef, choose: string, text?: string): Promise<MeetingView>
  script(lead: readonly Entry[]): string
  /** Ends the server as a power cut would, and starts another at the same address. */
  restart(): Promise<void>
}

export async function analyzing(until: Until, speaking: readonly Entry[]): Promise<Analyzing> {
  const [home, repo] = [temporary(until), queueRepository(until)]
  put(home, 'seats.json', scriptOf(speaking))
  const projects = [{ name: 'post', title: 'Post office', path: repo.root }]
  put(home, 'config.yaml', stringify({ agents: `script:${join(home, 'seats.json')}`, projects }))
  let server = await serverAt(home, repo, { HOME: home }, until)
  let scripts = 0
  const view = (ref: MeetingRef) => must<MeetingView>(server, 'GET', at(ref))
  return {
    get server() {
      return server
    },
    repo,
    view,
    async opened(fields) {
      const body = { protocol: 'analyze', project: 'post', ...fields }
      return atRest(server, await must<MeetingRef>(server, 'POST', '/api/meetings', body))
    },
    async answered(ref, choose, text) {
      const { questions } = await view(ref)
      await must(server, 'POST', at(ref, '/answer'), { question: questions[0]?.key, choose, text })
      return atRest(server, ref)
    },
    script(lead) {
      const path = join(home, `script-${++scripts}.json`)
      writeFileSync(path, scriptOf(lead))
      return `script:${path}`
    },
    async restart() {
      const { port } = server
      await server.kill()
      server = await server.again({ HOME: home }, port)
    },
  }
}

function scriptOf(lead: readonly Entry[]): string {
  return JSON.stringify({ seats: { lead } })
}

function queueRepository(until: Until): Repo {
  const repo = emptyRepository(until)
  const files = {
    'README.md': '# Post office\n\nDelivers what customers send.\n',
    'src/queue.ts': 'export function retry(queue) {\n  while (!queue.done) queue.send()\n}\n',
    'src/worker.ts': "import { retry } from './queue.js'\n",
  }
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Begin')
  return repo
}

export const ticket = '# Bound the retries\n\nRetries of the queue run for hours.\n'
