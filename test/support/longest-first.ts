// Longest first: the order in which vitest takes test files. Two workers are busy to the end only when what is left then is short.

import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Kinds of tests, as vitest.config.ts names them. */
const kinds = ['processes', 'programs', 'units']

/** Files that take more than half a minute on two cores. A file that is missing here only comes later. */
const longest: readonly string[] = []

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => {
      const known = longest.findIndex((name) => moduleId.endsWith(name))
      return [kinds.indexOf(project.name), known < 0 ? longest.length : known, -statSync(moduleId).size]
    }
    return files
      .map((file) => ({ file, at: place(file) }))
      .toSorted((a, b) => a.at.map((n, i) => n - (b.at[i] ?? 0)).find((n) => n !== 0) ?? 0)
      .map(({ file }) => file)
  }
}
