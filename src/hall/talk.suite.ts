// For tests of talks: a home with a worker called Verity, a project to talk about, and what can be seen from outside.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { artifactPath, type MeetingArtifact, parseArtifact } from '../protocols/talk/documents/artifact.js'
import type { MeetingId } from '../protocols/talk/documents/ids.js'
import { git } from '../workspace/temporary.suite.js'
import type { Hall, MeetingRef, MeetingView } from './api.js'
import { atRest, look, put, type Setting, setting } from './hall.suite.js'

export const code = {
  'README.md': 'A shop.\n',
  'src/main.ts': 'export const price = 1\n',
  '.lore/research/survey.md': '# Survey\n\nThree regions.\n',
}

export interface Talking extends Setting {
  /** The permanent checkout of the integration branch. */
  readonly integration: string
  artifact(id: string): MeetingArtifact
  artifactText(id: string): string | null
  transcript(id: string): string | null
  worktree(id: string): string
  branches(): readonly string[]
}

export async function talking(
  more: { worker?: object; files?: Readonly<Record<string, string>> } = {},
): Promise<Talking> {
  const made = await setting(more.files ?? code)
  hire(made.home, 'verity', more.worker)
  const { home, project } = made
  const integration = join(home, 'projects/demo')
  const worktree = (id: string) => join(home, 'worktrees/demo', `meeting-${id}`)
  const artifactText = (id: string) =>
    look(worktree(id), artifactPath(id as MeetingId)) ?? look(integration, artifactPath(id as MeetingId))
  return Object.assign(made, {
    integration,
    worktree,
    artifactText,
    artifact: (id: string) => parseArtifact(artifactText(id) ?? ''),
    transcript: (id: string) => look(home, `meetings/${id}.md`),
    branches: () =>
      git(project, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/claude/meeting')
        .split('\n')
        .filter(Boolean),
  })
}

export function hire(home: string, name: string, more: object = {}): void {
  const identity = {
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    description: 'Finds the way.',
    displayTitle: 'Pathfinder',
  }
  const parley = { type: 'worker', identity, checkoutScope: 'full', ...more }
  put(home, `packages/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', parley }))
  put(home, `packages/${name}/posture.md`, 'Look first, then speak.\n')
  put(home, `packages/${name}/soul.md`, 'Calm.\n')
}

export async function open(
  hall: Hall,
  agents: string,
  message = 'What did the survey miss?',
  more: object = {},
): Promise<MeetingRef> {
  return hall.open({ protocol: 'talk', project: 'demo', worker: 'verity', message, agents, ...more })
}

/** Says something and waits for the answer. */
export async function say(hall: Hall, ref: MeetingRef, text: string): Promise<MeetingView> {
  await hall.message(ref, text)
  return atRest(hall, ref)
}

/** A request as somebody might write it by hand: other order, other quotes, a list in one line, no log. */
export function handWritten(worker = 'Verity', more = ''): string {
  return `---\nworker: ${worker}\nstatus: requested\ntitle: Look at this: now\nlinked_artifacts: [research/survey.md]\nagenda: >\n  Two things\n  to settle\ndate: 2026-05-04\n${more}---\n\nSome prose of mine.\n`
}

/** Files that the machine keeps of talks under way. */
export function machineFiles(home: string): readonly string[] {
  const below = (folder: string): string[] =>
    existsSync(join(home, folder))
      ? readdirSync(join(home, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`)
      : []
  return [
    ...below('meetings'),
    ...below('state/meetings'),
    ...below('worktrees/demo').filter((name) => name.split('/').length === 3),
  ]
}
