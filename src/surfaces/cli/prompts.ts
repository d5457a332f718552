// CLI `parley show ID --prompts`: what each seat was sent. Made again from the record and proven by its receipts; decides nothing.

import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { SentPrompt } from '../../kernel/sent-prompts.js'
import { type Parley, parley } from '../../parley.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import type { Named } from './places.js'
import { emit } from './screen/emit.js'
import { widthOf } from './screen/hanging.js'
import { paint } from './screen/paint.js'
import { promptsText, promptText } from './screen/prompts.js'

export async function showPrompts(
  named: Named,
  turn: number | undefined,
  args: Args,
  io: Io,
): Promise<number> {
  const { id } = named
  const all = await (await keeperOf(named)).prompts(id)
  const wanted = turn === undefined ? all : [oneOf(all, turn, id)]
  const look = { colour: paint(io, 'output'), columns: widthOf(io) }
  if (args.has('json')) for (const prompt of wanted) emit(io, { type: 'prompt', ...prompt })
  else if (turn === undefined) io.out(promptsText(all, { id, io, args }, look))
  else for (const prompt of wanted) io.out(promptText(prompt, look))
  return 0
}

/** A replay needs no ground in git, so a talk is read without the server that holds it. */
async function keeperOf({ root, talk, journals }: Named): Promise<Parley> {
  if (!talk) return parley(root)
  const { kind } = await import('../../protocols/talk/kind.js')
  const { talk: procedure } = await import('../../protocols/talk/index.js')
  const noGround = () =>
    new Proxy({} as ReturnType<Parameters<typeof procedure>[0]>, {
      get: () => () =>
        Promise.reject(new CannotGoOn('NO_SERVER', 'A talk that is only read touches nothing.')),
    })
  const { definitionsOf } = await import('../../protocols/talk/ground/definitions.js')
  return parley(root, {
    journals,
    kinds: { talk: { ...kind, protocol: procedure(noGround) } },
    tools: (grant) => definitionsOf(root, grant),
  })
}

function oneOf(all: readonly SentPrompt[], turn: number, id: string): SentPrompt {
  const found = all[turn - 1]
  if (found) return found
  const hint =
    all.length === 0
      ? 'No seat was called in it.'
      : `It has turns 1 to ${all.length}: \`parley show ${id} --prompts\`.`
  throw new WrongUsage(`There is no turn ${turn} in this meeting.`, hint)
}
