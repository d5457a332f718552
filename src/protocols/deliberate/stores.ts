// Where a session stands is kept in three places: session.md, the workspace's index and the person's registry. One writer for all.

import { type EntryChange, type IndexEntry, mergedIndex, newEntry } from './documents/index-file.js'
import { mergedRegistry } from './documents/registry-file.js'
import { renderSession } from './documents/session-file.js'
import { dayOf, isoOf } from './documents/time.js'
import { momentOf, named, type Sitting, type Stand, tellMarks } from './sitting.js'

/** Takes the change over and writes it to all three before anybody is asked anything. */
export async function save(sitting: Sitting, change: Partial<Stand> = {}): Promise<void> {
  sitting.stand = { ...sitting.stand, ...change }
  await tellMarks(sitting)
  const now = isoOf(momentOf(sitting, await sitting.meeting.now()))
  const path = `${sitting.folder}session.md`
  const text = sessionText(sitting)
  await sitting.meeting.write(path, text, { parts: ownLines(text) })
  sitting.written.add(path)
  const entry = entryOf(sitting, now)
  const root = await keepRegistry(sitting, {
    ...newEntry({ ...entry, phase: sitting.stand.phase, mode: sitting.input.mode }),
    ...entry,
  })
  await keepIndex(sitting, entry, root)
}

export function ignoreFile(theme: string): string {
  return `.claude/${theme}/.gitignore`
}

/** Keeps the index out of git: it holds a machine's path, changes with every session, and can be made again. */
export async function ignoreIndex({ meeting, theme, written }: Sitting): Promise<void> {
  const path = ignoreFile(theme.id)
  await meeting.revise(path, (text) => ({ text: text ?? 'index.json*\n', result: null, parts: [] }))
  written.add(path)
}

/** Lines that another meeting of this session leaves as they are: what it is, and what was approved here. */
function ownLines(text: string): string[] {
  return text.split('\n').filter((line) => /^(?:# |Session ID: |- .* \| )/.test(line))
}

function sessionText(sitting: Sitting): string {
  const { input, theme, stand, marks } = sitting
  return renderSession({
    themeName: theme.name,
    idea: input.idea,
    date: input.adopted?.date ?? dayOf(input.started),
    id: sitting.session,
    phase: stand.phase,
    slug: input.slug,
    mode: input.mode,
    status: stand.status,
    action: stand.action,
    export: stand.export,
    degraded: marks,
    adopted: input.adopted?.at ?? null,
    skills: stand.skills,
    approvals: stand.approvals,
    otherLines: input.adopted?.otherLines ?? [],
    otherSections: input.adopted?.otherSections ?? [],
  })
}

function entryOf(sitting: Sitting, now: string): EntryChange & Pick<IndexEntry, 'slug' | 'idea' | 'created'> {
  const { input, stand, seated, loaded, marks } = sitting
  const used = [...loaded].flatMap(([member, skills]) => skills.map(({ skill }) => `${member}/${skill}`))
  return {
    id: sitting.session,
    slug: input.slug,
    idea: input.idea,
    created: isoOf(input.started),
    updated: now,
    phase: stand.phase,
    status: stand.status,
    agents: named(sitting, seated),
    skills_used: [...new Set([...(input.adopted?.skillsUsed ?? []), ...used])],
    contract_generated: stand.contract,
    contract_issue: stand.contractIssue,
    mode: input.mode,
    stale_from: null,
    degraded: marks,
    export: stand.exported,
  }
}

/** A file that does not parse is moved aside first: what other sessions stand in it is on disk, for a person to look at. */
async function keepIndex(sitting: Sitting, entry: EntryChange, root: string | null): Promise<void> {
  const { meeting, theme, input } = sitting
  const merge = (text: string | null) => mergedIndex(text, root, [entry])
  const fits = await meeting.revise(theme.indexPath, (text) => {
    const merged = merge(text)
    return {
      text: merged.kind === 'text' ? merged.text : (text ?? ''),
      result: merged.kind === 'text',
      parts: [],
    }
  })
  if (fits) return
  const stamp = input.started.ms
  await meeting.act('index aside', async ({ files }) => {
    const aside = `${theme.indexPath}.bad-${stamp}`
    if (!(await files.exists(aside))) await files.rename(theme.indexPath, aside)
    return aside
  })
  await meeting.note('warning', {
    text: `${theme.indexPath} could not be read; it lies beside itself as ….bad-${stamp}, and a new one was begun`,
  })
  await meeting.revise(theme.indexPath, (text) => {
    const merged = merge(text)
    return { text: merged.kind === 'text' ? merged.text : '', result: null, parts: [] }
  })
}

/**
 * The registry is the person's convenience: where it cannot be written, the session goes on. Gives the folder of the workspace, which
 * index and registry name and no journal does: null where this step was only replayed, and then the index has it already.
 */
async function keepRegistry(sitting: Sitting, entry: IndexEntry): Promise<string | null> {
  const { meeting, theme, input, remarks } = sitting
  let here: string | null = null
  const failed = await meeting.act('registry', async ({ home, root }) => {
    here = root
    const change = { workspace: root, name: input.project, entries: [entry] }
    return home.merge(theme.registryPath, (text) => {
      const merged = mergedRegistry(text, change)
      return merged.kind === 'text' ? merged.text : null
    })
  })
  if (failed === null || remarks.includes(failed)) return here
  remarks.push(failed)
  await meeting.note('warning', { text: `The registry of all workspaces was not updated: ${failed}` })
  return here
}
