// A block of material for a prompt, in a fence that nothing inside can close.

/** The fence is longer than any run of backticks inside. */
export function fencedBlock(label: string, content: string): string {
  let longest = 3
  for (const run of content.matchAll(/`+/g)) longest = Math.max(longest, run[0].length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${label}\n${content.replace(/\n$/, '')}\n${fence}`
}
