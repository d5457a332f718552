// `Sandbox`: the port that every layer implements. Laws BOX are in sandbox.ts.

export type Layer = 'bubblewrap' | 'unshare' | 'sandbox-exec'

export interface Sandbox {
  readonly layer: Layer
  /** The command line that runs the program confined. */
  confine(argv: readonly string[], ask: Confinement): readonly string[]
  /** Whether this is what is printed when the program itself could not be started. */
  isMissing(printed: string): boolean
}

export interface Confinement {
  /** Absolute and real: what the program may change, and where it starts. */
  readonly root: string
  /** Folders that it may read although they lie in a hidden one. */
  readonly reads: readonly string[]
  /** Folders that are not there for it. */
  readonly hidden: readonly string[]
  /** Files, absolute and real, that are empty for it. */
  readonly secrets: readonly string[]
  /** The person's home folder. */
  readonly home: string
  readonly network: boolean
  /** The root can only be read, not changed. */
  readonly frozen?: boolean
  /** Folders and files besides the root that it may change, although they lie in a hidden folder. */
  readonly opens?: readonly string[]
  readonly path: string
}
