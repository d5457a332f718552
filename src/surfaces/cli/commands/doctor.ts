// CLI `parley doctor`: checks whether everything that a meeting needs is here.

import { parleyHome } from '../../../workspace/home.js'
import { findRoot } from '../../../workspace/root.js'
import type { Args, Command } from '../command.js'
import { doctorChecks } from '../doctor/checks.js'
import type { Check } from '../doctor/voices.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { type Paint, paint } from '../screen/paint.js'
import { folderOf, meetingsSeenFrom, stoppedAmong } from '../seen.js'

export const command: Command = {
  about:
    'Checks node, git, the agents that could speak and how to use each, this workspace, your home, and what earlier\n' +
    'runs left. Asks servers for their models, on this machine and where you named one; sends nothing else. With --try every\n' +
    'voice that was found answers one tiny call, which costs a few tokens each; --agents and --seat name others to try.\n' +
    'Exit 1 when something is wrong that would make a meeting fail.',
  flags: { try: { about: 'really ask each voice once, and say what that took and cost' } },
  examples: [
    ['parley doctor', 'is everything here?'],
    ['parley doctor --try', 'and does it speak?'],
    ['parley doctor --try --agents model:openai/gpt-5', 'does this one?'],
  ],
  async run(args, io) {
    const folder = folderOf(args, io)
    const meetings = await meetingsSeenFrom(folder)
    const ids = await stoppedAmong(meetings)
    const stopped = meetings
      .filter(({ id }) => ids.has(id))
      .map(({ id, journals }) => ({ id, journal: journals.of(id) }))
    const checks = await doctorChecks({
      folder,
      root: (await findRoot(folder)) ?? folder,
      home: parleyHome(io.env),
      env: io.env,
      command: io.command,
      named: await namedIn(args),
      tries: args.has('try'),
      meetings: { count: meetings.length, stopped },
    })
    if (args.has('json')) emit(io, { type: 'doctor', checks })
    else io.out(checks.map((check) => checkText(check, paint(io, 'output'), widthOf(io))).join(''))
    return checks.some(({ state }) => state === 'wrong') ? 1 : 0
  },
}

async function namedIn(args: Args): Promise<readonly string[]> {
  const { parseAgents, parseSeat } = await import('../../../agents/names.js')
  const all = args.value('agents')
  if (all !== undefined) parseAgents(all)
  const seats = args.values('seat').map((text) => parseSeat(text).name)
  return [...(all === undefined ? [] : [all]), ...seats]
}

function checkText({ name, state, detail }: Check, colour: Paint, columns: number): string {
  const mark = state === 'fine' ? colour.green('✓') : state === 'note' ? colour.yellow('·') : colour.red('✗')
  return `${hanging(oneLine(detail, Infinity), `${mark} ${name.padEnd(10)} `, columns)}\n`
}
