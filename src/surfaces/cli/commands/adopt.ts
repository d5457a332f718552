// CLI `parley adopt`: shows what a foreign meeting would do, and takes it over when the person says so. Runs nothing.

import { type Adoption, parley } from '../../../parley.js'
import { plainTitle } from '../../../story/options.js'
import { agentsAsked } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { idOperand, meetingOf, type Wanted } from '../places.js'
import { canAsk } from '../present.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { remark, say } from '../screen/hanging.js'
import { paint } from '../screen/paint.js'
import { copied } from '../screen/to-copy.js'
import { plural } from '../screen/words.js'

const foreign: Wanted = {
  what: 'are foreign',
  none: 'is foreign',
  fits: (meeting) => meeting.foreign === true,
  noTalks: true,
}

export const command: Command = {
  about:
    'A meeting that your parley did not write is foreign: it came with the repository, or from another machine, or is from before\n' +
    'parley sealed meetings. It can be read, and goes on only after you adopted it. This shows who would speak, what would be run\n' +
    'and what is asked, then asks you. The voices are those of --agents and --seat, else of your own settings, never those that its\n' +
    'journal names. The adoption is a line of its journal; nothing is run until you resume or answer it.',
  operands: [idOperand],
  examples: [
    ['parley adopt split-the-api', 'shows what it would do, and asks'],
    [
      'parley adopt split-the-api --agents rehearsal --yes',
      'takes it over without asking, with these voices',
    ],
  ],
  async run(args, io) {
    const { root, id } = await meetingOf(args, io, foreign)
    const here = parley(root)
    const shown = await here.adoption(id, await agentsAsked({ args, io, root }))
    const json = args.has('json')
    if (json) emit(io, { type: 'adoption', ...shown })
    else io.out(adoptionText(shown, io))
    if (!args.has('yes') && !canAsk(args, io)) return needsYes(shown, args, io)
    if (!args.has('yes') && !(await confirmed())) {
      io.err('Nothing was adopted.\n')
      return exits.waiting
    }
    await here.adopt(shown)
    if (json) emit(io, { type: 'adopted', id })
    else {
      say(io, `Adopted: ${id} is yours from here on. Go on with:`)
      io.out(copied({ id, io, args }, (name) => `resume ${name}`))
    }
    return exits.fine
  },
}

/** What comes with a clone is never adopted by default: a person looks first, or says `--yes`. */
function needsYes({ id }: Adoption, args: Args, io: Io): number {
  const text = 'Nothing was adopted: nobody can be asked here. To take it over as shown:'
  const about = { id, io, args, stream: 'error' } as const
  const way = copied(about, (name) => `adopt ${name} --yes`)
  if (args.has('json')) emit(io, { type: 'notice', text: `${text} ${way.trim()}` })
  else {
    remark(io, text)
    io.err(way)
  }
  return exits.waiting
}

async function confirmed(): Promise<boolean> {
  const clack = await import('@clack/prompts')
  const answer = await clack.confirm({ message: 'Take this meeting over?', initialValue: false })
  return answer === true
}

function adoptionText(shown: Adoption, io: Io): string {
  const colour = paint(io, 'output')
  const { id, title, protocol, about, seats, runs, ignored, answers, question, lines } = shown
  const speaks = seats.map(({ name, voice }) => `  ${oneLine(name, 60)}: ${oneLine(voice, 200)}`)
  return [
    colour.bold(oneLine(title, 200)),
    colour.dim(`${oneLine(protocol)} · ${id} · ${plural(lines, 'line')} that your parley did not write`),
    ...(about === '' ? [] : [oneLine(about, 200)]),
    '',
    'Who would speak:',
    ...(speaks.length === 0 ? [`  every seat: ${oneLine(shown.agents.default, 200)}`] : speaks),
    'What that runs:',
    ...runs.map((text) => `  ${oneLine(text, 300)}`),
    ...(ignored.length === 0
      ? []
      : ['Named in its journal, and not used:', ...ignored.map((text) => `  ${oneLine(text, 300)}`)]),
    'What is asked:',
    ...(question
      ? [
          `  ${oneLine(plainTitle(question), 200)}`,
          `  ${question.options.map(({ key }) => oneLine(key, 40)).join(', ')}`,
        ]
      : ['  nothing now; it would go on by itself']),
    ...(answers === 0
      ? []
      : [`It holds ${plural(answers, 'answer')} in a person's name. You did not give them here.`]),
    '',
    '',
  ].join('\n')
}
