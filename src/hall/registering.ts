// Registering: the folders of the hall. A folder in which the person has met is shown by itself; registered, it has branches and talks.

import { dirname, resolve } from 'node:path'
import { defaultCap } from '../protocols/talk/ground/shared.js'
import { copiesFolder } from '../recordings.js'
import { commonDirOf } from '../workspace/git/linked.js'
import { forgetWorkspace } from '../workspace/meeting-folders.js'
import { type Project, Refused } from './api.js'
import { type KnownProject, type Parts, projectNamed } from './parts.js'
import { addProject, readProjects, removeProject, troubleWith } from './projects.js'

/** For what only a registered project has: one that was only seen is registered now, under the name that it is shown by. */
export async function registered(parts: Parts, project: KnownProject): Promise<KnownProject> {
  if (!project.seen) return project
  const { name, path } = project
  await register(parts, { name, path })
  return projectNamed(parts, name)
}

export async function projectOf(parts: Parts, project: KnownProject): Promise<Project> {
  const { name, title, path, meetingCap, trouble } = project
  const open = trouble === null && !project.seen ? await parts.talks.openIn(project) : []
  return {
    name,
    title: title ?? name,
    path,
    meetingCap: meetingCap ?? defaultCap,
    openTalks: open.length,
    trouble,
    registered: !project.seen,
    recorded: dirname(path) === copiesFolder(parts.home),
  }
}

/** The integration branch and its worktree first, the configuration last: a project that is named can be used. */
export async function register(
  parts: Parts,
  asked: { name: string; path: string; title?: string },
): Promise<Project> {
  const path = resolve(asked.path)
  return parts.locks.exclusively('config', async () => {
    checkName(asked.name)
    const known = await readProjects(parts.home)
    const same = await registeredAs(known, path)
    if (same !== undefined)
      throw new Refused(
        'name-taken',
        `This repository is already registered as ${same}.`,
        'Use it by that name: parley keeps one set of branches in a repository.',
      )
    if (known.some(({ name }) => name === asked.name))
      throw new Refused('name-taken', `There is a project "${asked.name}" already.`, 'Choose another name.')
    const config = { name: asked.name, path, ...(asked.title ? { title: asked.title } : {}) }
    const trouble = troubleWith(path)
    if (trouble !== null) throw new Refused('bad-request', trouble, 'Name the folder of a git repository.')
    await parts.talks.makeReady({ ...config, trouble })
    await addProject(parts.home, config)
    return projectOf(parts, { ...config, trouble })
  })
}

/** The name of the project that is this repository, also where it was named by another of its folders or through a link. */
async function registeredAs(
  known: readonly { readonly name: string; readonly path: string }[],
  path: string,
): Promise<string | undefined> {
  const own = await commonDirOf(path)
  if (own === null) return undefined
  for (const { name, path: other } of known) if ((await commonDirOf(other)) === own) return name
  return undefined
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !name.includes('..') && !/\.(lock)?$/.test(name))
    return
  throw new Refused(
    'bad-request',
    `"${name}" cannot be the name of a project.`,
    'Use letters, digits, dots and dashes.',
  )
}

export async function deregister(parts: Parts, name: string): Promise<void> {
  const { seen, path } = await projectNamed(parts, name)
  if (!seen) await parts.locks.exclusively('config', () => removeProject(parts.home, name))
  forgetWorkspace(parts.home, path)
  parts.feed.nudge()
}
