// CLI `parley rule scratchpad-extractor`: writes one pin to a file of its own, inside the boundary.
import { join } from 'node:path'
import { renderExtraction } from '../../../documents/extraction.js'
import { detectType } from '../../../rules/content-type.js'
import { extractionPath } from '../../../rules/extraction-path.js'
import { splitNames } from '../../../rules/names.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import type { RuleCommand } from './command.js'
import { at } from './files.js'
import { readFlags, refuse } from './flags.js'
import { missingFlag } from './missing-flag.js'
import { stamp } from './stamp.js'
import { tryWrite } from './try-write.js'

const HELPER = 'scratchpad-extractor'
const REQUIRED = ['root', 'date', 'slug', 'sp-n', 'pinning-agent'] as const

export const command: RuleCommand = {
  summary: 'Writes one extracted pin to its file.',
  help: `Usage: parley rule scratchpad-extractor --root DIR --date YYYY-MM-DD --slug SLUG --sp-n SP-N --pinning-agent NAME
                                        [--content TEXT] [--intent TEXT] [--action-items ID,ID]
                                        [--content-type TYPE|auto]

Prints the path of the file. The same path is replaced in place.

Exit codes: 0 written; 2 wrong arguments or a path outside the boundary; 3 the file cannot be written.

Example: parley rule scratchpad-extractor --root . --date 2026-01-02 --slug api --sp-n SP-1 --pinning-agent theo \\
           --content '# The route'
`,
  run(argv, io) {
    const flags = readFlags(argv, {
      values: [...REQUIRED, 'content', 'intent', 'action-items', 'content-type'],
    })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const missing = missingFlag(flags, REQUIRED)
    if (missing) return refuse(io, HELPER, 2, missing)
    const [root, date, slug, pin] = REQUIRED.map((name) => flags.value(name)!) as [
      string,
      string,
      string,
      string,
    ]
    const content = flags.value('content') ?? ''
    const asked = flags.value('content-type') || 'auto'
    const contentType = asked === 'auto' ? detectType(content) : asked
    const place = extractionPath({
      date,
      slug,
      pin,
      contentType,
      content,
      intent: flags.value('intent') ?? '',
    })
    if (place.kind === 'refused') return refuse(io, HELPER, 2, place.reason)
    const verdict = judgeWrite(place.path)
    if (verdict.kind === 'refused') return refuse(io, HELPER, 2, `REJECTED — ${verdict.detail}`)
    const actionItems = splitNames(flags.value('action-items') ?? '')
    const extractedAt = stamp(io.now())
    const text = renderExtraction({ date, slug, pin, actionItems, extractedAt, contentType, content })
    const failure = tryWrite(join(at(io, root), place.path), text)
    if (failure) return refuse(io, HELPER, 3, `cannot write ${place.path}: ${failure}`)
    io.out(`${root.endsWith('/') ? root : `${root}/`}${place.path}\n`)
    return 0
  },
}
