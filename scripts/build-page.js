// Build of the page: what the server sends to a browser, under dist/web.

import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { noteBundled } from './bundled.js'
import { root } from './steps.js'

/** Built aside and put in place whole: a server that runs meanwhile never sends half of it. Gives our own sources in it. */
export async function buildPage() {
  const web = path.join(root, 'dist', 'web')
  const [made, old] = [`${web}.new-${process.pid}`, `${web}.old-${process.pid}`]
  const { output } = await build({
    configFile: path.join(root, 'src', 'surfaces', 'web', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made },
  })
  if (fs.existsSync(web)) fs.renameSync(web, old)
  fs.renameSync(made, web)
  fs.rmSync(old, { recursive: true, force: true })
  return noteBundled('page', output).sources
}
