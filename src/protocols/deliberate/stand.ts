// Where a session stands is kept in session.md, so that whoever opens the folder knows it without a journal.

import { renderSession } from './documents/session-file.js'
import { dayOf, isoOf } from './documents/time.js'
import { momentOf, named, type Sitting, type Stand, tellMarks } from './sitting.js'

/** What each session has in its file, but for the time: what would change nothing is not written again. */
const stored = new WeakMap<Sitting, string>()

/** Takes the change over and writes it before anybody is asked anything. `at`: where the time is known already. */
export async function save(sitting: Sitting, change: Partial<Stand> = {}, at?: string): Promise<void> {
  sitting.stand = { ...sitting.stand, ...change }
  await tellMarks(sitting)
  const state = sessionText(sitting, '')
  if (stored.get(sitting) === state) return
  stored.set(sitting, state)
  const now = at ?? isoOf(momentOf(sitting, await sitting.meeting.now()))
  const path = `${sitting.folder}session.md`
  const text = sessionText(sitting, now)
  await sitting.meeting.write(path, text, { parts: ownLines(text) })
  sitting.written.add(path)
}

/** What another meeting of this session leaves as it is: what it is, and, as one block, what was approved here. */
function ownLines(text: string): string[] {
  const lines = text.split('\n')
  const from = lines.indexOf('## Approvals') + 1
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith('- '))
  const approved = lines.slice(from, end < 0 ? undefined : end).join('\n')
  return [
    ...lines.filter((line) => /^(?:# |Session ID: |Journal: )/.test(line)),
    ...(approved === '' ? [] : [approved]),
  ]
}

function sessionText(sitting: Sitting, touched: string): string {
  const { input, theme, stand, marks } = sitting
  return renderSession({
    themeName: theme.name,
    idea: input.idea,
    date: input.earlier?.date || dayOf(input.started),
    id: sitting.session,
    phase: stand.phase,
    slug: input.slug,
    mode: input.mode,
    status: stand.status,
    touched,
    agents: named(sitting, sitting.seated),
    action: stand.action,
    export: stand.export,
    contractIssue: stand.contractIssue,
    archived: null,
    degraded: marks,
    skills: stand.skills,
    approvals: stand.approvals,
    // Each meeting of the session names its own journal.
    otherLines: [
      ...(input.earlier?.otherLines ?? []),
      ...(stand.journal ? [`Journal: ${stand.journal}`] : []),
    ],
    otherSections: input.earlier?.otherSections ?? [],
  })
}
