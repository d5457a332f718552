// Commits: the subjects under which a session's own files are committed.

import { shortened } from '../../../text/excerpts.js'
import { oneLine } from '../documents/text.js'

export const commitSubjects = {
  design: (theme: string, idea: string) => docs(theme, `design document for ${short(idea)}`),
  plan: (theme: string, idea: string) => docs(theme, `execution plan and PRD for ${short(idea)}`),
  audit: (theme: string, findings: number, passes: number) =>
    docs(theme, `audit report — ${findings} findings across ${passes} passes`),
  close: (theme: string, session: string) => docs(theme, `close ${session}`),
  remove: (theme: string, session: string) => docs(theme, `remove ${session}`),
  migrate: (theme: string, session: string) => docs(theme, `migrate ${session}`),
  task: (slug: string, title: string, story: string) => `feat(${slug}): ${short(title)} (${story})`,
  fix: (zone: string, findings: readonly string[]) =>
    `fix(${zone}): ${findings.length} findings (${findings.join(', ')})`,
} as const

function docs(theme: string, what: string): string {
  return `docs(${theme}): ${what}`
}

/** One line of at most 60 characters. */
function short(text: string): string {
  return shortened(oneLine(text), 60)
}
