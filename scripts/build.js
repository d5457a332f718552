// Build: the command as CommonJS in small chunks (it starts faster), the public API as one ES module, and its types.
// `--command-only` leaves out what a run of the command does not need; `--to-publish` also leaves nothing of older builds.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { bundledIn, isOutdated, noteBundled } from './bundled.js'
import { root } from './steps.js'

const dist = path.join(root, 'dist')

/** Its licence does not allow bundling: a person who wants it installs it, and it is imported only when a seat uses it. */
const apart = [/^@anthropic-ai\/claude-agent-sdk/]

const started = new Date()
const { kept, sources } = await buildCommand()
if (pageIsOld()) stamp('.built-page', started, await (await import('./build-page.js')).buildPage())
if (!process.argv.includes('--command-only')) {
  await buildApi()
  buildTypes()
}
sweep(path.join(dist, 'chunks'), kept)
stamp('.built', started, ['scripts/build.js', 'package.json', ...sources])

async function buildCommand() {
  const bundle = await rolldown({ ...common('src/surfaces/cli/start.ts', 'parley'), external: apart })
  const { output } = await bundle.generate({
    dir: dist,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  // The entry is written last, so that every chunk that it names exists.
  for (const file of output.toReversed()) put(path.join(dist, file.fileName), file.code ?? file.source)
  const kept = new Set(output.map(({ fileName }) => path.basename(fileName)))
  return { kept, sources: noteBundled('command', output).sources }
}

/** Replaces a file atomically: a command that starts meanwhile reads the old file or the new one, never half of one. */
function put(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

async function buildApi() {
  const bundle = await rolldown({ ...common('src/index.ts', 'index'), external: [...apart, /^zod($|\/)/] })
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'api/[name]-[hash].js',
    // A bundled CommonJS dependency names its temporary files after `__filename`, which an ES module does not have.
    intro: "import { fileURLToPath as __path } from 'node:url'; const __filename = __path(import.meta.url);",
  })
  await bundle.close()
  noteBundled('library', output)
  sweep(path.join(dist, 'api'), new Set(output.map(({ fileName }) => path.basename(fileName))))
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
    resolve: {
      alias: {
        '@ai-sdk/gateway': path.join(root, 'scripts', 'no-gateway.js'),
        boolbase: path.join(root, 'scripts', 'true-and-false.cjs'),
      },
    },
    logLevel: 'warn',
    // A module that one place loads late and another at once is no fault, and the first thing a newcomer would read.
    checks: { ineffectiveDynamicImport: false },
  }
}

/** The page takes longer to build than the command and changes less often, so it is built only when one of its files has changed. */
function pageIsOld() {
  const page = path.join(root, 'src', 'surfaces', 'web')
  if (!fs.existsSync(page)) return false
  const noted = bundledIn('page')
  if (noted === undefined || isOutdated(noted)) return true
  const stamp = path.join(dist, '.built-page')
  const built = fs.statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (built === 0 || !fs.existsSync(path.join(dist, 'web', 'index.html'))) return true
  const inIt = fs.readFileSync(stamp, 'utf8').split('\n').slice(0, -1)
  const time = (file) => fs.statSync(path.resolve(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  return tellings().some((file) => !inIt.includes(file)) || inIt.some((file) => time(file) > built)
}

/** The page finds these files by name, so a new one counts although no other file changed. */
function tellings() {
  const folder = path.join('src', 'protocols')
  const files = fs.readdirSync(path.join(root, folder)).map((name) => path.join(folder, name, 'telling.ts'))
  return files.filter((file) => fs.existsSync(path.join(root, file)))
}

/** Chunks of an older build stay for an hour, because a running command may still load one. */
function sweep(folder, keep) {
  const patience = process.argv.includes('--to-publish') ? 0 : 3_600_000
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    if (!keep.has(name) && Date.now() - fs.statSync(file).mtimeMs > patience) fs.rmSync(file)
  }
}

/** Its time is the start of this build, so that a source that changes during the build is newer. It lists the sources. */
function stamp(name, time, sources) {
  const file = path.join(dist, name)
  fs.writeFileSync(file, `${sources.join('\n')}\n`)
  fs.utimesSync(file, time, time)
}
