// Labels: options as a person reads them. Terminals set a letter in brackets; on the page it is only a letter.

/** `[c]ontinue` is Continue. */
export function plainLabel(label: string): string {
  const plain = label.replace(/^\[(\w)\]/, '$1').trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Whether an option should first say what it will do: it ends the meeting, or takes something away. */
export function endsIt(option: { readonly key: string; readonly effect: string }): boolean {
  return (
    option.key === 'abort' || /\bends the meeting\b|\bfor good\b|\bremoves\b|\boverwrit/i.test(option.effect)
  )
}
