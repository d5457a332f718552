// Finds JSON in a reply: models write text before and after it, put it in a fence, or leave an extra comma. All backends use this reader.

import type { JsonSchema } from '../agents.js'

/** How many characters are scanned in all. Without a limit a text of nothing but braces would take quadratic time. */
const mostSteps = 5_000_000

/**
 * The JSON that a reply holds; undefined where it holds none. A text that is nothing but JSON may be any value; among words it is
 * an object, and of several the last that has the fields that are wanted.
 */
export function jsonIn(text: string, wanted: JsonSchema = {}): unknown {
  const whole = wholeJson(text)
  if (whole !== undefined) return whole
  const found = objectsIn(text)
  const required = Array.isArray(wanted['required']) ? wanted['required'].map(String) : []
  return found.findLast((one) => required.every((name) => Object.hasOwn(one, name))) ?? found.at(-1)
}

/** A structured reply as a voice gives it: its value, and its words where there is more than the value. */
export function structured(
  text: string,
  wanted: JsonSchema,
): { readonly text: string; readonly value?: unknown } {
  const value = jsonIn(text, wanted)
  if (value === undefined) return { text }
  return { text: wholeJson(text) === undefined ? text : '', value }
}

/** Why a reply could not be read as JSON, in a few words for the model that wrote it. */
export function whyNoJson(text: string): string {
  if (text.trim() === '') return 'it is empty'
  if (!opening.test(text)) return 'it holds no JSON object'
  return ends(text) ? 'its JSON has a syntax error' : 'its JSON ends before it is complete'
}

function wholeJson(text: string): unknown {
  return parsed(/^\s*```[a-z0-9]*\s*\n([\s\S]*?)\n\s*```\s*$/i.exec(text)?.[1] ?? text)
}

/** A brace that starts an object with fields; one of program code, a set or `{}` does not count. */
const opening = /\{(?=\s*")/
const everyOpening = new RegExp(opening, 'g')

function objectsIn(text: string): object[] {
  const found: object[] = []
  let [behind, steps] = [0, 0]
  for (const { index } of text.matchAll(everyOpening)) {
    if (index < behind) continue
    const end = endOfObject(text, index)
    steps += (end ?? text.length) - index
    const one = end === undefined ? undefined : parsed(text.slice(index, end))
    if (one !== undefined) {
      found.push(one as object)
      behind = end ?? behind
    }
    if (steps > mostSteps) break
  }
  return found
}

/** Where the object that begins at `from` ends; undefined when it does not. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at++
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') depth++
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1
  }
  return undefined
}

const ends = (text: string): boolean => endOfObject(text, opening.exec(text)?.index ?? 0) !== undefined

function parsed(text: string): unknown {
  return strictly(text) ?? strictly(mended(text))
}

function strictly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Repairs the errors whose meaning is clear: a comma before a closing bracket, and a line break or tab inside a string. */
function mended(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (part) =>
    part === ',' ? '' : part.replace(/[\n\r\t]/g, (letter) => escaped[letter] ?? letter),
  )
}

const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
