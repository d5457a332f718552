// CLI `parley fork`: a new meeting that starts with the first lines of another one and goes on live from there.

import { WrongUsage } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line/line.js'
import { parley } from '../../../parley.js'
import { type ForkPlace, forkLine, forkPlaces, freeForkId } from '../../../view/fork-places.js'
import { agentsFor } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { holdHere } from '../hold.js'
import type { Io } from '../io.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { canAsk } from '../present.js'
import { oneLine } from '../screen/clean.js'
import { remark } from '../screen/hanging.js'

export const command: Command = {
  about:
    'Goes back to one of your answers and on from there in a new meeting: with another answer, other agents, or just again.\n' +
    'The first meeting is not changed. Without --at your answers are listed, and at a terminal you choose one.',
  operands: [idOperand],
  flags: {
    at: {
      takes: 'WHERE',
      about: 'a question, a round (round-2), or the last line to keep (`show --lines` numbers them)',
    },
  },
  examples: [
    ['parley fork', 'choose among your answers in the newest meeting, and answer again'],
    [
      'parley fork split-the-api --at round-2 --agents claude',
      'what would other agents have said from there on?',
    ],
    ['parley fork split-the-api --at 12 --answers other.yaml', 'what if you had answered differently?'],
  ],
  async run(args, io) {
    const { root, id, journals } = await meetingOf(args, io, { ...newest, noTalks: true })
    const here = parley(root)
    const journal = journals.of(id)
    const { lines } = await journal.readable()
    const at = await lineWanted(lines, args, io)
    const agents = await agentsFor({ args, io, root, journal })
    const fork = await freeForkId(id, async (as) => (await here.summary(as)) !== undefined)
    await here.fork(id, at, fork, agents)
    if (!args.has('json')) remark(io, `Forked as ${fork}.`)
    return holdHere({ parley: here, id: fork, args, io, agents })
  },
}

async function lineWanted(lines: readonly Line[], args: Args, io: Io): Promise<number> {
  const given = args.value('at')
  const places = forkPlaces(lines)
  const at = given === undefined ? await chosenPlace(places, args, io) : forkLine(given, lines)
  if (at !== undefined) return at
  const list = places.map((place) => `  --at ${String(place.at).padEnd(4)} ${placeText(place)}`)
  throw new WrongUsage(
    given === undefined
      ? '`parley fork` wants --at, the place to go back to.'
      : `--at ${given} names no line, no question that you answered and no round.`,
    list.length > 0
      ? `Your answers:\n${list.join('\n')}`
      : 'You answered nothing in it. See its lines: `parley show ID --lines`.',
  )
}

async function chosenPlace(places: readonly ForkPlace[], args: Args, io: Io): Promise<number | undefined> {
  if (places.length === 0 || !canAsk(args, io)) return undefined
  const clack = await import('@clack/prompts')
  const picked = await clack.select({
    message: 'Which of your answers would you give again?',
    options: places.map((place) => ({ value: place.at, label: placeText(place) })),
    initialValue: places.at(-1)?.at,
  })
  return clack.isCancel(picked) ? undefined : picked
}

/** `Where next? (round-1): conclude` */
function placeText({ title, key, chose, text }: ForkPlace): string {
  const phase = key.split('/').slice(0, -1).join('/')
  const words = text === null ? '' : ` \u201c${oneLine(text, 50)}\u201d`
  return oneLine(`${title}${phase ? ` (${phase})` : ''}: ${chose}${words}`, 120)
}
