// Command rules: how programs that seats start are confined. Only the person's own settings say so, never a workspace's.

export interface CommandRules {
  /** Use the sandbox of this machine, where there is one. */
  readonly sandbox: boolean
  readonly network: boolean
}

export const usualRules: CommandRules = { sandbox: true, network: false }
