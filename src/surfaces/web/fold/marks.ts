// Marks: the parts of what was said that a reader looks for. A text is cut into prose and marked blocks, in its own order.
//
//   F1  Nothing is lost: every line that was said stands in exactly one block, bare requests for the floor included.
//   F2  A marker inside fenced code is code.

export type Block =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'challenge' | 'decision'; readonly text: string }
  | { readonly kind: 'dissent'; readonly qualifier: string; readonly text: string }
  | { readonly kind: 'position'; readonly text: string }
  | { readonly kind: 'pin'; readonly pin: MarkedPin }
  | { readonly kind: 'request'; readonly text: string }

export interface MarkedPin {
  /** The pin it replaces, if it names one. */
  readonly target: string | null
  readonly intent: string
  readonly content: string
  readonly type: string | null
}

export function blocksOf(text: string): readonly Block[] {
  if (!/\[(?:challenge|decision|pin|pass|raise-hand|research)|\*\*(?:Dissent|Position)/.test(text))
    return [{ kind: 'prose', text }]
  const lines = text.split('\n')
  const blocks: Block[] = []
  let prose: string[] = []
  let fence = ''
  const flush = () => {
    if (prose.some((line) => line.trim() !== '')) blocks.push({ kind: 'prose', text: prose.join('\n') })
    prose = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    fence = fenceAfter(fence, line)
    const found = fence === '' ? markAt(lines, at) : undefined
    if (found) {
      flush()
      blocks.push(found.block)
      at = found.next
    } else {
      prose.push(line)
      at++
    }
  }
  flush()
  return blocks
}

interface Found {
  readonly block: Block
  readonly next: number
}

function markAt(lines: readonly string[], at: number): Found | undefined {
  const line = lines[at] ?? ''
  const [, kind, said] = MARKED.exec(line) ?? []
  if (kind === 'challenge' || kind === 'decision')
    return { block: { kind, text: (said ?? '').trim() }, next: at + 1 }
  if (REQUEST.test(line)) return { block: { kind: 'request', text: line.trim() }, next: at + 1 }
  const [, position] = POSITION.exec(line) ?? []
  if (position !== undefined) return { block: { kind: 'position', text: position.trim() }, next: at + 1 }
  return dissentAt(lines, at) ?? pinAt(lines, at)
}

const MARKED = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[(challenge|decision)\]\s*(.*)$/
const REQUEST = /^\s*\[(?:pass|raise-hand\s*(?:→|->)[^\]]*|research\s*(?:→|->)[^\]]*)\]\s*$/
const POSITION = /^\*\*Position:\*\*\s*(.+)$/
const DISSENT = /^\*\*Dissent(?:\s*\(([^)]*)\))?:\*\*\s*(.*)$/
const PINNED = /^\[pin(?:\s+(SP-[1-9][0-9]*))?\]\s*(.*)$/
const NONE = /^(?:none|no dissent|nothing|nil|n\/a)\b/i

/** A marked dissent ends at the blank line. One that says there is none is no dissent. */
function dissentAt(lines: readonly string[], at: number): Found | undefined {
  const [, qualifier = '', first] = DISSENT.exec(lines[at] ?? '') ?? []
  if (first === undefined || NONE.test(first.trim())) return undefined
  const end = lines.findIndex((line, index) => index > at && line.trim() === '')
  const next = end < 0 ? lines.length : end
  return {
    block: { kind: 'dissent', qualifier, text: [first, ...lines.slice(at + 1, next)].join('\n').trim() },
    next,
  }
}

/** A pin's content is the fenced block on the next line that is not blank; without one the intent is the content. */
function pinAt(lines: readonly string[], at: number): Found | undefined {
  const [, target = null, intent] = PINNED.exec(lines[at] ?? '') ?? []
  if (intent === undefined) return undefined
  let open = at + 1
  while (open < lines.length && lines[open]?.trim() === '') open++
  const [, indent = '', fence, info = ''] = /^(\s*)(`{3,}|~{3,})\s*(\S*)\s*$/.exec(lines[open] ?? '') ?? []
  if (fence === undefined) return { block: pinned(target, intent, intent.trim(), null), next: at + 1 }
  const close = closingFence(lines, open + 1, fence)
  const content = lines.slice(open + 1, close).map((line) => unindent(line, indent.length))
  return { block: pinned(target, intent, content.join('\n'), info || null), next: close + 1 }
}

function pinned(target: string | null, intent: string, content: string, type: string | null): Block {
  return { kind: 'pin', pin: { target, intent: intent.trim(), content, type } }
}

function closingFence(lines: readonly string[], from: number, fence: string): number {
  const end = lines.findIndex((line, at) => at >= from && closes(line, fence))
  return end < 0 ? lines.length : end
}

function closes(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === (fence[0] ?? '`').repeat(text.length)
}

/** The fence that is open after this line; empty outside of one. */
function fenceAfter(open: string, line: string): string {
  if (open !== '') return closes(line, open) ? '' : open
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
}

function unindent(line: string, by: number): string {
  return line.slice(0, by).trim() === '' ? line.slice(by) : line
}
