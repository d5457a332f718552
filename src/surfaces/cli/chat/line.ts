// The line on which the person replies: node's own editor of lines. What is printed meanwhile stands above it.

import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { clean } from '../screen/clean.js'

/** What a terminal sends at once, as a paste, comes within this time. */
const atOnceMs = 25

export class ReplyLine {
  readonly #prompt: string
  /** Earlier replies, the newest first. */
  #history: string[]
  #open: Interface | undefined

  constructor(prompt: string, replies: readonly string[]) {
    this.#prompt = prompt
    this.#history = replies.filter((reply) => !reply.includes('\n')).reverse()
  }

  /**
   * What the person sends; undefined when they leave (Ctrl-C, Ctrl-D). After `\` at the end of a line it goes on in the next, and a paste of
   * several lines is one reply.
   */
  async read(signal: AbortSignal, start = ''): Promise<string | undefined> {
    const ahead = await typedAhead(process.stdin)
    if (ahead === undefined || signal.aborted) return undefined
    const line = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: this.#prompt,
      history: this.#history,
    })
    line.on('history', (all) => {
      this.#history = all
    })
    this.#open = line
    line.prompt()
    if (start + ahead !== '') line.write(start + ahead)
    const reply = await sentOn(line, signal)
    this.#open = undefined
    line.close()
    if (reply === undefined) process.stdout.write('\n')
    return reply
  }

  /** Prints above the line. */
  above(print: () => void): void {
    const line = this.#open
    if (line === undefined) {
      print()
      return
    }
    const { stdout } = process
    moveCursor(stdout, 0, -line.getCursorPos().rows)
    cursorTo(stdout, 0)
    clearScreenDown(stdout)
    print()
    // It is drawn anew below, and not where its first row was.
    Object.assign(line, { prevRows: 0 })
    line.prompt(true)
  }
}

/** What was typed while nobody asked is no reply to a question that was not there yet: it is the beginning of one. Undefined after Ctrl-C. */
async function typedAhead(input: typeof process.stdin): Promise<string | undefined> {
  const pieces: Buffer[] = []
  const keep = (piece: Buffer) => void pieces.push(piece)
  input.setRawMode(true)
  input.on('data', keep).resume()
  await sleep(atOnceMs)
  input.off('data', keep)
  input.pause()
  const text = Buffer.concat(pieces).toString('utf8')
  return text.includes('\x03') ? undefined : clean(text.replace(/[\r\n]+/g, ' '))
}

function sentOn(line: Interface, signal: AbortSignal): Promise<string | undefined> {
  const lines: string[] = []
  let sending: NodeJS.Timeout | undefined
  return new Promise((resolve) => {
    const left = () => resolve(undefined)
    const send = () => {
      const reply = lines.join('\n').trim()
      // The rest of a paste is on the line still.
      if (line.line !== '') return
      if (reply !== '') return resolve(reply)
      lines.length = 0
      line.prompt()
    }
    line.on('line', (text) => {
      clearTimeout(sending)
      const goesOn = text.endsWith('\\')
      lines.push(goesOn ? text.slice(0, -1) : text)
      if (goesOn) line.prompt()
      else sending = setTimeout(send, atOnceMs)
    })
    line.once('SIGINT', left)
    line.once('close', left)
    signal.addEventListener('abort', left, { once: true })
  })
}
