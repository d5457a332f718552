// The project before a session: what it is made of, what it says of itself, and what was done last. Read once; the input holds it.

import type { World } from '../../../kernel/world.js'
import { fieldsOf } from '../../../rules/values.js'
import { oneLine } from '../documents/text.js'
import type { DeliberateInput } from '../input.js'
import { isTest } from '../rules/methods.js'
import { manifestNames } from '../rules/project.js'

type Known = Pick<DeliberateInput, 'project' | 'files' | 'manifests' | 'context'>

const longest = 20_000
const mostFiles = 2000

export async function lookAtProject(world: World): Promise<Known> {
  const { files, git, home } = world
  const repository = await git.repository()
  const manifests = await manifestsIn(files)
  const claudeMd = await files.read('CLAUDE.md')
  const config = await home.read(`~/.claude/workspaces/${await repositoryName(world)}/INFRASTRUCTURE_MAP.md`)
  const top = await files.list('.')
  return {
    project: packageName(manifests) ?? folderName(world.root),
    files: await tellingFiles(world, top),
    manifests,
    context: {
      claudeMd: claudeMd === null ? null : cut(claudeMd, 'CLAUDE.md'),
      techStack: techStack(top, manifests),
      keyDirs: top.filter((name) => name.endsWith('/') && !name.startsWith('.') && !skipped.includes(name)),
      workspaceConfig: config === null ? null : cut(config, 'INFRASTRUCTURE_MAP.md'),
      analysis: null,
      branch: repository.kind === 'ready' ? repository.branch : null,
      commits: (await git.lastSubjects(3)).map(oneLine),
    },
  }
}

async function manifestsIn(files: World['files']): Promise<Record<string, string>> {
  const all = await Promise.all(manifestNames.map(async (name) => [name, await files.read(name)] as const))
  return Object.fromEntries(all.flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
}

/** Files at the top say how the project is built; test files, wherever they are, say where tests lie. No others are wanted. */
async function tellingFiles(world: World, top: readonly string[]): Promise<string[]> {
  const all = (await world.git.trackedFiles()) ?? (await walk(world.files))
  const here = top.filter((name) => !name.endsWith('/'))
  const tests = all.filter((path) => isTest(path) || path.endsWith('conftest.py'))
  return [...new Set([...here, ...tests])].slice(0, mostFiles)
}

const skipped = ['node_modules/', 'dist/', 'build/', 'target/', 'vendor/', '__pycache__/']
const deepest = 8

/** Every file, without hidden, dependency and build folders. */
export async function walk(files: World['files'], most = mostFiles): Promise<string[]> {
  const found: string[] = []
  const folders = ['']
  while (folders.length > 0 && found.length < most) {
    const folder = folders.shift()!
    for (const name of await files.list(folder === '' ? '.' : folder.replace(/\/$/, ''))) {
      if (name.startsWith('.') || skipped.includes(name)) continue
      const path = folder + name
      if (!name.endsWith('/')) found.push(path)
      else if (path.split('/').length <= deepest) folders.push(path)
    }
  }
  return found.toSorted()
}

/** What the person's other tools call this project: the repository's name at its origin, else the folder's. */
async function repositoryName({ git, root }: World): Promise<string> {
  const url = await git.remoteUrl('origin')
  const name = url === null ? undefined : /([^/:]+?)(?:\.git)?\/*$/.exec(url)?.[1]
  return name !== undefined && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name) ? name : folderName(root)
}

function folderName(root: string): string {
  return root.split(/[\\/]/).filter(Boolean).at(-1) ?? 'project'
}

function packageName(manifests: Readonly<Record<string, string>>): string | null {
  const { name } = packageOf(manifests)
  return typeof name === 'string' && oneLine(name) !== '' ? oneLine(name) : null
}

const stacks: Readonly<Record<string, string>> = {
  'package.json': 'Node.js',
  'tsconfig.json': 'TypeScript',
  'pyproject.toml': 'Python',
  'requirements.txt': 'Python',
  'setup.py': 'Python',
  'Cargo.toml': 'Rust',
  'go.mod': 'Go',
  Gemfile: 'Ruby',
  'pom.xml': 'Java, Maven',
  'build.gradle': 'Java, Gradle',
  'build.gradle.kts': 'Kotlin, Gradle',
  'composer.json': 'PHP',
  Dockerfile: 'Docker',
  Makefile: 'make',
}

function techStack(top: readonly string[], manifests: Readonly<Record<string, string>>): string[] {
  const found = Object.keys(stacks).filter((name) => top.includes(name))
  const { dependencies } = packageOf(manifests)
  return [...new Set(found.map((name) => stacks[name]!)), ...Object.keys(fieldsOf(dependencies)).slice(0, 30)]
}

function packageOf(manifests: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(manifests['package.json'] ?? '{}'))
  } catch {
    return {}
  }
}

function cut(text: string, name: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n[… ${name} is cut here: ${text.length - longest} characters are left out]`
}
