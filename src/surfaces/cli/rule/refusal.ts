// Refusals of rule commands: how a call is refused, and the messages that several commands share.

/** Ends a call. The engine prints the command's name before each message and exits with the code. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly messages: readonly string[]
  /** Undefined: whatever code this command has for wrong arguments. */
  readonly code: number | undefined

  constructor(messages: readonly string[], code?: number) {
    super(messages.join('\n'))
    this.messages = messages
    this.code = code
  }
}

export function refuse(code: number, ...messages: readonly string[]): never {
  throw new Refusal(messages, code)
}

/** Refuses with the command's own code for wrong arguments. */
export function wrong(message: string): never {
  throw new Refusal([message])
}

export const say = {
  required: (flag: string) => `--${flag} is required`,
  mustBe: (flag: string, what: string, got: string) => `--${flag} must be ${what} (got: '${got}')`,
  oneOf: (values: readonly string[]) =>
    values.length === 2 ? values.join(' or ') : `one of: ${values.join(' ')}`,
  notALine: (flag: string) => `--${flag} must be a single line`,
  unknown: (what: string, got: string) => `unknown ${what} '${got}'`,
  noFile: (path: string) => `no such file: ${path}`,
  noFileFound: (path: string) => `file not found: '${path}'`,
  noFolder: (path: string) => `no such folder: ${path}`,
  cannotWrite: (path: string, why: string) => `cannot write ${path}: ${why}`,
  giveOneOf: (flags: readonly string[]) => `give one of ${dashed(flags).join(' and ')}`,
  needOneOf: (flags: readonly string[]) => `one of ${dashed(flags).join(', ')} is required`,
  expectedWord: (words: readonly string[], got: string) =>
    `expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, got '${got}'`,
}

function dashed(flags: readonly string[]): string[] {
  return flags.map((flag) => `--${flag}`)
}
