// council.yaml: who sits, who chairs, how far a work session may go. Read with every fault named by its line.

import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'

export interface Council {
  readonly name: string
  readonly description: string
  readonly chair: string
  /** In speaking order. */
  readonly seats: readonly string[]
  readonly maxTurns: number
  readonly scratchMaxBytes: number
  /** Null: no such limit. */
  readonly maxWallSeconds: number | null
  readonly manifestMaxBytes: number | null
  /** In the first round of a meeting no seat sees another's words. */
  readonly blind: boolean
}

export type CouncilReading =
  | { readonly kind: 'council'; readonly council: Council }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] }

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/

function isKebab(name: string): boolean {
  return kebab.test(name)
}

export function readCouncil(text: string): CouncilReading {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const [broken] = document.errors
  if (broken) {
    return {
      kind: 'faulty',
      faults: [`line ${counter.linePos(broken.pos[0]).line}: ${firstLine(broken.message)}`],
    }
  }
  const root = document.contents
  if (!isMap(root))
    return { kind: 'faulty', faults: ['line 1: a council is a list of keys: name, chair, seats'] }
  const reader = new Reader(root, (node) => counter.linePos(node.range?.[0] ?? 0).line)
  const council = read(reader)
  return reader.faults.length > 0 ? { kind: 'faulty', faults: reader.faults } : { kind: 'council', council }
}

function read(reader: Reader): Council {
  const seats = reader.seats()
  const chair = reader.text('chair')
  if (chair !== '' && seats.length > 0 && !seats.includes(chair)) {
    reader.fault(['chair'], `the chair "${chair}" is not one of the seats: ${seats.join(', ')}`)
  }
  reader.group('work_budget')
  reader.group('memory_budget')
  return {
    name: reader.text('name'),
    description: reader.optionalText('description'),
    chair,
    seats,
    maxTurns: reader.cap(['work_budget', 'max_turns'], 12),
    scratchMaxBytes: reader.cap(['work_budget', 'scratch_max_bytes'], 200_000),
    maxWallSeconds: reader.optionalLimit(['work_budget', 'max_wall_seconds']),
    manifestMaxBytes: reader.optionalLimit(['memory_budget', 'manifest_max_bytes']),
    blind: reader.yesOrNo('blind'),
  }
}

/** Collects every fault with its line, so that the person can mend them all at once. */
class Reader {
  readonly faults: string[] = []
  readonly #root: YAMLMap
  readonly #lineOf: (node: Node) => number

  constructor(root: YAMLMap, lineOf: (node: Node) => number) {
    this.#root = root
    this.#lineOf = lineOf
  }

  fault(path: readonly string[], what: string): void {
    const node = this.#node(path)
    this.faults.push(node ? `line ${this.#lineOf(node)}: ${what}` : what)
  }

  text(key: string): string {
    const value = this.#value([key])
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    this.fault([key], value === undefined ? `\`${key}\` is missing` : `\`${key}\` must be a name`)
    return ''
  }

  optionalText(key: string): string {
    const value = this.#value([key])
    return typeof value === 'string' ? value : ''
  }

  /** Absent means no. */
  yesOrNo(key: string): boolean {
    const value = this.#value([key])
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      this.fault([key], `\`${key}\` must be true or false, not ${JSON.stringify(value)}`)
    return value === true
  }

  seats(): string[] {
    const node = this.#node(['seats'])
    if (!isSeq(node) || node.items.length === 0) {
      this.fault(['seats'], node ? '`seats` must be a list of seat names' : '`seats` is missing')
      return []
    }
    const names = node.items.map((item) => this.#seat(item as Node))
    const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
    if (twice !== undefined) this.fault(['seats'], `the seat "${twice}" is listed twice`)
    return names.filter((name) => name !== '')
  }

  group(key: string): void {
    const node = this.#node([key])
    if (node && !isMap(node) && this.#value([key]) !== null)
      this.fault([key], `\`${key}\` must hold keys of its own`)
  }

  /** A whole number above zero; absent, the default. */
  cap(path: readonly [string, string], usual: number): number {
    const value = this.#value(path)
    if (value === undefined || value === null) return usual
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    this.fault(path, `\`${path[1]}\` must be a whole number above zero, not ${JSON.stringify(value)}`)
    return usual
  }

  /** A number above zero is a limit; absent, zero or below means none. */
  optionalLimit(path: readonly [string, string]): number | null {
    const value = this.#value(path)
    if (value === undefined || value === null) return null
    if (typeof value === 'number' && Number.isFinite(value)) return value > 0 ? value : null
    this.fault(path, `\`${path[1]}\` must be a number, not ${JSON.stringify(value)}`)
    return null
  }

  #seat(item: Node): string {
    const name = isScalar(item) && typeof item.value === 'string' ? item.value : ''
    if (isKebab(name)) return name
    const shown = isScalar(item) ? JSON.stringify(item.value) : 'a list or map'
    this.faults.push(`line ${this.#lineOf(item)}: ${shown} is no seat name: lower-case words joined by "-"`)
    return ''
  }

  #node(path: readonly string[]): Node | undefined {
    const node: unknown = this.#root.getIn(path, true)
    return (node as Node | null | undefined) ?? undefined
  }

  #value(path: readonly string[]): unknown {
    const node = this.#node(path)
    return isScalar(node) ? node.value : node === undefined ? undefined : node.toJSON?.()
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')
}
