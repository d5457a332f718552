// Check: everything that can be said of the sources without running them. `npm run check`.

import fs from 'node:fs'
import path from 'node:path'
import { fail, root, steps, tool } from './steps.js'

/** Fewer modules than this means that the tool looked at nothing: it then finds no fault either, and says so cheerfully. */
const fewest = 50

const cruise = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
const [cruised] = await steps([
  { name: 'imports (dependency-cruiser)', program: tool('depcruise'), args: cruise, quiet: true },
  { name: 'unused code (knip)', program: tool('knip'), args: [] },
  { name: 'types (tsc)', program: tool('tsc'), args: ['--noEmit', '-p', '.'] },
  { name: 'types of the page (tsc)', program: tool('tsc'), args: ['--noEmit', '-p', 'src/surfaces/web'] },
  { name: 'format and lint (biome)', program: tool('biome'), args: ['check', '--error-on-warnings'] },
  {
    name: 'licences of what is bundled',
    program: process.execPath,
    args: ['scripts/third-party.js', '--check'],
  },
])
imports(cruised)
pageImports()

function imports(found) {
  const { summary } = JSON.parse(found)
  if (summary.totalCruised < fewest) fail(`dependency-cruiser saw only ${summary.totalCruised} modules`)
  for (const { from, to, rule } of summary.violations) console.error(`  ${rule.name}: ${from} → ${to}`)
  if (summary.error > 0) fail(`${summary.error} imports point the wrong way`)
  console.log(`  ${summary.totalCruised} modules, every import points the right way`)
}

/**
 * The page runs in a browser: it may know the story, pure rules and the types of what it is sent, and nothing that touches the
 * machine. Of the events it takes the types alone: their schemas would bring a library along that is as large as half the page.
 * dependency-cruiser cannot read JSX with the parser that we have, so the page's imports are read here.
 */
function pageImports() {
  const page = path.join('src', 'surfaces', 'web')
  const allowed =
    /^src\/(surfaces\/(web\/|[^/]+$)|view\/|rules\/|text\/|kernel\/|hall\/(api|operations|routes)\.js|protocols\/[^/]+\/telling\.js)/
  const schemas = /^src\/(kernel\/run\/events|surfaces\/talk-wire|hall\/operations)\.js$/
  const files = fs
    .readdirSync(path.join(root, page), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|suite)\.tsx?$/.test(name))
    .map((name) => path.join(page, name))
  const wrong = files.flatMap((file) =>
    [
      ...fs
        .readFileSync(path.join(root, file), 'utf8')
        .matchAll(/^(?:import|export)( type)?\b[^']*?\bfrom '(\.[^']+)'/gm),
    ]
      .map(([, type, target]) => ({
        type,
        target: path.join(path.dirname(file), target).replaceAll(path.sep, '/'),
      }))
      .filter(({ type, target }) => !allowed.test(target) || (schemas.test(target) && type === undefined))
      .map(({ target }) => `${file} → ${target}`),
  )
  for (const one of wrong) console.error(`  page-runs-in-a-browser: ${one}`)
  if (files.length < fewest) fail(`only ${files.length} files of the page were found`)
  if (wrong.length > 0) fail(`${wrong.length} imports of the page point the wrong way`)
}
