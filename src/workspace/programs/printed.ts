// What a program printed: the beginning and the end, since errors are at the end and their context is at the beginning.

export interface PrintedLimits {
  readonly head: number
  readonly tail: number
}

export class Printed {
  private head = Buffer.alloc(0)
  private tail = Buffer.alloc(0)
  private lost = 0

  constructor(private readonly limits: PrintedLimits) {}

  add(piece: Buffer): void {
    const room = this.limits.head - this.head.length
    if (room > 0) this.head = Buffer.concat([this.head, piece.subarray(0, room)])
    const rest = Buffer.concat([this.tail, piece.subarray(Math.max(0, room))])
    const over = Math.max(0, rest.length - this.limits.tail)
    this.lost += over
    this.tail = rest.subarray(over)
  }

  text(): string {
    if (this.lost === 0) return plain(Buffer.concat([this.head, this.tail]).toString('utf8'))
    const gap = `\n(${this.lost} bytes left out here)\n`
    return plain(this.head.toString('utf8')) + gap + plain(this.tail.toString('utf8'))
  }
}

/** Without escape sequences and control characters; line ends and tabs stay. */
export function plain(text: string): string {
  return text
    .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}
