// For tests: a grove of thirteen files in three folders, to be audited.

import type { Line } from '../../../kernel/line/line.js'
import { type Held, inputFor, session, usual } from '../harness.suite.js'
import { type Auditor, auditedBy } from './auditors.suite.js'

export const lines = usual({
  'audit.criteria': [{ criteria: ['Water is never lost'], scope: [] }],
  'audit.gaps': [{ reopen: [] }],
  'audit.report': [{ summary: 'The grove is dry.', recommendations: [] }],
})

/** Twelve short files in three folders, and a long one whose result no receipt keeps whole. */
export const tree: Record<string, string> = {
  ...Object.fromEntries(
    ['src/', 'docs/', 'test/'].flatMap((folder) =>
      ['a', 'b', 'c', 'd'].map((name) => [`${folder}${name}.ts`, `export const ${name} = 1\n`]),
    ),
  ),
  'src/long.ts': Array.from({ length: 400 }, (_, at) => `const line${at} = ${at}`).join('\n'),
}

export async function audited(
  files: Record<string, string> = tree,
  mode: 'audit' | 'deep' | 'standard' = 'audit',
  before: readonly Line[] = [],
): Promise<Held> {
  const held = await session(inputFor({ mode, idea: 'Is water lost?' }), {}, before)
  held.at.files.delete('src/pump.ts')
  for (const [path, text] of Object.entries(files)) held.at.files.set(path, text)
  held.at.git.trackedFiles = async () => Object.keys(files).toSorted()
  return held
}

export const hold = (
  held: Held,
  auditor: Auditor,
  answers: (string | [string, string])[] = ['start', 'keep'],
  more = {},
) => held.hold(lines, answers, { ...auditedBy(held, auditor, lines), ...more })
