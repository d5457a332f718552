// Rule commands: what `parley rule NAME` is given and gives back. Loads no agent, no server, no schema library.

/** Everything a rule command may touch. Tests pass their own; the command line passes the real process. */
export interface RuleIo {
  out(text: string): void
  err(text: string): void
  /** All of standard input. Called only by the helpers that read it. */
  stdin(): string
  stdinIsTerminal: boolean
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  now(): Date
}

export interface RuleCommand {
  /** One line for the list of helpers. */
  summary: string
  /** What `parley rule NAME --help` prints: usage, flags, exit codes, one example. */
  help: string
  /** Returns the exit code. Writes results to `out`, diagnostics to `err`; a refused call leaves every file as it was. */
  run(argv: readonly string[], io: RuleIo): number | Promise<number>
}
