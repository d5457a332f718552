// Packages: workers are data, read without running anything; only a toolbox is code.
export interface WorkerPackage {
  readonly packageName: string
  readonly folder: string
  readonly identity: {
    readonly name: string
    readonly description: string
    readonly displayTitle: string
    readonly guidance: string | null
  }
  readonly model: string | null
  readonly systemToolboxes: readonly string[]
  readonly domainToolboxes: readonly string[]
  readonly builtInTools: readonly string[]
  readonly checkoutScope: 'sparse' | 'full'
  readonly meetingScope: 'activity' | 'project'
  readonly limits: { readonly maxOutputTokens?: number; readonly turnTimeoutSeconds?: number }
  readonly posture: string
  readonly soul: string | null
}
export interface ToolboxPackage {
  readonly packageName: string
  readonly folder: string
  /** The absolute path of its entry module. */
  readonly entry: string
}
export interface Packages {
  readonly workers: readonly WorkerPackage[]
  readonly toolboxes: readonly ToolboxPackage[]
  /** One line each: package, field, what is wrong. For the log; nothing here stops anybody. */
  readonly troubles: readonly string[]
}
/** `<home>/packages` first, then what ships with parley. */
export declare function packageFolders(home: string): readonly string[]
export declare function readPackages(folders: readonly string[]): Promise<Packages>
/** By package name first, then by identity name. */
export declare function findWorker(packages: Packages, name: string): WorkerPackage | null
