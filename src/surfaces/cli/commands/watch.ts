// CLI `parley watch`: follows a meeting that another process holds, until it stops. Reads only.

import type { Journal } from '../../../kernel/line/journal.js'
import type { Line } from '../../../kernel/line/line.js'
import type { Summary } from '../../../kernel/line/summary.js'
import { loadTellings } from '../../../protocols/tellings.js'
import type { Story } from '../../../view/story.js'
import { summarised } from '../../../view/summary.js'
import { Teller } from '../../../view/teller.js'
import type { Command } from '../command.js'
import { exits } from '../exit.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { emit } from '../screen/emit.js'
import { remark } from '../screen/hanging.js'
import { lettersFor } from '../screen/item-text.js'
import { markdownScreen } from '../screen/markdown-screen.js'
import { answerCommands } from '../screen/question.js'
import { type About, copied } from '../screen/to-copy.js'
import { Transcript } from '../screen/transcript.js'

/** How often to check whether a process still holds the meeting. */
const lookMs = 300
/** How often to look for the run of a meeting that was just opened: on a busy machine a process takes seconds to start. */
const mostLooks = 100

export const command: Command = {
  about:
    'Follows a meeting as another process holds it, from its first line, and ends when it stops.\n' +
    'The exit code says how: 0 concluded, 3 waiting for you, 4 halted, 1 anything else.',
  operands: [idOperand],
  examples: [['parley watch', 'what is being said, as it is recorded']],
  async run(args, io) {
    const { id, journals } = await meetingOf(args, io, newest)
    const tellings = await loadTellings()
    const teller = new Teller(tellings)
    const journal = journals.of(id)
    const { protocol } = summarised((await journal.readable()).lines, tellings)
    const letters = lettersFor(tellings.of(protocol), args, io)
    const screen = args.has('json')
      ? undefined
      : new Transcript(io, teller, await markdownScreen(io), { asks: false, letters })
    const stop = new AbortController()
    const release = io.onInterrupt(() => stop.abort())
    const ended = endWhenStopped(journal, stop, () => {
      if (screen) remark(io, 'Nobody holds it yet: waiting for its run to begin. Ctrl-C ends this.')
    })
    for await (const line of journal.watch(1, stop.signal)) {
      if (screen) screen.observe({ type: 'line', line })
      else emit(io, { type: 'line', line })
    }
    screen?.settle()
    release()
    for (const line of await ended) teller.take(line)
    if (screen) io.out(lastWords(teller.story, { id, io, args }))
    return exitFor(teller.story.summary.status)
  },
}

/**
 * Stops the watching once nobody holds the meeting and every line was seen. A meeting that was only just opened or answered is given
 * a moment: that line is on disk before the run that goes on from it begins.
 */
async function endWhenStopped(
  journal: Journal,
  stop: AbortController,
  waits: () => void,
): Promise<readonly Line[]> {
  const last = (await journal.readable()).lines.at(-1)?.kind
  let looks = last === undefined || last === 'opened' || last === 'answered' ? mostLooks : 1
  while (!stop.signal.aborted) {
    const held = await journal.held()
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    looks = held ? 1 : looks - 1
    if (looks === mostLooks - 3) waits()
    if (looks <= 0) stop.abort()
  }
  return (await journal.readable()).lines
}

function lastWords({ summary, questions }: Story, about: About): string {
  const [open] = questions
  if (open)
    return `\nWaiting for you. Answer with:\n${answerCommands(open.question, { ...about, key: open.key }).join('\n')}\n`
  if (summary.status === 'concluded' || summary.status === 'aborted') return ''
  return `\nNobody holds it now; go on with:\n${copied(about, (name) => `resume ${name}`)}`
}

function exitFor(status: Summary['status']): number {
  if (status === 'concluded') return exits.fine
  if (status === 'waiting' || status === 'paused') return exits.waiting
  return status === 'halted' ? exits.halted : exits.other
}
