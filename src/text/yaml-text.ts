// YAML text: values as they are written into frontmatter and registries.
//
//   YAML1  Every value parses back to the same string, and stays on one line.

/** Always in double quotes. YAML knows JSON's escapes; a few more characters are escaped, because some readers break lines there. */
export function quoted(value: string): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Plain where plain is safe, else quoted. For a line of its own. */
export function scalar(value: string): string {
  return isPlain(value) && !RESERVED.test(value) ? value : quoted(value)
}

/** Like `scalar`, inside `[…]` and `{…}`. */
export function flowScalar(value: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(value) && !RESERVED.test(value) ? value : quoted(value)
}

/** `[a, b]`, or `[]`. */
export function flowList(values: readonly string[]): string {
  return `[${values.map(flowScalar).join(', ')}]`
}

/** `key:` and an indented list below it, or `key: []`. */
export function blockList(key: string, values: readonly string[], item = scalar): string[] {
  if (values.length === 0) return [`${key}: []`]
  return [`${key}:`, ...values.map((value) => `  - ${item(value)}`)]
}

/** Digits as a number, anything else as text. */
export function numeral(value: string | number): string {
  return /^[0-9]+$/.test(String(value)) ? String(value) : scalar(String(value))
}

const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** Whether YAML can only read it as text: it begins with a letter, or with a date that a name follows. */
function isPlain(value: string): boolean {
  return (
    /^[\p{L}_](?:[\p{L}\p{N}_./()+&' -]*[\p{L}\p{N}_.)+-])?$/u.test(value) ||
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9-]+$/.test(value)
  )
}
