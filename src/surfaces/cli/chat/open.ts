// A chat at this terminal: its screen, the line to type on, and what prints above that line.

import type { Line } from '../../../kernel/line/line.js'
import type { Teller } from '../../../view/teller.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { canAsk } from '../present.js'
import { markdownScreen } from '../screen/markdown-screen.js'
import { paint } from '../screen/paint.js'
import { type Prompt, promptAt } from '../screen/prompt.js'
import { ReplyLine } from './line.js'
import { chatPrompt } from './prompt.js'
import { ChatScreen } from './screen.js'

export interface Chat {
  readonly screen: ChatScreen
  /** Absent where nobody can type. */
  readonly prompt: Prompt | undefined
}

export async function openChat(
  { id, args, io }: { readonly id: string; readonly args: Args; readonly io: Io },
  teller: Teller,
  before: readonly Line[],
): Promise<Chat> {
  const asks = canAsk(args, io)
  const line = new ReplyLine(paint(io, 'output').bold('You › '), repliesIn(before))
  const above = aboveLine(io, line)
  const markdown = await markdownScreen(above)
  const screen = new ChatScreen({ id, args, io: above, asks }, teller, markdown)
  if (!asks) return { screen, prompt: undefined }
  const said = (question: string) => teller.telling.chat?.said(question) ?? false
  const isShown = (question: string) => said(question) && screen.showsQuestion
  const chat = { io: above, line, markdown, isShown, documents: () => screen.documents() }
  return { screen, prompt: chatPrompt(chat, promptAt(io)) }
}

/** What the person wrote before, also in earlier runs. */
function repliesIn(before: readonly Line[]): readonly string[] {
  return before.flatMap((line) =>
    line.kind === 'answered' && line.data.text !== undefined ? [line.data.text] : [],
  )
}

/** What is printed while somebody types stands above their line, which stays as it was. */
function aboveLine(io: Io, line: ReplyLine): Io {
  return {
    ...io,
    get columns() {
      return io.columns
    },
    terminal: io.terminal,
    out: (text) => line.above(() => io.out(text)),
    err: (text) => line.above(() => io.err(text)),
  }
}
