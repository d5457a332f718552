// A growing Markdown text, returned block by block: a block is returned when later text can no longer change it.

import { addAll } from '../../rules/lists.js'
import { beginsBlock, closesFence, type Fence, fenceIn } from './lines.js'

export class GrowingMarkdown {
  #block: string[] = []
  /** The line that has no end yet. */
  #line = ''
  #blank = false
  /** A list, a quote or indented code: the next lines may belong to it even after a blank one. */
  #open = false
  #fence: Fence | undefined
  /** Only a parser knows where the block ends: it is returned with the rest of the text. */
  #unsure = false

  /** Takes the next piece of the text; returns the blocks that are now complete. */
  push(text: string): readonly string[] {
    const [first = '', ...more] = text.split('\n')
    const whole: string[] = []
    this.#line += first
    for (const line of more) {
      addAll(whole, this.#take(this.#line))
      this.#line = line
    }
    if (this.#isOver(this.#line)) addAll(whole, this.#close())
    return whole
  }

  /** The unfinished block so far. */
  get rest(): string {
    return [...this.#block, this.#line].join('\n')
  }

  /** The rest: the text is complete, or something else has to be shown now. */
  end(): readonly string[] {
    this.#block.push(this.#line)
    this.#line = ''
    this.#fence = undefined
    this.#unsure = false
    return this.#close()
  }

  #take(line: string): readonly string[] {
    if (this.#fence) return this.#inFence(line, this.#fence)
    const fence = fenceIn(line)
    const before = fence?.own || this.#isOver(line) ? this.#close() : []
    this.#fence = fence
    this.#add(line)
    return before
  }

  #inFence(line: string, fence: Fence): readonly string[] {
    this.#add(line)
    this.#unsure ||= leavesHolder(line, fence)
    if (this.#unsure || !closesFence(line, fence)) return []
    this.#fence = undefined
    return fence.own ? this.#close() : []
  }

  /** Whether the block ends before this line, however the line goes on. */
  #isOver(line: string): boolean {
    return (
      this.#blank && this.#fence === undefined && line.trim() !== '' && (!this.#open || beginsBlock(line))
    )
  }

  #add(line: string): void {
    this.#block.push(line)
    this.#blank = line.trim() === ''
    this.#open ||= !this.#blank && !beginsBlock(line)
  }

  #close(): readonly string[] {
    const text = this.#block.join('\n')
    this.#block = []
    this.#blank = false
    this.#open = false
    return text.trim() === '' ? [] : [text]
  }
}

/** Whether a line is outside of what may hold the fence, such as its list or its quote: then the fence may be over, and this line begin another. */
function leavesHolder(line: string, { indent }: Fence): boolean {
  if (indent === '' || line.trim() === '') return false
  if (indent.includes('>')) return !/^\s*>/.test(line)
  return columnsBefore(line) < columnsBefore(`${indent}x`)
}

function columnsBefore(line: string): number {
  return line.replaceAll('\t', '    ').search(/\S/)
}
