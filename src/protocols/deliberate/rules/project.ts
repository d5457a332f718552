// The project as its manifests tell it: which commands prove its quality, and which framework its tests are written in.

import { fieldsOf } from '../../../rules/values.js'

export interface Project {
  /** Paths of all files, relative. */
  readonly files: readonly string[]
  /** The texts of the manifests at the root that exist, by name. */
  readonly texts: Readonly<Record<string, string>>
}

const pythonManifests = [
  'pyproject.toml',
  'requirements.txt',
  'requirements-dev.txt',
  'setup.cfg',
  'setup.py',
  'tox.ini',
]

/** Whoever looks at a project reads these, where they are. */
export const manifestNames = ['package.json', ...pythonManifests, 'Makefile'] as const

export interface QualityGate {
  readonly name: string
  readonly command: string
  /** What it proves. */
  readonly proves: string
}

export function qualityGates(project: Project): QualityGate[] {
  const found = [...nodeGates(project), ...pythonGates(project), ...rustGates(project), ...goGates(project)]
  return found.length > 0 ? found : makeGates(project)
}

const proofs: Readonly<Record<string, string>> = {
  build: 'the project builds',
  typecheck: 'the types hold',
  lint: 'the linter has nothing to say',
  test: 'the tests pass',
}

function nodeGates(project: Project): QualityGate[] {
  if (!('package.json' in project.texts)) return []
  const scripts = fieldsOf(packageOf(project)['scripts'])
  const manager = managerOf(project)
  const isReal = (name: string) =>
    typeof scripts[name] === 'string' && !scripts[name].includes('no test specified')
  const own = Object.keys(proofs).filter(isReal)
  const gates = own.map((name) =>
    gate(name, name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`),
  )
  const typed = has(project, 'tsconfig.json') && !own.includes('typecheck')
  return typed ? [...gates, gate('typecheck', 'npx tsc --noEmit')] : gates
}

function managerOf(project: Project): string {
  if (has(project, 'pnpm-lock.yaml')) return 'pnpm'
  if (has(project, 'yarn.lock')) return 'yarn'
  return has(project, 'bun.lock') || has(project, 'bun.lockb') ? 'bun' : 'npm'
}

function pythonGates(project: Project): QualityGate[] {
  const ruff =
    has(project, 'ruff.toml') ||
    has(project, '.ruff.toml') ||
    says(project, 'pyproject.toml', /^\[tool\.ruff/m)
  const mypy =
    has(project, 'mypy.ini') || has(project, '.mypy.ini') || says(project, 'pyproject.toml', /^\[tool\.mypy/m)
  return [
    ...(usesPytest(project) ? [gate('test', 'pytest')] : []),
    ...(ruff ? [gate('lint', 'ruff check .')] : []),
    ...(mypy || says(project, 'setup.cfg', /^\[mypy/m) ? [gate('typecheck', 'mypy .')] : []),
  ]
}

function rustGates(project: Project): QualityGate[] {
  return has(project, 'Cargo.toml') ? [gate('build', 'cargo build'), gate('test', 'cargo test')] : []
}

function goGates(project: Project): QualityGate[] {
  if (!has(project, 'go.mod')) return []
  return [gate('build', 'go build ./...'), gate('lint', 'go vet ./...'), gate('test', 'go test ./...')]
}

function makeGates(project: Project): QualityGate[] {
  const targets = ['build', 'lint', 'test'].filter((name) =>
    says(project, 'Makefile', new RegExp(`^${name}\\s*:(?!=)`, 'm')),
  )
  return targets.map((name) => gate(name, `make ${name}`))
}

function gate(name: string, command: string): QualityGate {
  return { name, command, proves: proofs[name]! }
}

/** The runners whose tests are known here. */
export type Framework = 'vitest' | 'jest' | 'node:test' | 'pytest'

export interface Testing {
  /** Null where it is none of these. */
  readonly framework: Framework | null
  /** Whether it has a runner of its own for end-to-end tests. */
  readonly endToEnd: boolean
  /** Of JavaScript files: `ts`, `js` or `mjs`. */
  readonly extension: string
}

export function testingOf(project: Project): Testing {
  const framework = frameworks.find(([, fits]) => fits(project))?.[0] ?? null
  const endToEnd = depends(project, '@playwright/test') || depends(project, 'cypress')
  return { framework, endToEnd, extension: extensionOf(project, framework) }
}

/** In order: the first that fits is the one. */
const frameworks: readonly (readonly [Framework, (project: Project) => boolean])[] = [
  ['vitest', (project) => depends(project, 'vitest') || named(project, /^vitest\.config\.\w+$/)],
  [
    'jest',
    (project) =>
      depends(project, 'jest') || named(project, /^jest\.config\.\w+$/) || 'jest' in packageOf(project),
  ],
  [
    'node:test',
    (project) =>
      /node\s+(?:\S+\s+)*--test\b/.test(String(fieldsOf(packageOf(project)['scripts'])['test'] ?? '')),
  ],
  ['pytest', usesPytest],
]

function usesPytest(project: Project): boolean {
  const configured =
    has(project, 'pytest.ini') || project.files.some((path) => /(?:^|\/)conftest\.py$/.test(path))
  return configured || pythonManifests.some((name) => says(project, name, /\bpytest\b/))
}

function extensionOf(project: Project, framework: Framework | null): string {
  if (has(project, 'tsconfig.json') || depends(project, 'typescript')) return 'ts'
  return framework === 'node:test' && packageOf(project)['type'] !== 'module' ? 'mjs' : 'js'
}

function depends(project: Project, name: string): boolean {
  const manifest = packageOf(project)
  return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].some((kind) =>
    Object.hasOwn(fieldsOf(manifest[kind]), name),
  )
}

function packageOf({ texts }: Project): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(texts['package.json'] ?? '{}'))
  } catch {
    return {}
  }
}

function has({ files }: Project, path: string): boolean {
  return files.includes(path)
}

/** At the root. */
function named({ files }: Project, pattern: RegExp): boolean {
  return files.some((path) => pattern.test(path))
}

function says({ texts }: Project, name: string, pattern: RegExp): boolean {
  return pattern.test(texts[name] ?? '')
}
