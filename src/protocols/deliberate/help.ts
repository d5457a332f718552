// Help of the command, with the theme's name and command filled in.

import type { Theme } from './documents/theme-shape.js'
import { modeShapes, modes } from './modes.js'

export function helpText({ name, command }: Pick<Theme, 'name' | 'command'>): string {
  return [
    `${name}: a deliberation with a session on disk for each idea.`,
    part('USAGE', [
      [`${command} [flags] [idea…]`, 'the first flag below that is given wins; all other words are the idea'],
    ]),
    part(
      'MODES',
      modes.map((mode) => modeLine(mode)),
    ),
    part('SESSION MANAGEMENT', [
      ['--resume', 'go on with the newest active session'],
      ['--resume SLUG', 'go on with that session'],
      ['--resume --pick', 'choose among the active sessions'],
      ['--list', 'sessions of this workspace'],
      ['--list --all', 'sessions of all workspaces'],
      ['--status', 'a summary of this workspace'],
      ['--archive SLUG', 'put a session into a GitHub issue'],
      ['--lock SLUG', 'create the contract issue of a session again'],
      ['--export SLUG', 'create the GitHub issues of a session that has a plan'],
      ['--cleanup [--all]', 'go through stale sessions, one by one'],
    ]),
    part('OTHER', [
      ['--theme ID', 'another council than the default one'],
      [
        '--from FOLDER|ID',
        'start from an analysis, or go on with a session; without an idea its title is the idea',
      ],
      ['--agents, --seat', 'who speaks, for all seats or for one'],
      ['--answers, --yes', 'prepared answers, or the default of every question'],
      ['--token-ceiling N', 'never spend more tokens than this'],
      ['--cost-ceiling DOLLARS', 'never spend more money than this'],
      ['--record, --cwd, --json', 'as with every command of parley'],
      ['--help', 'this text'],
    ]),
    part('EXAMPLES', [
      [`${command} add a dark mode`, 'interview, deliberation, plan'],
      [`${command} --quick rename the settings page`, 'a sketch and a task list'],
      [`${command} --meet what should we stop doing`, 'a meeting with notes'],
      [`${command} --resume --pick`, 'choose where to go on'],
    ]),
  ].join('\n\n')
}

function modeLine(mode: (typeof modes)[number]): Line {
  const { flag, purpose, duration } = modeShapes[mode]
  return [flag ?? '(none)', `${mode}: ${purpose} (${duration})`]
}

type Line = readonly [string, string]

function part(title: string, lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([left]) => left.length))
  return [title, ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n')
}
