// Prepare: from what somebody asks for to what an analysis is opened with. Reads the workspace; writes nothing.

import { isTooLarge, WrongUsage } from '../../kernel/errors.js'
import type { Values } from '../../kernel/request.js'
import type { Around, Ready } from '../manifest.js'
import { webWished } from '../web-field.js'
import { companyFor } from './before/company.js'
import { type FoundItem, itemAt, itemsBelow } from './before/items.js'
import {
  headOf,
  type ItemStanding,
  signedElsewhere,
  signedElsewhereWords,
  standingOf,
} from './before/standing.js'
import type { fields } from './fields.js'
import { exchangeBounds } from './fields.js'
import type { AnalyzeInput } from './input.js'
import { isItemSource, isTier, leadSeat, roles } from './names.js'
import { itemOf, rootFault } from './rules/item.js'
import { meetingIdOf, slugFault } from './rules/slug.js'
import { fixedTier } from './rules/tiers.js'
import type { Wrong } from './wrong.js'

export type AnalyzeRequest = Values<typeof fields>

export const usualRoot = 'docs/requirements'
export const mostDraftBytes = 200_000

export async function prepare(request: AnalyzeRequest, around: Around): Promise<Ready<AnalyzeInput>> {
  const { world } = around
  const meant = await itemMeant(request, around)
  const head = await headOf(world)
  mayBegin(await standingOf(around, meant.item, head), meant.item, request.again)
  const known = await inputFor(request, around, meant, head)
  return {
    kind: 'ready',
    seats: known.team ? [leadSeat, ...roles] : [leadSeat],
    async propose() {
      const now = world.now()
      const opened = { ms: now.getTime(), offset: world.utcOffset(now) }
      const taken = new Set(await around.takenIds())
      const base = meetingIdOf(known.slug, opened)
      let id = base
      for (let next = 2; taken.has(id); next++) id = `${base}-${next}`
      return { id, input: { ...known, meeting: id } }
    },
  }
}

/** The item that a request means, before anything is decided about it. */
export interface Meant {
  readonly item: FoundItem
  readonly root: string
  readonly draft: string | null
  readonly notices: readonly string[]
}

export async function itemMeant(
  request: Partial<Pick<AnalyzeRequest, 'slug' | 'draft' | 'root' | 'sourceId'>>,
  around: Around,
): Promise<Meant> {
  const { world } = around
  const root = await itemRoot(around, request.root ?? null)
  const slug = request.slug ?? null
  mustNot(slug === null ? null : slugFault(slug))
  const draft = request.draft ?? null
  mustFit(draft, 'The draft')
  const items = await itemsBelow(world, root)
  const known = items.map(({ slug: name, meta }) => ({ slug: name, sourceId: meta?.sourceId ?? null }))
  const settledItem = must(
    itemOf({ slug, sourceId: request.sourceId ?? null, draft, terminal: false, known }),
  )
  if (settledItem.kind === 'ask') throw new Error('Nobody is asked here.')
  const item =
    items.find((one) => one.slug === settledItem.slug) ?? (await itemAt(world, root, settledItem.slug))
  if (isTooLarge(item.trouble)) throw item.trouble
  await mustBeWritable(around, item.folder)
  return { item, root, draft, notices: settledItem.notices }
}

export async function itemRoot(around: Around, named: string | null): Promise<string> {
  const root = named ?? (await around.settled()).analyze.root ?? usualRoot
  mustNot(rootFault(root))
  return root.replace(/^(?:\.\/)+|\/+$/g, '')
}

async function inputFor(
  request: AnalyzeRequest,
  around: Around,
  { item, root, draft, notices }: Meant,
  head: string,
): Promise<Omit<AnalyzeInput, 'meeting'>> {
  const { world } = around
  const settled = (await around.settled()).analyze
  if (request.light && request.tier !== undefined && request.tier !== 'light')
    throw new WrongUsage(`The tier ${request.tier} and light contradict each other.`, 'Give one of the two.')
  mustFit(request.discovery ?? null, 'The text of what is known')
  const company = await companyFor(world, {
    personas: request.personas ?? null,
    topics: request.topics ?? null,
  })
  const { light } = request
  const { meta } = item
  const wished = await webWished(request.web, around)
  return {
    slug: item.slug,
    folder: item.folder,
    root,
    source: sourceOf(request.source, meta?.source),
    sourceId: request.sourceId ?? meta?.sourceId ?? 'unknown',
    draft: await draftOf(around, item, draft),
    discovery: request.discovery ?? null,
    seats: company.seats,
    topics: company.topics.map((topic) => ({
      ...topic,
      contributing: [...topic.contributing],
      criteria: [...topic.criteria],
      sections: topic.sections.map((one) => ({ ...one, sections: [...one.sections] })),
      steps: [...topic.steps],
    })),
    skippedTopics: company.skippedTopics,
    tier: fixedTier({
      flag: isTier(request.tier) ? request.tier : null,
      recorded: meta?.intensity,
      light,
    }),
    light,
    team: request.team || (settled.team ?? false),
    maxExchanges: request.maxExchanges ?? settled.maxExchanges ?? exchangeBounds.usual,
    head,
    meta: item.metaText,
    again: request.again,
    ...wished,
    notices: [
      ...notices,
      ...unreadableMeta(item),
      ...(await recordDiffers(around, item)),
      ...company.notices,
    ],
  }
}

async function recordDiffers(around: Around, item: FoundItem): Promise<string[]> {
  const meeting = await signedElsewhere(around, item)
  return meeting === null ? [] : [signedElsewhereWords(meeting)]
}

function unreadableMeta({ metaText, meta }: FoundItem): string[] {
  return metaText !== null && meta === null
    ? ['meta.json cannot be read as JSON, so it begins anew. A copy is kept first.']
    : []
}

function sourceOf(...given: readonly (string | null | undefined)[]): AnalyzeInput['source'] {
  return given.find(isItemSource) ?? 'manual'
}

async function draftOf(
  { world }: Around,
  { folder }: FoundItem,
  given: string | null,
): Promise<AnalyzeInput['draft']> {
  if (given?.trim()) return { text: given, from: 'given' }
  const path = `${folder}/draft.md`
  const text = await world.files.read(path).catch(() => null)
  return text?.trim() ? { text: text.slice(0, mostDraftBytes), from: path } : null
}

/** A meeting that is open goes on, and a result that holds is not made again unasked: neither by a form nor over HTTP. */
function mayBegin(standing: ItemStanding, { slug, folder }: FoundItem, again: boolean): void {
  if (standing.kind === 'open')
    throw new WrongUsage(
      `${slug} is being analysed already, in the meeting ${standing.meeting}.`,
      `Go on with it (\`parley resume ${standing.meeting}\`), or end it first (\`parley drop ${standing.meeting}\`).`,
    )
  if (again || standing.kind === 'new' || standing.kind === 'partial') return
  const moved =
    standing.kind === 'moved' ? 'complete, though the code has moved since' : 'complete and current'
  throw new WrongUsage(`${folder} is ${moved}.`, 'To analyse it anew all the same, say so: --again.')
}

/** Looked at before anything is opened, so that a wrong place leaves no meeting behind. */
async function mustBeWritable({ world }: Around, folder: string): Promise<void> {
  const why = await world.files.unwritable(`${folder}/meta.json`)
  if (why !== null)
    throw new WrongUsage(`${folder} cannot be written: ${why}.`, 'Choose another root, or mend it.')
}

function mustFit(text: string | null, name: string): void {
  if (text !== null && Buffer.byteLength(text) > mostDraftBytes)
    throw new WrongUsage(
      `${name} is longer than ${mostDraftBytes} bytes.`,
      'Shorten it: what matters is found better in less.',
    )
}

function must<T extends { readonly kind: string }>(found: T | Wrong): Exclude<T, Wrong> {
  if (found.kind === 'wrong') throw new WrongUsage((found as Wrong).why, (found as Wrong).hint)
  return found as Exclude<T, Wrong>
}

function mustNot(fault: Wrong | null): void {
  if (fault !== null) throw new WrongUsage(fault.why, fault.hint)
}
