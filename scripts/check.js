// Check: everything that can be said of the sources without running them. `npm run check`.

import { fail, step, tool } from './steps.js'

/** Fewer modules than this means that the tool looked at nothing: it then finds no fault either, and says so cheerfully. */
const fewest = 50

step('format and lint (biome)', tool('biome'), ['check', '--error-on-warnings'])
step('types (tsc)', tool('tsc'), ['--noEmit', '-p', '.'])
step('types of the page (tsc)', tool('tsc'), ['--noEmit', '-p', 'src/surfaces/web'])
imports()
step('unused code (knip)', tool('knip'), [])

function imports() {
  const args = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { summary } = JSON.parse(
    step('imports (dependency-cruiser)', tool('depcruise'), args, { keep: true }),
  )
  if (summary.totalCruised < fewest) fail(`dependency-cruiser saw only ${summary.totalCruised} modules`)
  for (const { from, to, rule } of summary.violations) console.error(`  ${rule.name}: ${from} → ${to}`)
  if (summary.error > 0) fail(`${summary.error} imports point the wrong way`)
  console.log(`  ${summary.totalCruised} modules, every import points the right way`)
}
