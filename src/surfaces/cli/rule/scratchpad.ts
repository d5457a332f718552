// Rules about pins: scratchpad-allocate, -disposition, -detect-type, -resolve-path and -extractor.
import { renderExtraction } from '../../../documents/extraction.js'
import { formatPins, parsePins } from '../../../documents/scratchpad-state.js'
import { CONTENT_TYPES, detectType } from '../../../rules/content-type.js'
import { extractionPath } from '../../../rules/extraction-path.js'
import { splitNames } from '../../../rules/names.js'
import {
  PIN_DISPOSITIONS,
  PIN_PROMPT,
  type Pin,
  pinDisposition,
  placePin,
  renderPins,
} from '../../../rules/scratchpad.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import { rule, ruleByMode } from './command.js'
import { at, readIfThere, save } from './files.js'
import { stamp } from './io.js'
import { say, wrong } from './refusal.js'
import { needed } from './values.js'

const FIELDS: ReadonlyMap<string, (pin: Pin) => string> = new Map([
  ['id', (pin) => pin.id],
  ['content', (pin) => pin.content],
  ['content_type', (pin) => pin.contentType],
  ['pinning_agent', (pin) => pin.agent],
  ['intent', (pin) => pin.intent],
  ['history_count', (pin) => String(pin.history)],
])

export const scratchpadAllocate = ruleByMode({
  name: 'scratchpad-allocate',
  about:
    "'pin' makes the next pin, or with --target replaces one, and prints its id. A state file that is not there is empty.",
  flags: { state: needed('file') },
  open({ state }, io) {
    const kept = parsePins(readIfThere(at(io, state)) ?? '')
    return kept.kind === 'damaged'
      ? wrong(`line ${kept.line} of ${state} is no pin; left as it is`)
      : kept.pins
  },
  choose: 'word',
  modes: {
    pin: {
      flags: {
        target: { takes: 'SP-N' },
        content: { takes: 'text', need: 'given' },
        intent: { takes: 'text', need: 'given' },
        agent: { takes: 'name', need: 'given' },
        'content-type': { takes: 'type' },
      },
      run({ state, contentType, ...pin }, io, pins) {
        const placed = placePin(pins, { ...pin, contentType: contentType || 'md' })
        if (placed.kind === 'unknown-target') wrong(`no pin '${placed.target}' to replace`)
        save(io, '', state, formatPins(placed.pins), 2)
        return `${placed.id}\n`
      },
    },
    list: {
      flags: { field: { ...needed('field', [...FIELDS.keys()].join(' ')), as: fieldNamed } },
      run: ({ field }, _, pins) => pins.map((pin) => `${field(pin)}\n`).join(''),
    },
    render: { flags: {}, run: (_, __, pins) => renderPins(pins) },
  },
  exits: { 0: 'done', 2: 'unknown field, no such target, or a state file that is none', wrong: 2 },
  example:
    "parley rule scratchpad-allocate pin --state pins --content 'GET /v1' --intent 'the route' --agent theo",
})

function fieldNamed(name: string): (pin: Pin) => string {
  return FIELDS.get(name) ?? wrong(say.unknown('field', name))
}

export const scratchpadDisposition = ruleByMode({
  name: 'scratchpad-disposition',
  about: `Values: ${PIN_DISPOSITIONS.join(', ')}, 'keep in notes only'; any case.`,
  choose: 'only',
  modes: {
    check: { flags: { check: { takes: 'value', as: disposition } }, run: ({ check }) => `${check}\n` },
    prompt: { flags: {}, run: () => `${PIN_PROMPT}\n` },
  },
  exits: { 0: 'printed', 2: 'no such disposition', wrong: 2 },
  example: 'parley rule scratchpad-disposition --check Extract',
})

function disposition(value: string): string {
  const known = pinDisposition(value)
  return known ?? wrong(`disposition must be ${say.oneOf(PIN_DISPOSITIONS)} (got: '${value}')`)
}

export const scratchpadDetectType = rule({
  name: 'scratchpad-detect-type',
  about: `Reads standard input and prints one of: ${CONTENT_TYPES.join(' ')}.
Only the first non-blank line counts; without a sign of anything else, md.`,
  exits: { 0: 'printed', wrong: 2 },
  example: "echo 'def f():' | parley rule scratchpad-detect-type",
  run: (_, io) => `${detectType(io.stdin())}\n`,
})

const place = { date: needed('YYYY-MM-DD'), slug: needed('slug'), 'sp-n': needed('SP-N') }
const text = { content: { takes: 'text', or: '' }, intent: { takes: 'text', or: '' } } as const

export const scratchpadResolvePath = rule({
  name: 'scratchpad-resolve-path',
  about:
    "The file is named after the content's first line if that is text, else after the intent, else untitled.",
  flags: { ...place, 'content-type': needed('type', CONTENT_TYPES.join(' ')), ...text },
  exits: { 0: 'printed', wrong: 2 },
  example: `parley rule scratchpad-resolve-path --date 2026-01-02 --slug api --sp-n SP-1 --content-type md \\
  --intent 'the route'`,
  run: ({ spN, ...pin }) => `${pathFor({ ...pin, pin: spN })}\n`,
})

function pathFor(pin: Parameters<typeof extractionPath>[0]): string {
  const found = extractionPath(pin)
  return found.kind === 'refused' ? wrong(found.reason) : found.path
}

export const scratchpadExtractor = rule({
  name: 'scratchpad-extractor',
  about: 'Prints the path of the file. The same path is replaced in place.',
  flags: {
    root: needed('dir'),
    ...place,
    'pinning-agent': needed('name'),
    ...text,
    'action-items': { takes: 'id,id', or: '' },
    'content-type': { takes: 'type|auto', or: 'auto' },
  },
  exits: { 0: 'written', 2: 'a path outside the boundary', 3: 'the file cannot be written', wrong: 2 },
  example: `parley rule scratchpad-extractor --root . --date 2026-01-02 --slug api --sp-n SP-1 --pinning-agent theo \\
  --content '# The route'`,
  run({ root, date, slug, spN: pin, content, intent, ...given }, io) {
    const auto = given.contentType === 'auto' || given.contentType === ''
    const contentType = auto ? detectType(content) : given.contentType
    const path = pathFor({ date, slug, pin, contentType, content, intent })
    const verdict = judgeWrite(path)
    if (verdict.kind === 'refused') wrong(`REJECTED — ${verdict.detail}`)
    const actionItems = splitNames(given.actionItems)
    const extraction = { date, slug, pin, actionItems, extractedAt: stamp(io), contentType, content }
    save(io, root, path, renderExtraction(extraction), 3)
    return `${root.endsWith('/') ? root : `${root}/`}${path}\n`
  },
})
