// Build: the command as CommonJS in small chunks (it starts faster), the public API as one ES module, and its types.
// `--command-only` leaves out what a run of the command does not need.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(root, 'dist')

/** What a person may have beside parley: never bundled, imported only when a seat wants it. */
const peers = [/^ai($|\/)/, /^@ai-sdk\//, /^@anthropic-ai\/claude-agent-sdk/]

const started = new Date()
const { kept, sources } = await buildCommand()
if (pageIsOld()) stamp('.built-page', started, sourcesOf(await (await import('./build-page.js')).buildPage()))
if (!process.argv.includes('--command-only')) {
  await buildApi()
  buildTypes()
}
sweep(path.join(dist, 'chunks'), kept)
stamp('.built', started, ['scripts/build.js', 'package.json', ...sources])

async function buildCommand() {
  const bundle = await rolldown({ ...common('src/surfaces/cli/start.ts', 'parley'), external: peers })
  const { output } = await bundle.generate({
    dir: dist,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  // The entry comes last: whoever reads it finds every chunk that it names.
  for (const file of output.toReversed()) put(path.join(dist, file.fileName), file.code ?? file.source)
  const kept = new Set(output.map(({ fileName }) => path.basename(fileName)))
  return { kept, sources: sourcesOf(output) }
}

/** In place at once: a command that starts meanwhile reads the old file or the new one, never half of one. */
function put(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

async function buildApi() {
  const bundle = await rolldown({ ...common('src/index.ts', 'index'), external: [...peers, /^zod($|\/)/] })
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'api/[name]-[hash].js',
    // A bundled CommonJS dependency names its temporary files after `__filename`, which an ES module does not have.
    intro: "import { fileURLToPath as __path } from 'node:url'; const __filename = __path(import.meta.url);",
  })
  await bundle.close()
}

function buildTypes() {
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function common(entry, name) {
  return {
    cwd: root,
    input: { [name]: path.join(root, entry) },
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.json'),
    logLevel: 'warn',
  }
}

/** The page takes longer than the command and changes less often: it is built when a file that is in it, or belongs in it, has changed. */
function pageIsOld() {
  const page = path.join(root, 'src', 'surfaces', 'web')
  if (!fs.existsSync(page)) return false
  const stamp = path.join(dist, '.built-page')
  const built = fs.statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (built === 0 || !fs.existsSync(path.join(dist, 'web', 'index.html'))) return true
  const inIt = fs.readFileSync(stamp, 'utf8').split('\n').slice(0, -1)
  const own = fs.readdirSync(page, { recursive: true }).map((name) => path.join(page, name))
  const time = (file) => fs.statSync(path.resolve(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  return (
    tellings().some((file) => !inIt.includes(file)) || [...inIt, ...own].some((file) => time(file) > built)
  )
}

/** The page finds these by their name, so that no other file changes when one is added. */
function tellings() {
  const folder = path.join('src', 'protocols')
  const files = fs.readdirSync(path.join(root, folder)).map((name) => path.join(folder, name, 'telling.ts'))
  return files.filter((file) => fs.existsSync(path.join(root, file)))
}

/** Chunks of an older build stay for an hour: a command that is still running may yet want one. */
function sweep(folder, keep) {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    if (!keep.has(name) && Date.now() - fs.statSync(file).mtimeMs > 3_600_000) fs.rmSync(file)
  }
}

/** Our own files among what was bundled, relative to the root. */
function sourcesOf(output) {
  const bundled = output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .filter((id) => id.startsWith(path.join(root, 'src')))
  return [...new Set(bundled.map((id) => path.relative(root, id)))].sort()
}

/** As old as the start of this build: a source that changed meanwhile is newer than it. What it names is what may make it stale. */
function stamp(name, time, sources) {
  const file = path.join(dist, name)
  fs.writeFileSync(file, `${sources.join('\n')}\n`)
  fs.utimesSync(file, time, time)
}
