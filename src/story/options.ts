// Options: what a choice is called where it is no letter to type.

import { textIn } from './reading.js'

/** The name of an option; older journals hold only the label with the letter that terminals set in brackets. */
export function optionName(option: { readonly label: string }): string {
  return textIn(option, 'name') ?? plain(option.label)
}

/** `[c]ontinue` is Continue. */
function plain(label: string): string {
  const words = label.replace(/^\[(\w)\]/, '$1').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
