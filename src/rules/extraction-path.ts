// Extraction path: where a pin goes when it becomes a file. Computed from the pin: nobody chooses the path.
import { firstLine, isContentType } from './content-type.js'
import { judgeNames, slugOf } from './meeting-names.js'
import { isPinId } from './scratchpad.js'

export interface Extraction {
  date: string
  slug: string
  /** `SP-1`, `SP-2`, … */
  pin: string
  contentType: string
  content: string
  intent: string
}

export type ExtractionPlace = { kind: 'place'; path: string } | { kind: 'refused'; reason: string }

export function extractionPath({
  date,
  slug,
  pin,
  contentType,
  content,
  intent,
}: Extraction): ExtractionPlace {
  const names = judgeNames(date, slug)
  if (names.kind === 'unfit') return { kind: 'refused', reason: names.reason }
  if (!isPinId(pin)) return { kind: 'refused', reason: `pin must be SP- and a number from 1 (got: '${pin}')` }
  if (!isContentType(contentType)) return { kind: 'refused', reason: `unknown content type '${contentType}'` }
  return {
    kind: 'place',
    path: `${extractionFolder(date, slug)}/${pin}-${autoSlug(content, intent)}.${contentType}`,
  }
}

export function extractionFolder(date: string, slug: string): string {
  return `.gaia/artifacts/creative-artifacts/meeting-scratchpad/${date.slice(0, 7)}/${slug}`
}

/** Whether a file in that folder came from this pin, so that extracting the pin again replaces it. */
export function isExtractionOf(pin: string, fileName: string): boolean {
  return fileName.startsWith(`${pin}-`)
}

export function autoSlug(content: string, intent: string): string {
  const line = firstLine(content)
  return (CODE.test(line) ? '' : slugOf(line, 40)) || slugOf(intent, 40) || 'untitled'
}

const CODE =
  /^(?:#!|[{[<]|(?:interface|type|export|function|def|import|package|func|fn|fun|class|public|private) |from .* import )/
