// Research dispatch: the one place that states what a seat may use while it researches, and where its memory lives.

export const DISCUSS_TOOLS = ['Read', 'Grep', 'Glob', 'Bash'] as const
export const RESEARCH_TOOLS = [...DISCUSS_TOOLS, 'WebSearch', 'WebFetch'] as const
export type Tool = (typeof RESEARCH_TOOLS)[number]

/** Reading tools only; none that writes is ever on the list. */
export function researchTools(flags: { noWeb: boolean }): readonly Tool[] {
  return flags.noWeb ? DISCUSS_TOOLS : RESEARCH_TOOLS
}

export function webState(flags: { noWeb: boolean }): 'enabled' | 'disabled' {
  return flags.noWeb ? 'disabled' : 'enabled'
}

export function researchState(flags: { skipResearch: boolean }): 'enabled' | 'skipped' {
  return flags.skipResearch ? 'skipped' : 'enabled'
}

/** The two lines that the notes carry about how research was done. */
export function researchFrontmatter(flags: { noWeb: boolean; skipResearch: boolean }): readonly string[] {
  return [`research_phase: ${researchState(flags)}`, `web_search: ${webState(flags)}`]
}

export type Sidecar = { kind: 'path'; path: string } | { kind: 'refused'; reason: string }

/** A name with a slash is refused: it could lead into another agent's folder. */
export function sidecarPath(agent: string): Sidecar {
  if (agent === '') return { kind: 'refused', reason: 'the agent name is empty' }
  if (agent.includes('/')) return { kind: 'refused', reason: `the agent name '${agent}' holds a /` }
  return { kind: 'path', path: `.gaia/memory/${agent}-sidecar` }
}
