// Writing: documents that have enough are written as one batch after each turn, and meta.json last.

import { type Analysis, keptOf, renderingNow, standingNow, tierOf, voiceFor } from './analysis.js'
import { copyFirst } from './copies.js'
import { type RenderedArtifact, renderedArtifact, withoutHeader } from './documents/artifact.js'
import { hear } from './hearing.js'
import type { Role } from './names.js'
import { promptOf } from './prompts/frame.js'
import { validatePrompt, writeChecks } from './prompts/work.js'
import {
  afterWrite,
  blockingTopics,
  dueArtifacts,
  hasEnough,
  missingFacts,
  ownerOf,
  pendingArtifact,
  statusOf,
  type Written,
} from './rules/artifacts.js'
import { hasConcreteTypes, moduleCycle, stepCycle } from './rules/counting.js'
import { all } from './rules/records.js'
import { outOfOrder } from './rules/unfinished.js'
import { Validation } from './schemas.js'

export interface Rendered extends RenderedArtifact {
  readonly file: string
  readonly status: string
}

/** After a turn: whatever is due, has its facts and passes its checks, and differs from what is there. */
export async function writeDue(analysis: Analysis): Promise<void> {
  const at = await analysis.meeting.now()
  const standing = standingNow(analysis)
  const ready = dueArtifacts(tierOf(analysis), analysis.store).filter(
    (file) => analysis.written.has(file) || hasEnough(file, standing) || isClosedWithFacts(analysis, file),
  )
  const passed = await validated(analysis, ready, at)
  const rendered = passed.flatMap((file) => renderFor(analysis, file, at) ?? [])
  if (rendered.length > 0) await writeBatch(analysis, rendered)
}

function isClosedWithFacts(analysis: Analysis, file: Written): boolean {
  const topics = blockingTopics(file)
  return (
    topics.length > 0 &&
    topics.every((topic) => analysis.tracker.closed.has(topic)) &&
    missingFacts(file, standingNow(analysis)).length === 0
  )
}

/** Null where the text is as it was, but for its header. */
function renderFor(analysis: Analysis, file: Written, at: string): Rendered | null {
  const before = analysis.files.get(file) ?? pendingArtifact
  if (file === 'quick-scan.md' && before.writes > 0 && analysis.written.has(file)) return null
  // The person's words in it have been heard by nobody yet.
  if (analysis.unseenEdits.some((edit) => edit.file === file)) return null
  const next = afterWrite(before, analysis.exchange, false)
  const status = statusOf(next.readiness, hasEnough(file, standingNow(analysis)))
  const rendered = renderedArtifact(file, renderingNow(analysis, at), {
    status,
    kept: keptOf(analysis, file),
    gaps: null,
  })
  const old = analysis.written.get(file)
  return old !== undefined && withoutHeader(old) === withoutHeader(rendered.text)
    ? null
    : { ...rendered, file, status }
}

/** What an owner looks at before a write: structure by code, and meaning once by a model where it needs one. */
async function validated(analysis: Analysis, files: readonly Written[], at: string): Promise<Written[]> {
  analysis.faults = files.flatMap((file) =>
    structureFaults(analysis, file).map((why) => ({ artifact: file, why })),
  )
  const sound = files.filter(
    (file) => !analysis.faults.some(({ artifact }) => artifact === file) || isForced(analysis, file),
  )
  const first = sound.filter((file) => Object.hasOwn(writeChecks, file) && !analysis.written.has(file))
  const texts = first.map((file) => ({
    artifact: file,
    text: renderedArtifact(file, renderingNow(analysis, at), {
      status: 'Draft',
      kept: keptOf(analysis, file),
      gaps: null,
    }).text,
  }))
  const unseen = texts.filter(
    ({ artifact, text }) => analysis.judged.get(artifact)?.text !== withoutHeader(text),
  )
  if (unseen.length > 0) await judge(analysis, unseen)
  const judged = first.flatMap((file) =>
    (analysis.judged.get(file)?.faults ?? []).map((why) => ({ artifact: file, why })),
  )
  analysis.faults = [...analysis.faults, ...judged]
  return sound.filter(
    (file) => !analysis.faults.some(({ artifact }) => artifact === file) || isForced(analysis, file),
  )
}

type Unjudged = readonly { readonly artifact: Written; readonly text: string }[]

/** One call for all of them; in a team one for each owner. */
async function judge(analysis: Analysis, files: Unjudged): Promise<void> {
  const voices = [...new Set(files.map(({ artifact }) => voiceFor(analysis, ownerOf(artifact))))]
  for (const voice of voices)
    await judgeBy(
      analysis,
      files.filter(({ artifact }) => voiceFor(analysis, ownerOf(artifact)) === voice),
      voice,
    )
}

async function judgeBy(analysis: Analysis, files: Unjudged, role: Role | null): Promise<void> {
  const reply = await hear(
    analysis,
    'analyze.validate',
    promptOf(validatePrompt(analysis.table, files)),
    Validation,
    { role },
  )
  for (const { artifact, text } of files) {
    const found = (reply?.faults ?? []).filter((fault) => fault.artifact === artifact)
    analysis.judged.set(artifact, { text: withoutHeader(text), faults: found.map(({ why }) => why) })
    if (reply === null) analysis.degraded.add(`unvalidated:${artifact}`)
  }
}

/** Once nothing more will be asked about it, a file that has its facts is written all the same, and its fault is a known issue. */
function isForced(analysis: Analysis, file: Written): boolean {
  if (!isClosedWithFacts(analysis, file)) return false
  // Structure is looked at again at the end, when it may have been mended.
  const faults = analysis.judged.get(file)?.faults ?? []
  for (const issue of faults.map((why) => `${file}: ${why}`))
    if (!analysis.knownIssues.includes(issue)) analysis.knownIssues.push(issue)
  return true
}

export function structureFaults({ store }: Analysis, file: Written): string[] {
  const cycle =
    file === 'module-design.md' ? moduleCycle(store) : file === 'impact-analysis.md' ? stepCycle(store) : null
  if (cycle !== null) return [`these wait for each other in a circle: ${cycle.join(', ')}`]
  if (file === 'requirements-spec.md')
    return [
      ...all(store, 'fr')
        .filter(({ data }) => data.priority === undefined)
        .map(({ id }) => `${id} has no priority`),
      ...(all(store, 'user-type').some(({ data }) => data.pains.length > 0)
        ? []
        : ['no user type has a pain point']),
    ]
  if (file === 'architecture-overview.md')
    return all(store, 'decision')
      .filter(({ data }) => data.options.length < 2 && data.only_because === undefined)
      .map(({ id }) => `${id} has one option, and no reason why there is no other`)
  if (file === 'impact-analysis.md')
    return outOfOrder(store).map((id) => `${id} is not planned after what it depends on`)
  if (file !== 'interface-spec.md') return []
  return all(store, 'interface')
    .filter((face) => !hasConcreteTypes(face))
    .map(({ id }) => `${id} has an empty type, or \`any\``)
}

/** All at once: what cannot be written is left out and named, and tried again at the next turn. */
export async function writeBatch(
  analysis: Analysis,
  rendered: readonly Rendered[],
  isFinal = false,
): Promise<void> {
  const { meeting, folder, exchange } = analysis
  const paths = rendered.map(({ file }) => `${folder}/${file}`)
  const stuck = await meeting.act('writable', async (world) => {
    const found: Record<string, string> = {}
    for (const path of paths) {
      const why = await world.files.unwritable(path)
      if (why !== null) found[path] = why
    }
    return found
  })
  const free = rendered.filter(({ file }) => !Object.hasOwn(stuck, `${folder}/${file}`))
  await copyFirst(
    analysis,
    free.map(({ file }) => file),
  )
  await writeTogether(analysis, free)
  const held = Object.entries(stuck).map(([path, why]) => ({ path, why }))
  for (const { path, why } of held) {
    analysis.degraded.add(`write-failed:${path.split('/').at(-1)}`)
    await meeting.note('notice', {
      degree: 'WARNING',
      text: `${path} could not be written (${why}). The other documents were; it is tried again after the next turn.`,
    })
  }
  const files = free.map(({ file, status, confidence }) => ({
    path: `${folder}/${file}`,
    status,
    confidence,
    first: !analysis.files.has(file as Written),
  }))
  for (const { file } of free) {
    analysis.degraded.delete(`write-failed:${file}`)
    analysis.files.set(
      file as Written,
      afterWrite(analysis.files.get(file as Written) ?? pendingArtifact, exchange, isFinal),
    )
  }
  await meeting.note('artifacts', { exchange, files, held })
}

/** One batch, each file after the one before it: their lines then stand in the same order in every journal. */
async function writeTogether(analysis: Analysis, files: readonly Rendered[]): Promise<void> {
  const { meeting, folder, written, digests } = analysis
  let last: Promise<unknown> = Promise.resolve()
  await meeting.together(
    Object.fromEntries(
      files.map(({ file, text }) => [
        file,
        async (branch) => {
          const before = last
          const path = `${folder}/${file}`
          const wrote = before.then(() => branch.write(path, text))
          last = wrote.catch(() => null)
          written.set(file, await wrote)
          // As it was recorded: a later parley that renders it otherwise must not take its own file for an edited one.
          digests.set(file, branch.writtenAs(path) ?? meeting.digest(await wrote))
          return null
        },
      ]),
    ),
  )
}
