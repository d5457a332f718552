// CLI `parley rule scratchpad-resolve-path`: prints where an extracted pin goes.
import { CONTENT_TYPES } from '../../../rules/content-type.js'
import { extractionPath } from '../../../rules/extraction-path.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'
import { missingFlag } from './missing-flag.js'

const HELPER = 'scratchpad-resolve-path'
const REQUIRED = ['date', 'slug', 'sp-n', 'content-type'] as const

export const command: RuleCommand = {
  summary: 'Computes where an extracted pin goes.',
  help: `Usage: parley rule scratchpad-resolve-path --date YYYY-MM-DD --slug SLUG --sp-n SP-N --content-type TYPE
                                           [--content TEXT] [--intent TEXT]

Content types: ${CONTENT_TYPES.join(' ')}
The file is named after the content's first line if that is text, else after the intent, else untitled.

Exit codes: 0 printed; 2 wrong arguments.

Example: parley rule scratchpad-resolve-path --date 2026-01-02 --slug api --sp-n SP-1 --content-type md --intent 'the route'
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: [...REQUIRED, 'content', 'intent'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const missing = missingFlag(flags, REQUIRED)
    if (missing) return refuse(io, HELPER, 2, missing)
    const place = extractionPath({
      date: flags.value('date')!,
      slug: flags.value('slug')!,
      pin: flags.value('sp-n')!,
      contentType: flags.value('content-type')!,
      content: flags.value('content') ?? '',
      intent: flags.value('intent') ?? '',
    })
    if (place.kind === 'refused') return refuse(io, HELPER, 2, place.reason)
    io.out(`${place.path}\n`)
    return 0
  },
}
