// Required flags: the first that is absent or empty, as a message.
import type { Flags } from './flags.js'

export function missingFlag<Name extends string>(
  flags: Flags<Name, never>,
  names: readonly Name[],
): string | undefined {
  const missing = names.find((name) => !flags.value(name))
  return missing === undefined ? undefined : `--${missing} is required`
}
