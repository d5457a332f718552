// Memory: one file a scope, level-2 headings as sections. Hand-written files are read as they are.
export const memoryScopes = ['global', 'project', 'worker'] as const
export type MemoryScope = (typeof memoryScopes)[number]
export interface MemorySection {
  readonly name: string
  readonly content: string
}
export interface Memory {
  /** What stands above the first section. */
  readonly preamble: string
  readonly sections: readonly MemorySection[]
}
export type MemoryEdit =
  | { readonly operation: 'upsert' | 'append'; readonly section: string; readonly content: string }
  | { readonly operation: 'delete'; readonly section: string }
export const MEMORY_LIMIT = 16_000
export declare function parseMemory(text: string): Memory
export declare function renderMemory(memory: Memory): string
export declare function readSection(memory: Memory, name: string): MemorySection | null
export declare function editMemory(memory: Memory, edit: MemoryEdit): Memory
/** Why this cannot be the name of a section, or null. */
export declare function sectionNameProblem(name: string): string | null
/** Whole sections dropped until all fits: worker's first, then project's, then global; in a file the last first. */
export declare function withinBudget(
  scopes: Readonly<Record<MemoryScope, Memory>>,
  limit?: number,
): {
  readonly scopes: Readonly<Record<MemoryScope, Memory>>
  readonly dropped: readonly { scope: MemoryScope; section: string }[]
}
export declare function memorySize(memory: Memory): number
