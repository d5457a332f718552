// Help of the command.

const flags: readonly (readonly [string, string])[] = [
  ['--draft FILE|-', 'the idea or the ticket; `-` is standard input'],
  ['--source github|jira|manual', 'where the item comes from'],
  ['--source-id ID', 'what it is called there'],
  ['--tier trivial|light|standard|epic', 'how large it is; otherwise you are asked'],
  ['--light', 'the same as --tier light'],
  ['--discovery FILE', 'what is known of the project'],
  ['--team', 'each analyst has a seat and a voice of its own'],
  ['--root DIR', 'the folder of all items (docs/requirements)'],
  ['--personas DIR, --topics DIR', 'the only folder that is looked at for them'],
  ['--max-exchanges N', 'of the talk, 3 to 100 (30)'],
  ['--again', 'analyse a finished item anew'],
  ['--web', 'the analysts may read web pages'],
  ['--list', 'the items and how far they are; opens nothing'],
  ['--agents, --seat', 'who speaks'],
  ['--answers, --yes', 'prepared answers; --yes signs nothing off'],
  ['--token-ceiling N', 'never spend more tokens than this'],
  ['--record, --cwd, --json', 'as with every command of parley'],
]

const examples: readonly (readonly [string, string])[] = [
  ['parley analyze - < ticket.md', 'a new item from a text'],
  ['parley analyze retry-queue', 'go on with an item, or begin it'],
  ['parley analyze retry-queue --light --draft ticket.md', 'a small one'],
  ['parley analyze --list', 'what there is'],
]

export const helpText = [
  'Three analysts talk with you in one thread, one question at a time; what they learn becomes requirements, impact, architecture\n' +
    'and design documents, which you sign off. Say `/done` to stop early: what is known is written.',
  part('USAGE', [['parley analyze [SLUG | -] [flags]', 'an item by its name, or a draft on standard input']]),
  part('FLAGS', flags),
  part('EXAMPLES', examples),
].join('\n\n')

function part(title: string, lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length))
  return [title, ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n')
}
