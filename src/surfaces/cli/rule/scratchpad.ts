// Rules about pins.

import { detectType } from '../../../rules/content-type.js'
import { extractionPath } from '../../../rules/extraction-path.js'
import { splitNames } from '../../../rules/names.js'
import * as pins from '../../../rules/scratchpad.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import { renderExtraction } from '../../../text/extraction.js'
import { formatPins, parsePins } from '../../../text/scratchpad-state.js'
import { type Call, type Handlers, oneOf } from './call.js'
import { at, readIfThere, save, stamp, wrong } from './io.js'

/** The names of a pin's fields, for those who ask. */
const FIELDS = new Map<string, keyof pins.Pin>([
  ['id', 'id'],
  ['content', 'content'],
  ['content_type', 'contentType'],
  ['pinning_agent', 'agent'],
  ['intent', 'intent'],
  ['history_count', 'history'],
])

export const handlers: Handlers = {
  'scratchpad-allocate'(call) {
    const state = call.needed('state')
    const kept = parsePins(readIfThere(at(call.io, state)) ?? '')
    if (kept.kind === 'damaged') wrong(`line ${kept.line} of ${state} is no pin; left as it is`)
    if (call.word === 'render') return pins.renderPins(kept.pins)
    if (call.word === 'list') {
      const name = call.needed('field')
      const field = FIELDS.get(name) ?? wrong(`unknown field '${name}'`)
      return kept.pins.map((pin) => `${pin[field]}\n`).join('')
    }
    const placed = pins.placePin(kept.pins, {
      target: call.text('target'),
      content: call.present('content'),
      intent: call.present('intent'),
      agent: call.present('agent'),
      contentType: call.text('content-type') || 'md',
    })
    if (placed.kind === 'unknown-target') wrong(`no pin '${placed.target}' to replace`)
    save(call.io, '', state, formatPins(placed.pins), 2)
    return `${placed.id}\n`
  },

  'scratchpad-disposition'(call) {
    if (call.only('check', 'prompt') === 'prompt') return `${pins.PIN_PROMPT}\n`
    const value = call.present('check')
    const known = pins.pinDisposition(value)
    return known === undefined
      ? wrong(`disposition must be ${oneOf(pins.PIN_DISPOSITIONS)} (got: '${value}')`)
      : `${known}\n`
  },

  'scratchpad-detect-type': async ({ io }) => `${detectType(await io.stdin())}\n`,

  'scratchpad-resolve-path'(call) {
    const pin = pinOf(call)
    return `${pathFor({ ...pin, contentType: call.needed('content-type') })}\n`
  },

  'scratchpad-extractor'(call) {
    const root = call.needed('root')
    const pin = pinOf(call)
    call.needed('pinning-agent')
    const type = call.text('content-type') || 'auto'
    const contentType = type === 'auto' ? detectType(pin.content) : type
    const path = pathFor({ ...pin, contentType })
    const verdict = judgeWrite(path)
    if (verdict.kind === 'refused') wrong(`REJECTED — ${verdict.detail}`)
    const actionItems = splitNames(call.text('action-items') ?? '')
    const extraction = { ...pin, actionItems, extractedAt: stamp(call.io), contentType }
    save(call.io, root, path, renderExtraction(extraction), 3)
    return `${root.endsWith('/') ? root : `${root}/`}${path}\n`
  },
}

function pinOf(call: Call) {
  const place = { date: call.needed('date'), slug: call.needed('slug'), pin: call.needed('sp-n') }
  return { ...place, content: call.text('content') ?? '', intent: call.text('intent') ?? '' }
}

function pathFor(pin: Parameters<typeof extractionPath>[0]): string {
  const found = extractionPath(pin)
  return found.kind === 'refused' ? wrong(found.reason) : found.path
}
