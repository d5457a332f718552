// Completion for zsh: the same tables as for bash, with a description beside each word.

import { safe, wordsOf } from './bash.js'
import { type CommandNode, flat } from './tree.js'
import { operandOf, valuesOf } from './values.js'

export function zshScript(tree: CommandNode): string {
  const nodes = flat(tree)
  return `#compdef parley
# Completion of parley for zsh. Made by \`parley completion zsh\`.

_parley_table() {
  # Sets reply to words and descriptions, one after the other.
  case "$1" in
${nodes.flatMap(tables).join('\n')}
    *) reply=() ;;
  esac
}

_parley_offer() {
  local -a names told
  local one rest
  case "$1" in
    '') return ;;
    '=files') _files ; return ;;
    '=folders') _files -/ ; return ;;
    '='*)
      while IFS=$'\\t' read -r one rest; do
        names+=("$one") ; told+=("$one  $rest")
      done < <(parley _complete "\${1#=}" "$PREFIX" 2>/dev/null)
      ;;
    *) names=(\${=1}) ; told=("\${names[@]}") ;;
  esac
  compadd -l -d told -a names
}

_parley_listed() {
  local -a reply names told
  local one rest
  _parley_table "$1"
  for one rest in "\${reply[@]}"; do names+=("$one") ; told+=("$one  $rest") ; done
  compadd -l -d told -a names
}

_parley() {
  local at='' word flag='' took
  local -a reply
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n "$flag" ]]; then flag='' ; continue ; fi
    case "$word" in
      --*=*) ;;
      -*) _parley_table "valued:$at" ; (( \${reply[(Ie)$word]} )) && flag="$word" ;;
      *) _parley_table "words:$at" ; (( \${reply[(Ie)$word]} % 2 )) && at="\${at:+$at }$word" ;;
    esac
  done
  if [[ -n "$flag" ]]; then _parley_table "value:$flag" ; _parley_offer "\${reply[1]}"
  elif [[ "$PREFIX" == --*=* ]]; then
    _parley_table "value:\${PREFIX%%=*}" ; compset -P '*=' ; _parley_offer "\${reply[1]}"
  elif [[ "$PREFIX" == -* ]]; then _parley_listed "flags:$at"
  else
    _parley_listed "words:$at"
    _parley_table "operand:$at" ; _parley_offer "\${reply[1]}"
  fi
}

# Read from a folder of $fpath it is the function itself, else it is being sourced.
if [[ "\${funcstack[1]}" == _parley ]]; then _parley "$@" ; else compdef _parley parley ; fi
`
}

function tables(node: CommandNode): readonly string[] {
  const { path, children, flags } = node
  const entries = Object.entries(flags)
  const operand = wordsOf(operandOf(node))
  const values = entries.flatMap(([name, flag]) => {
    const words = flag.takes === undefined ? '' : wordsOf(valuesOf(name, flag))
    return words === '' ? [] : [row(`value:--${name}`, [words])]
  })
  return [
    ...(children.length > 0
      ? [
          row(
            `words:${path}`,
            children.flatMap((child) => [safe(child.path.split(' ').at(-1) ?? ''), child.summary]),
          ),
        ]
      : []),
    row(
      `flags:${path}`,
      entries.flatMap(([name, { about }]) => [`--${safe(name)}`, about]),
    ),
    row(
      `valued:${path}`,
      entries.flatMap(([name, { takes }]) => (takes === undefined ? [] : [`--${safe(name)}`])),
    ),
    ...(operand === '' ? [] : [row(`operand:${path}`, [operand])]),
    ...(path === '' ? values : values.filter((one) => !one.includes("'value:--agents'"))),
  ]
}

function row(name: string, words: readonly string[]): string {
  return `    '${name}') reply=(${words.map(quoted).join(' ')}) ;;`
}

/** A text that a shell takes as it is. */
export function quoted(text: string): string {
  return `'${text.replace(/\s+/g, ' ').replaceAll("'", "'\\''")}'`
}
