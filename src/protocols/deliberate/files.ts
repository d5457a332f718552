// Documents of a session: written into its folder, remembered for the next commit, and marked where the session is degraded.

import { withMarks } from './rules/degraded.js'
import type { Sitting } from './sitting.js'

export interface FileOptions {
  /** It says at its top what it lacks. */
  readonly marked?: boolean
  /** A later meeting of the session may go on with it, so only these lines of it are this meeting's. */
  readonly parts?: readonly string[]
  /** What it is called in the outcome. */
  readonly as?: string
}

/** Writes `name` below the session's folder; gives back what was written, in which secrets are masked. */
export async function writeFile(
  sitting: Sitting,
  name: string,
  text: string,
  { marked, parts, as }: FileOptions = {},
): Promise<string> {
  const path = `${sitting.folder}${name}`
  const common = sitting.meeting.degraded()
  const whole = marked ? withMarks(text, sitting.marks, [...sitting.absent.values()], common) : text
  const written = await sitting.meeting.write(path, whole, parts ? { parts } : undefined)
  sitting.texts.set(name, written)
  sitting.written.add(path)
  if (as !== undefined) sitting.documents.set(as, path)
  return written
}

/** Commits what the session wrote since the last time. */
export async function commit(sitting: Sitting, name: string, subject: string): Promise<void> {
  const { meeting, written, commits } = sitting
  const paths = [...written].toSorted()
  const done = await meeting.act(`commit ${name}`, ({ git }) => git.commitPaths(paths, subject))
  commits.push({ subject, commit: done })
  if (done.kind !== 'skipped') written.clear()
  else await meeting.note('notice', { text: `Not committed (${subject}): ${done.why}` })
}
