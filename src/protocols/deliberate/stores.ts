// Where a session stands is kept in three places: session.md, the workspace's index and the person's registry. One writer for all.

import { isMeetingId } from '../../rules/meeting-id.js'
import {
  type EntryChange,
  entryFromFolder,
  type IndexEntry,
  mergedIndex,
  newEntry,
} from './documents/index-file.js'
import { mergedRegistry } from './documents/registry-file.js'
import { readSession, renderSession } from './documents/session-file.js'
import { dayOf, isoOf } from './documents/time.js'
import { momentOf, named, type Sitting, type Stand, tellMarks } from './sitting.js'

/** What each session has in its stores: what would change nothing is not written again. */
const stored = new WeakMap<Sitting, string>()

/** Takes the change over and writes it to all three before anybody is asked anything. `at`: where the time is known already. */
export async function save(sitting: Sitting, change: Partial<Stand> = {}, at?: string): Promise<void> {
  sitting.stand = { ...sitting.stand, ...change }
  await tellMarks(sitting)
  const text = sessionText(sitting)
  const state = JSON.stringify([text, entryOf(sitting, '')])
  if (stored.get(sitting) === state) return
  stored.set(sitting, state)
  const now = at ?? isoOf(momentOf(sitting, await sitting.meeting.now()))
  const path = `${sitting.folder}session.md`
  await sitting.meeting.write(path, text, { parts: ownLines(text) })
  sitting.written.add(path)
  const entry = entryOf(sitting, now)
  await keepRegistry(sitting, {
    ...newEntry({ ...entry, phase: sitting.stand.phase, mode: sitting.input.mode }),
    ...entry,
  })
  await keepIndex(sitting, entry)
}

export function ignoreFile(theme: string): string {
  return `.claude/${theme}/.gitignore`
}

/** Keeps the index out of git: it holds a machine's path, changes with every session, and can be made again. */
export async function ignoreIndex({ meeting, theme, written }: Sitting): Promise<void> {
  const path = ignoreFile(theme.id)
  const line = 'index.json*'
  await meeting.revise(path, (text) => {
    const lines = (text ?? '').split('\n')
    return {
      text: lines.includes(line) ? (text ?? '') : [line, ...lines].join('\n'),
      result: null,
      parts: [line],
    }
  })
  written.add(path)
}

/** What another meeting of this session leaves as it is: what it is, and, as one block, what was approved here. */
function ownLines(text: string): string[] {
  const lines = text.split('\n')
  const from = lines.indexOf('## Approvals') + 1
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith('- '))
  const approved = lines.slice(from, end < 0 ? undefined : end).join('\n')
  return [
    ...lines.filter((line) => /^(?:# |Session ID: )/.test(line)),
    ...(approved === '' ? [] : [approved]),
  ]
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
async function keepIndex(sitting: Sitting, entry: EntryChange): Promise<void> {
  const { meeting, theme, input } = sitting
  // Git ignores the index, so it may name a folder of this machine; the journal keeps only its hash.
  const merge = (text: string | null) => mergedIndex(text, meeting.workspaceAt, [entry])
  const parts = [`"id": ${JSON.stringify(entry.id)}`]
  const fits = await meeting.revise(theme.indexPath, (text) => {
    const merged = merge(text)
    return {
      text: merged.kind === 'text' ? merged.text : (text ?? ''),
      result: merged.kind === 'text',
      parts: merged.kind === 'text' ? parts : [],
    }
  })
  if (fits) return
  const stamp = input.started.ms
  await meeting.act('index aside', async ({ files }) => {
    const aside = `${theme.indexPath}.bad-${stamp}`
    if (!(await files.exists(aside))) await files.rename(theme.indexPath, aside)
    return aside
  })
  const others = await fromFolders(sitting)
  await meeting.note('warning', {
    text: `${theme.indexPath} could not be read; it lies beside itself as ….bad-${stamp}, and a new one was made from the folders of the sessions`,
  })
  await meeting.revise(theme.indexPath, (text) => {
    const merged = mergedIndex(text, meeting.workspaceAt, [...others, entry])
    return { text: merged.kind === 'text' ? merged.text : '', result: null, parts }
  })
}

/** The other sessions here, as far as their own papers tell. */
function fromFolders({ meeting, theme, session }: Sitting): Promise<EntryChange[]> {
  return meeting.act('index folders', async ({ files, now }) => {
    const at = isoOf({ ms: now().getTime(), offset: 0 })
    const found: EntryChange[] = []
    for (const name of await files.list(theme.sessionRoot.replace(/\/$/, ''))) {
      const id = name.replace(/\/$/, '')
      if (!name.endsWith('/') || !isMeetingId(id) || id === session) continue
      const folder = `${theme.sessionRoot}${id}/`
      const text = await files.read(`${folder}session.md`).catch(() => null)
      const head = text === null ? null : readSession(text)
      if (head === null) continue
      const papers = ['plan.md', 'acceptance-contract.md']
      const there = await Promise.all(papers.map((paper) => files.exists(`${folder}${paper}`)))
      const kept = papers.filter((_, place) => there[place])
      found.push(entryFromFolder(id, head, kept, at))
    }
    return found
  })
}

/** The registry is the person's convenience: where it cannot be written, the session goes on. */
async function keepRegistry(sitting: Sitting, entry: IndexEntry): Promise<void> {
  const { meeting, theme, input, remarks } = sitting
  const failed = await meeting.act('registry', async ({ home, root }) => {
    const change = { workspace: root, name: input.project, entries: [entry] }
    return home.merge(theme.registryPath, (text) => {
      const merged = mergedRegistry(text, change)
      return merged.kind === 'text' ? merged.text : null
    })
  })
  if (failed === null || remarks.includes(failed)) return
  remarks.push(failed)
  await meeting.note('warning', { text: `The registry of all workspaces was not updated: ${failed}` })
}
