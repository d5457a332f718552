// Builds the page that the server sends to a browser, into dist/web.

import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { noteBundled } from './bundled.js'
import { root } from './steps.js'

/** Built in another folder and then renamed, so that a running server never sends half of it. Returns the files that it was made from. */
export async function buildPage() {
  const web = path.join(root, 'dist', 'web')
  // A test that finds the page out of date builds it too, and libraries would bring along what only their developers need.
  process.env.NODE_ENV = 'production'
  const [made, old] = [`${web}.new-${process.pid}`, `${web}.old-${process.pid}`]
  const { output } = await build({
    configFile: path.join(root, 'src', 'surfaces', 'web', 'vite.config.ts'),
    logLevel: 'warn',
    // The page comes from this machine, so the size of a file is no reason to warn.
    build: {
      outDir: made,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
  })
  if (fs.existsSync(web)) fs.renameSync(web, old)
  fs.renameSync(made, web)
  fs.rmSync(old, { recursive: true, force: true })
  return [...new Set([...noteBundled('page', output).sources, ...filesOfThePage()])]
}

/** Vite does not list every file that it reads: styles that a style imports, its configuration, public files. */
function filesOfThePage() {
  const folder = path.join('src', 'surfaces', 'web')
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
}
