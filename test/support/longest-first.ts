// Longest first: the order in which vitest takes test files. All workers are busy to the end only when what is left then is short.

import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where the files are that take longest: kills at lines of every kind, then servers, browsers and programs. One that is missing here only comes later. */
const longest = [
  'test/protocols/',
  'test/page/',
  'test/manners/',
  'test/server-events',
  'test/fuzz-',
  'test/deliberate',
  'test/server-',
  'test/cli-',
  'test/',
  'src/agents/claude/',
  'src/agents/acp/',
  'src/hall/',
  'src/workspace/',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const path = (moduleId: string) => relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
    const place = ({ project, moduleId }: TestSpecification) => {
      const known = longest.findIndex((start) => path(moduleId).startsWith(start))
      // A worker ends, with all the modules that it has, when the next file may not share it: those come last.
      return [Number(project.config.isolate), known < 0 ? longest.length : known, -statSync(moduleId).size]
    }
    return files
      .map((file) => ({ file, at: place(file) }))
      .toSorted((a, b) => a.at.map((n, i) => n - (b.at[i] ?? 0)).find((n) => n !== 0) ?? 0)
      .map(({ file }) => file)
  }
}
