// CLI `parley completion SHELL`: the script with which a shell completes. At every tab it hands the words of the line to `parley _complete`,
// which walks the table of commands and prints what the last may be, one a line, a title behind a tab. It writes nothing.

import { knownAgents } from '../../../agents/acp/catalog.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { clean } from '../../../text/clean.js'
import { seeHelp } from '../args.js'
import { type Command, type Entry, everywhere, type Flag } from '../command.js'
import type { Io } from '../io.js'
import { emit } from '../screen/emit.js'
import { meetingsSeenFrom } from '../seen.js'

/** Where nothing is known, shells offer files. Bash replaces only what stands behind a colon or an equals sign. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_parley() {
  local line="\${COMP_LINE:0:COMP_POINT}" word cur words
  read -ra words <<< "$line"
  case "$line" in *[[:space:]]) words+=('') ;; esac
  cur="\${words[\${#words[@]}-1]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    COMPREPLY+=("\${word#"\${cur%"\${cur##*[$COMP_WORDBREAKS]}"}"}")
  done < <(parley _complete "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _parley parley`,
  zsh: `#compdef parley
_parley() {
  local -a lines=(\${(f)"$(parley _complete "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)"})
  local -a names=("\${(@)lines%%$'\\t'*}")
  if (( $#lines )); then compadd -l -d lines -a names; else _files; fi
}
if [[ "\${funcstack[1]}" == _parley ]]; then _parley "$@"; else compdef _parley parley; fi`,
  fish: `complete -c parley -f -a '(set -l found (parley _complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  test -n "$found"; and printf "%s\\n" $found; or __fish_complete_path (commandline -ct))'`,
}

export const command: Command = {
  about: 'Prints the script with which your shell completes commands, flags and names of meetings.',
  operands: [{ name: 'SHELL', about: Object.keys(scripts).join(', ') }],
  examples: [
    ['parley completion bash > ~/.local/share/bash-completion/completions/parley', 'in new terminals'],
    ['parley completion zsh > "${fpath[1]}/_parley"', 'for zsh'],
    ['parley completion fish > ~/.config/fish/completions/parley.fish', 'for fish'],
  ],
  async run(args, io) {
    const shell = args.required('SHELL')
    const text = Object.hasOwn(scripts, shell) ? `${scripts[shell]}\n` : undefined
    if (text === undefined)
      throw new WrongUsage(`There is no completion for "${shell}".`, seeHelp('completion'))
    if (args.has('json')) emit(io, { type: 'completion', shell, text })
    else io.out(text)
    return 0
  },
}

type Entries = Readonly<Record<string, Entry>>
/** What may follow: of a group its commands, of a command its flags and its first operand. */
type Place = { readonly commands?: Entries } & Pick<Command, 'flags' | 'operands'>

/** The last of the words is the one to complete. Whatever goes wrong, nothing is offered and all is well. */
export async function complete(words: readonly string[], commands: Entries, io: Io): Promise<number> {
  const last = words.at(-1) ?? ''
  const lines = await offered(words.slice(0, -1), last, { commands }, io).catch(() => [])
  const fitting = lines.filter((line) => line.startsWith(last) && /^[\w.:=/+-]+(\t|$)/.test(line))
  io.out(fitting.map((line) => `${line}\n`).join(''))
  return 0
}

async function offered(before: readonly string[], last: string, place: Place, io: Io): Promise<string[]> {
  const flags = { ...everywhere, ...place.flags }
  const [next, ...rest] = before
  const asking = next?.startsWith('--') && flags[next.slice(2)]?.takes ? next.slice(2) : undefined
  if (asking !== undefined && rest.length > 0) return offered(rest.slice(1), last, place, io)
  if (asking !== undefined) return valuesOf(asking, flags, io)
  if (next !== undefined) return offered(rest, last, await placeAfter(next, place), io)
  const [start, name] = /^--([^=]+)=/.exec(last) ?? []
  if (name !== undefined) return (await valuesOf(name, flags, io)).map((value) => `${start}${value}`)
  if (last.startsWith('-')) return Object.keys(flags).map((flag) => `--${flag}`)
  const names = Object.entries(place.commands ?? {}).map(([word, { summary }]) => `${word}\t${summary}`)
  return [...names, ...(await valuesOf(place.operands?.[0]?.name ?? '', flags, io))]
}

async function placeAfter(word: string, place: Place): Promise<Place> {
  const entry = new Map(Object.entries(place.commands ?? {})).get(word)
  if (entry === undefined || entry.kind === 'group') return entry ?? place
  return entry.kind === 'command' ? entry.load() : {}
}

async function valuesOf(name: string, flags: Readonly<Record<string, Flag>>, io: Io): Promise<string[]> {
  if (flags[name]?.among) return [...flags[name].among]
  if (name === 'agents')
    return ['claude', 'model:', ...Object.keys(knownAgents).map((agent) => `acp:${agent}`)]
  const meetings = /^(ID|A|B|resume)$/.test(name) ? await meetingsSeenFrom(io.cwd) : []
  return meetings.map(({ id, title }) => `${id}\t${clean(title).replace(/\s+/g, ' ')}`)
}
