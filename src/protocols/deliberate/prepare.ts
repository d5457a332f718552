// Prepare: from what somebody asks for to what a deliberation is opened with. Reads the workspace; writes nothing.

import { WrongUsage } from '../../kernel/errors.js'
import type { Values } from '../../kernel/request.js'
import { analysisIn } from '../analyze/handover.js'
import type { Around, Ready } from '../manifest.js'
import { lookAtProject } from './before/project.js'
import { offeredSkills } from './before/skills.js'
import { loadTheme } from './before/theme.js'
import { oneLine } from './documents/text.js'
import type { Theme } from './documents/theme-shape.js'
import type { fields } from './fields.js'
import type { DeliberateInput } from './input.js'
import { isMode, type Mode } from './modes.js'
import { sessionId, slugOf } from './rules/slug.js'
import { conductorOf } from './sitting.js'

export type DeliberateRequest = Values<typeof fields>

const auditors = ['auditor-1', 'auditor-2', 'auditor-3', 'auditor-4']

export async function prepare(request: DeliberateRequest, around: Around): Promise<Ready<DeliberateInput>> {
  const { world } = around
  const mode = modeOf(request.mode)
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
    ceiling: null,
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

/** What every meeting of this theme needs from outside, whatever it is about. */
export async function surroundings({ world }: Around, themeId: string | null) {
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
