// What the members' departments offer: looked up in the workspace, in the home folder and in the library; the first that has a file wins.

import { mostOfSmall, type World } from '../../../kernel/world.js'
import { departmentSkills, readSkill } from '../documents/skill-file.js'
import type { Theme } from '../documents/theme-shape.js'
import type { OfferedSkill } from '../input.js'

type Layer = OfferedSkill['layer']

/** By member, in the order of the department's table. A skill that the table lists and no layer has is left out. */
export async function offeredSkills(
  world: Pick<World, 'files' | 'home' | 'library'>,
  { roster, skillsRoot }: Pick<Theme, 'roster' | 'skillsRoot'>,
): Promise<Record<string, OfferedSkill[]>> {
  const read = layered(world, skillsRoot)
  const all = roster.map(async ({ id }) => [id, await departmentOf(id, read)] as const)
  return Object.fromEntries((await Promise.all(all)).filter(([, offered]) => offered.length > 0))
}

async function departmentOf(member: string, read: Read): Promise<OfferedSkill[]> {
  const found = await read(`${member}/DEPARTMENT.md`)
  const rows = departmentSkills(found?.text ?? '').filter(({ skill }) => isName(skill))
  const offered = await Promise.all(
    rows.map(async ({ skill, triggers }): Promise<OfferedSkill[]> => {
      const file = await read(`${member}/${skill}/SKILL.md`)
      const own = file === null ? null : readSkill(file.text)
      if (file === null || own === null) return []
      return [{ skill, triggers: [...(own.triggers.length > 0 ? own.triggers : triggers)], ...file }]
    }),
  )
  return offered.flat()
}

/** The name becomes part of a path, and a table may hold anything. */
function isName(skill: string): boolean {
  return /^[a-z0-9][a-z0-9-]*$/i.test(skill)
}

type Read = (path: string) => Promise<{ readonly text: string; readonly layer: Layer } | null>

function layered({ files, home, library }: Pick<World, 'files' | 'home' | 'library'>, root: string): Read {
  const layers: readonly (readonly [Layer, (path: string) => Promise<string | null>])[] = [
    ['workspace', (path) => files.read(`${root}${path}`, mostOfSmall)],
    ['home', (path) => home.read(`~/${root}${path}`)],
    ['library', (path) => library.read(`deliberate/skills/${path}`)],
  ]
  return async (path) => {
    for (const [layer, readIn] of layers) {
      const text = await readIn(path)
      if (text !== null) return { text, layer }
    }
    return null
  }
}
