// Prepare: from what somebody asks for to what a deliberation is opened with. Reads the workspace; writes nothing.

import { WrongUsage } from '../../kernel/errors.js'
import type { Values } from '../../kernel/request.js'
import { isMeetingId } from '../../rules/meeting-id.js'
import { analysisIn } from '../analyze/handover.js'
import type { Around, Ready } from '../manifest.js'
import { readFolder } from './before/folder.js'
import { lookAtProject } from './before/project.js'
import { offeredSkills } from './before/skills.js'
import { loadTheme } from './before/theme.js'
import { oneLine } from './documents/text.js'
import type { Theme } from './documents/theme-shape.js'
import { earlierInput } from './earlier.js'
import type { fields } from './fields.js'
import type { DeliberateInput, EarlierInput } from './input.js'
import { isMode, type Mode } from './modes.js'
import { meetingId, sessionId, slugOf } from './rules/slug.js'
import { conductorOf } from './sitting.js'

export type DeliberateRequest = Values<typeof fields>

const auditors = ['auditor-1', 'auditor-2', 'auditor-3', 'auditor-4']

export async function prepare(request: DeliberateRequest, around: Around): Promise<Ready<DeliberateInput>> {
  const { world } = around
  const mode = modeOf(request.mode)
  const session = await sessionNamed(request, around)
  if (session !== null) {
    const asked = mode === 'standard' ? null : mode
    const theme = themeNamed(request.theme)
    const going = await readyToGoOn(around, {
      id: session,
      theme,
      asked,
      wanted: null,
    })
    if (going.kind === 'ready') return going
    throw new WrongUsage(
      `${session} is finished.`,
      'Read its meeting-notes.md: nothing is left to do.',
      'from',
    )
  }
  const analysis = request.from ? await analysisIn(around, request.from) : null
  const idea = oneLine(request.idea || (analysis?.title ?? ''))
  if (idea === '') throw new WrongUsage('The idea has no words.', 'Say in a sentence what it is.', 'idea')
  const themeId = themeNamed(request.theme)
  const { theme } = await loadTheme(world, themeId)
  const outside = await surroundings(around, themeId)
  const context = { ...outside.context, analysis: analysis?.text ?? null }
  const known = {
    ...outside,
    context,
    mode,
    idea,
    slug: slugOf(idea),
  }
  return {
    kind: 'ready',
    seats: known.seats.map(({ id }) => id),
    warnings: analysis?.warnings ?? [],
    async propose() {
      const now = world.now()
      const started = { ms: now.getTime(), offset: world.utcOffset(now) }
      const folders = await world.files.list(theme.sessionRoot.replace(/\/$/, ''))
      const taken = new Set([...(await around.takenIds()), ...folders.map((name) => name.replace(/\/$/, ''))])
      const id = sessionId(idea, started, (one) => taken.has(one))
      return { id, input: { ...known, started, session: id } }
    },
  }
}

/** The session that `--from` names, by its id or its folder; null where it names other material. */
export async function sessionNamed(
  { from, theme: named }: Pick<DeliberateRequest, 'from' | 'theme'>,
  { world }: Around,
): Promise<string | null> {
  if (!from) return null
  const { theme } = await loadTheme(world, themeNamed(named))
  const id = from.replace(/^(?:\.\/)+|\/+$/g, '').replace(theme.sessionRoot, '')
  return isMeetingId(id) && (await world.files.exists(`${theme.sessionRoot}${id}/session.md`)) ? id : null
}

export interface GoOnAsk {
  readonly id: string
  readonly theme: string | null
  /** The mode that the person named; null: the session's own. */
  readonly asked: Mode | null
  readonly wanted: EarlierInput['wanted']
}

/** A new meeting in the folder of a session, or what it came to where nothing is left to do. */
export async function readyToGoOn(
  around: Around,
  { id, theme: themeId, ...asked }: GoOnAsk,
): Promise<Ready<DeliberateInput> | { readonly kind: 'over'; readonly text: string }> {
  const { world } = around
  const { theme } = await loadTheme(world, themeId)
  await mustBeFree(around, theme, id)
  const { session, files, warnings } = await readFolder(around, theme, id)
  if (session === null)
    throw new WrongUsage(
      `${id} has no session.md that can be read.`,
      'So nothing tells how it stands.',
      'from',
    )
  const at = world.now()
  const now = { ms: at.getTime(), offset: world.utcOffset(at) }
  const input = earlierInput({ id, session, files, theme, now, ...asked })
  if (input.earlier.place === 'over' && asked.wanted === null)
    return { kind: 'over', text: files.get('meeting-notes.md') ?? '' }
  const known = await surroundings(around, themeId)
  return {
    kind: 'ready',
    // What is only sent to GitHub is there already: nobody speaks.
    seats: asked.wanted === null ? known.seats.map((seat) => seat.id) : [],
    warnings,
    async propose() {
      const taken = new Set(await around.takenIds())
      return { id: meetingId(id, (one) => taken.has(one)), input: { ...known, ...input } }
    },
  }
}

/** Two meetings in one folder would write over each other. */
async function mustBeFree(around: Around, { command }: Theme, id: string): Promise<void> {
  const own = (await around.meetings()).filter((meeting) => meeting.id.replace(/--\d+$/, '') === id)
  const open = own.find(({ status }) => status !== 'concluded' && status !== 'aborted')
  if (open === undefined) return
  throw new WrongUsage(`${id} is still under way.`, `Go on with ${command} --resume ${id}.`, 'from')
}

/** What every meeting of this theme needs from outside, whatever it is about. */
async function surroundings({ world }: Around, themeId: string | null) {
  const { theme, text, personas } = await loadTheme(world, themeId)
  return {
    theme: { id: theme.id, text },
    personas: { ...personas },
    skills: await offeredSkills(world, theme),
    seats: seatsOf(theme, personas),
    ...(await lookAtProject(world)),
  }
}

function themeNamed([named = null, ...more]: readonly (string | null)[]): string | null {
  if (more.length > 0) throw new WrongUsage('A deliberation has one theme.', 'Name one.', 'theme')
  return named
}

function modeOf(name: string): Mode {
  if (!isMode(name)) throw new WrongUsage(`There is no mode "${name}".`, 'See `parley deliberate --help`.')
  return name
}

/** Everybody who may be called on. Who of the members is, scores and the person decide later. */
function seatsOf(theme: Theme, personas: Readonly<Record<string, string>>): DeliberateInput['seats'] {
  const general = (id: string, name: string, role: string) => ({ id, name, role })
  return [
    ...theme.roster.map(({ id, name, lens }) => ({ id, name, role: lens })),
    general('conductor', conductorOf(theme, personas), 'Conductor'),
    general('verifier', 'Verifier', 'Verifier'),
    ...auditors.map((id) => general(id, `Auditor ${id.slice(-1)}`, 'Auditor')),
  ]
}
