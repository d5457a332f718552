// Handoffs: a theme's command for the person to run, with values filled in so that a shell reads each as one word and runs none of it.

import { shellQuoted, shellWord } from '../../../rules/shell-word.js'
import { oneLine } from '../documents/text.js'

/** By the name between the angle brackets: `slug`, `idea`, `session dir`. */
export type HandoffValues = Readonly<Record<string, string>>

/** A placeholder may stand bare or inside quotes of the theme's own; what protects a value there differs. */
export function fillHandoff(command: string, values: HandoffValues): string {
  let quote: Quote = ''
  return command.replace(/\\.|["']|<([a-z ]+)>/g, (part, name: string | undefined) => {
    const value = name === undefined ? undefined : values[name]
    if (value !== undefined) return protect(oneLine(value), quote)
    if (part === quote || (quote === "'" && part === "\\'")) quote = ''
    else if (quote === '' && (part === '"' || part === "'")) quote = part
    return part
  })
}

type Quote = '' | '"' | "'"

function protect(value: string, quote: Quote): string {
  if (quote === '"') return value.replace(/["\\$`]/g, '\\$&').replaceAll('!', `"'!'"`)
  return quote === "'" ? shellQuoted(value).slice(1, -1) : shellWord(value)
}
