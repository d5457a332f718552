// The recorded talk, held again. Talks outlive commands, so the server holds them: here a hall in this process does, in a home of its own
// below the person's, so that neither their projects nor their server know of it.

import type { Hall, MeetingRef } from '../../../hall/api.js'
import { createHall } from '../../../hall/hall.js'
import { outcomeIn } from '../../../kernel/run/hold.js'
import { loadTellings } from '../../../protocols/tellings.js'
import type { Recording } from '../../../recordings.js'
import { shellWord } from '../../../rules/shell-word.js'
import { Teller } from '../../../view/teller.js'
import { parleyHome } from '../../../workspace/home.js'
import { removeBelow } from '../../../workspace/plain-files.js'
import type { Args } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { Paced, type Screen } from '../paced.js'
import { canAsk } from '../present.js'
import { labelOf } from '../recording.js'
import { emit } from '../screen/emit.js'
import { endingText } from '../screen/ending.js'
import { say } from '../screen/hanging.js'
import { markdownScreen } from '../screen/markdown-screen.js'
import { Transcript } from '../screen/transcript.js'
import { plural } from '../screen/words.js'

/** Shows it to its end; then whether it can be trusted, in the words of `verify`. Commands find it by its home. */
export async function talkShown({ word, script }: Recording, home: string, args: Args, io: Io) {
  removeBelow(parleyHome(io.env), home)
  const hall = await createHall({ home })
  try {
    const ref = await hall.recorded(word)
    const label = await labelOf({ default: `script:${script}`, seats: {} }, home)
    if (label !== undefined && !args.has('json')) say(io, label)
    const command = `PARLEY_HOME=${shellWord(home)} ${io.command}`
    await followed(hall, ref, args, { ...io, command })
    const { findings, lines, turns, documents } = await hall.verify(ref)
    return {
      exit: exits.fine,
      verified: async () => {
        for (const finding of findings) say(io, finding)
        const seen = `${plural(lines, 'line')}, ${plural(turns, 'turn')}, ${plural(documents, 'document')}`
        say(
          io,
          findings.length > 0
            ? `${plural(findings.length, 'finding')} in ${seen}.`
            : `verified ${ref.id}: ${seen}.`,
        )
        return findings.length > 0 ? exits.other : exits.fine
      },
    }
  } finally {
    await hall.stop()
  }
}

async function followed(hall: Hall, ref: MeetingRef, args: Args, io: Io): Promise<void> {
  const teller = new Teller(await loadTellings())
  const paced = canAsk(args, io) ? new Paced(io) : undefined
  const shown = await screenOn(paced?.io ?? io, teller)
  const screen = paced?.over(shown) ?? shown
  const over = new AbortController()
  const release = io.onInterrupt(() => over.abort())
  try {
    for await (const event of hall.follow(ref, 1, over.signal)) {
      if (event.type === 'status') {
        if (event.status === 'concluded') over.abort()
      } else if (args.has('json')) emit(io, event)
      else screen.observe(event)
    }
    screen.settle()
  } finally {
    await paced?.finished()
    release()
  }
  const { lines } = await hall.meeting(ref)
  const outcome = outcomeIn(lines)
  if (outcome === undefined || args.has('json')) return
  const { summary } = teller.story
  const about = { id: ref.id, args, io }
  io.out(endingText({ kind: 'concluded', outcome, summary }, about, teller, await markdownScreen(io)))
}

async function screenOn(io: Io, teller: Teller): Promise<Screen> {
  const transcript = new Transcript(io, teller, await markdownScreen(io))
  return {
    begin: () => {},
    observe: (event) => transcript.observe(event),
    settle: () => transcript.settle(),
    aside: () => {},
    end: () => {},
  }
}
