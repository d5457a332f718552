// Stakeholders: people of the project, found in its own folder. Listing uses the frontmatter only; a seat also needs the body.

import { type Files, mostOfSmall } from '../../kernel/world.js'
import {
  readStakeholder,
  type Stakeholder,
  stakeholderBody,
  stakeholderPersona,
} from './documents/stakeholder-file.js'
import { type Notice, warning } from './notices.js'

const folder = 'custom/stakeholders'
const most = 50
const longestBody = 100

export interface FoundStakeholder extends Stakeholder {
  readonly path: string
}

export async function findStakeholders(
  files: Files,
): Promise<{ readonly found: readonly FoundStakeholder[]; readonly notices: readonly Notice[] }> {
  const names = (await files.list(folder)).filter((name) => name.endsWith('.md'))
  const notices: Notice[] = []
  if (names.length > most)
    notices.push(warning(`${folder} holds ${names.length} files; only the first ${most} by name are read`))
  const found: FoundStakeholder[] = []
  for (const name of names.slice(0, most)) {
    const path = `${folder}/${name}`
    const text = await files.read(path, mostOfSmall).catch(() => null)
    const reading = text === null ? ({ kind: 'faulty' } as const) : readStakeholder(text)
    if (reading.kind === 'faulty') notices.push(warning(`Skipping ${name}: invalid YAML frontmatter`))
    if (reading.kind === 'stakeholder') found.push({ ...reading.stakeholder, path })
  }
  return { found, notices }
}

/** The persona of a stakeholder who takes a seat, and a remark on a body that is long for one. */
export async function seatStakeholder(
  files: Files,
  stakeholder: FoundStakeholder,
): Promise<{ readonly persona: string; readonly notices: readonly Notice[] }> {
  const body = stakeholderBody((await files.read(stakeholder.path, mostOfSmall)) ?? '')
  const lines = body.split('\n').length
  const remark = `${stakeholder.path} has ${lines} lines below its frontmatter; more than ${longestBody} cost tokens at every turn`
  return {
    persona: stakeholderPersona(stakeholder, body),
    notices: lines > longestBody ? [warning(remark)] : [],
  }
}
