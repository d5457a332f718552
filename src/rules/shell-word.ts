// A word of a command that a person is to copy: whatever it holds, a shell takes it as this one word.

/** Quoted only where it must be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word)
}

export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
