// What tests cost: with PARLEY_TEST_CPU=FILE every test of a run is appended there with its seconds of CPU, those of the processes that it
// started and that have ended included. How long a test takes says little where many run at once; what it costs stays about the same.

import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeEach, onTestFinished } from 'vitest'

/** Linux counts in hundredths of a second. */
const perSecond = 100

/** Called for each test file: what is spent outside of its tests, such as on imports and hooks, is its line without a name. */
export function tellWhatIsSpent(to: string): void {
  let inTests = 0
  let file = ''
  // What was spent on importing the file came before this line; of it only what comes after is seen here.
  const begun = spent()
  const tell = (seconds: number, name: string) =>
    appendFileSync(to, `${seconds.toFixed(2)}\t${file}\t${name}\n`)
  beforeEach(({ task }) => {
    file = relative(process.cwd(), task.file.filepath)
    const before = spent()
    onTestFinished(() => {
      const seconds = spent() - before
      inTests += seconds
      tell(seconds, task.name)
    })
  })
  afterAll(() => tell(spent() - begun - inTests, ''))
}

/** Of this process and of those that it started and that have ended; zero where there is no such count. */
function spent(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // Behind the name of the program, which may hold anything: user, system, and both of ended children.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return fields.slice(11, 15).reduce((sum, one) => sum + one, 0) / perSecond
  } catch {
    return 0
  }
}
