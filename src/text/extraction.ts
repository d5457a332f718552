// Extraction: a pin as a file of its own, with its origin in the frontmatter. The content is not changed.
import { notesName } from './places.js'
import { flowList, scalar } from './yaml-text.js'

export interface ExtractionFile {
  date: string
  slug: string
  pin: string
  actionItems: readonly string[]
  /** When it was written: UTC, to the second. */
  extractedAt: string
  contentType: string
  content: string
}

export function renderExtraction(file: ExtractionFile): string {
  return [
    '---',
    `source_meeting: ${scalar(notesName(file.date, file.slug))}`,
    `source_scratchpad_id: ${file.pin}`,
    `source_action_items: ${flowList(file.actionItems)}`,
    'extracted_by: gaia-meeting',
    `extracted_at: ${file.extractedAt}`,
    `content_type: ${file.contentType}`,
    '---',
    '',
    file.content.endsWith('\n') ? file.content : `${file.content}\n`,
  ].join('\n')
}
