// For the benches: the parts of the server as they are shipped, bundled, since no public module has them.

import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from './_support.js'

/** What the benches show at the door. */
export const token = 'a-token-of-the-benches-that-is-long-enough'

/** Inside the checkout, since the library is looked for upwards from where the code runs. */
export async function serverParts() {
  const cache = path.join(root, 'node_modules', '.cache')
  fs.mkdirSync(cache, { recursive: true })
  const dir = fs.mkdtempSync(path.join(cache, 'parley-bench-'))
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }))
  const bundle = await rolldown({
    cwd: root,
    input: path.join(root, 'scripts', 'bench', '_server-parts.ts'),
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.json'),
    external: [/^ai($|\/)/, /^@ai-sdk\//, /^@anthropic-ai\//],
    logLevel: 'silent',
  })
  await bundle.write({
    dir,
    format: 'cjs',
    entryFileNames: 'parts.cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
  return (await import(pathToFileURL(path.join(dir, 'parts.cjs')).href)).default
}
