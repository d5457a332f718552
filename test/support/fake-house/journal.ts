// Journals for the fake house: lines in order, numbered, with times that rise. Their chain is not real; the page does not check it.

import type { Kind, Line } from '../../../src/kernel/line.js'

export class Journal {
  readonly lines: Line[] = []
  #at: number

  constructor(minutesAgo: number) {
    this.#at = Date.now() - minutesAgo * 60_000
  }

  add(kind: Kind, data: unknown, key?: string): Line {
    this.#at += 7000
    const n = this.lines.length + 1
    const at = new Date(Math.min(this.#at, Date.now())).toISOString()
    const line = { n, at, kind, key: key ?? `${kind}.${n}`, data, prev: '', hash: String(n) } as Line
    this.lines.push(line)
    return line
  }

  note(kind: string, data: unknown): this {
    this.add('noted', { kind, data })
    return this
  }

  say(text: string): this {
    return this.note('line', { text })
  }

  phase(name: string): this {
    this.add('phase', { name })
    return this
  }

  turn(seat: string, text: string, more: TurnMore = {}): this {
    const { tools = [], model = 'lumen-4', backend = 'model', call = 'seat.turn', value, draft } = more
    const output = Math.ceil(text.length / 4) + 40
    this.add('turn', {
      seat,
      call,
      text,
      ...(value === undefined ? {} : { value }),
      ...(draft ? { draft: true } : {}),
      receipt: {
        seat,
        backend,
        model: backend === 'rehearsal' ? null : model,
        prompt: 'f'.repeat(64),
        tools: tools.map((tool, at) => ({ id: `${this.lines.length}-${at}`, ok: true, output: '', ...tool })),
        tokens: { input: 900 + output * 3, output, estimated: backend === 'rehearsal' },
        ms: 4200,
        attempts: 1,
      },
    })
    return this
  }

  ask(question: { id: string }, key = `ask:${question.id}.${this.lines.length}`): this {
    this.add('asked', question, key)
    return this
  }

  answer(choose: string, text?: string): this {
    const open = this.lines.findLast(({ kind }) => kind === 'asked')
    const question = (open?.data as { id: string } | undefined)?.id ?? ''
    const given = text === undefined ? {} : { text }
    this.add('answered', { question, choose, ...given, by: 'person' }, open?.key)
    return this
  }
}

export interface TurnMore {
  readonly tools?: readonly { name: string; input: unknown; ok?: boolean; output?: string }[]
  readonly model?: string
  readonly backend?: string
  readonly call?: string
  readonly value?: unknown
  readonly draft?: boolean
}
