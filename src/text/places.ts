// Places: where a meeting leaves its documents, from the project's root.

export const REGISTRY_PATH = '.gaia/state/action-items.yaml'

const CREATIVE = '.gaia/artifacts/creative-artifacts'

export function notesPath(date: string, slug: string): string {
  return `${CREATIVE}/meeting-notes/${notesName(date, slug)}`
}

/** The former path of notes, before they had their own folder. */
export function formerNotesPath(date: string, slug: string): string {
  return `${CREATIVE}/${notesName(date, slug)}`
}

export function notesName(date: string, slug: string): string {
  return `meeting-${date}-${slug}.md`
}

export function memoryPath(agent: string, date: string, slug: string): string {
  return `.gaia/memory/${agent}-sidecar/decisions/${date}-${slug}.md`
}

export function sessionPath(id: string): string {
  return `.gaia/memory/meeting-sessions/${id}.yaml`
}
