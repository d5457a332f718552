// Options: what a choice is called where it is no letter to type, and whether it should first say what it will do.

import { flagIn, textIn } from './reading.js'

/** The name of an option; older journals hold only the label with the letter that terminals set in brackets. */
export function optionName(option: { readonly label: string }): string {
  return textIn(option, 'name') ?? plain(option.label)
}

/** `[c]ontinue` is Continue. */
function plain(label: string): string {
  const words = label.replace(/^\[(\w)\]/, '$1').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether it ends, merges or publishes something; older journals do not say, and are asked by what they do say. */
export function isGrave(option: { readonly key: string; readonly effect: string }): boolean {
  if ('grave' in option) return flagIn(option, 'grave')
  return (
    option.key === 'abort' || /\bends the meeting\b|\bfor good\b|\bremoves\b|\boverwrit/i.test(option.effect)
  )
}
