// Completion for bash. What the script holds are names from our own tables; what it asks for is never run as code.

import { type CommandNode, flat } from './tree.js'
import { operandOf, type Values, valuesOf } from './values.js'

export function bashScript(tree: CommandNode): string {
  const nodes = flat(tree)
  return `# Completion of parley for bash. Made by \`parley completion bash\`.

_parley_words() {
  case "$1" in
${nodes
  .filter(({ children }) => children.length > 0)
  .map((node) => arm(node.path, lastNames(node)))
  .join('\n')}
  esac
}

_parley_flags() {
  case "$1" in
${nodes
  .map((node) =>
    arm(
      node.path,
      Object.keys(node.flags).map((name) => `--${name}`),
    ),
  )
  .join('\n')}
  esac
}

# The flags that take a value.
_parley_valued() {
  case "$1" in
${nodes.map((node) => arm(node.path, valued(node))).join('\n')}
  esac
}

# What a flag, or a word of a command, may be: =KIND or words.
_parley_values() {
  case "$1" in
${valueArms(nodes).join('\n')}
  esac
}

_parley_operand() {
  case "$1" in
${nodes.flatMap((node) => operandArm(node)).join('\n')}
  esac
}
${walker}`
}

function lastNames({ children }: CommandNode): readonly string[] {
  return children.map(({ path }) => path.split(' ').at(-1) ?? '')
}

function valued({ flags }: CommandNode): readonly string[] {
  return Object.entries(flags).flatMap(([name, { takes }]) => (takes === undefined ? [] : [`--${name}`]))
}

function arm(pattern: string, words: readonly string[]): string {
  return `    '${pattern}') echo '${words.map(safe).join(' ')}' ;;`
}

/** Names are ours; one that a shell could take for more is a mistake of ours. */
export function safe(word: string): string {
  if (!/^[A-Za-z0-9_./:=-]+$/.test(word)) throw new Error(`${word} is no name for a shell.`)
  return word
}

function valueArms(nodes: readonly CommandNode[]): readonly string[] {
  const arms = new Map<string, string>()
  for (const { flags } of nodes)
    for (const [name, flag] of Object.entries(flags)) {
      const words = flag.takes === undefined ? '' : wordsOf(valuesOf(name, flag))
      if (words !== '' && !arms.has(name)) arms.set(name, `    '--${safe(name)}') echo '${words}' ;;`)
    }
  return [...arms.values()]
}

function operandArm(node: CommandNode): readonly string[] {
  const words = wordsOf(operandOf(node))
  return words === '' ? [] : [`    '${node.path}') echo '${words}' ;;`]
}

/** \`=ids\` is asked for, \`=files\` and \`=folders\` the shell knows itself. */
export function wordsOf(values: Values): string {
  switch (values.kind) {
    case 'words':
      return values.words.map(safe).join(' ')
    case 'asked':
      return `=${values.what}`
    case 'files':
    case 'folders':
      return `=${values.kind}`
    case 'none':
      return ''
  }
}

const walker = `
_parley_offer() {
  local cur="$1" what="$2" one rest
  case "$what" in
    =files) COMPREPLY=($(compgen -f -- "$cur")) ; return ;;
    =folders) COMPREPLY=($(compgen -d -- "$cur")) ; return ;;
    =*)
      while IFS=$'\\t' read -r one rest; do
        if [[ "$one" == "$cur"* ]]; then COMPREPLY+=("$(printf '%q' "$one")"); fi
      done < <(parley _complete "\${what#=}" "$cur" 2>/dev/null)
      ;;
    *)
      for one in $what; do
        if [[ "$one" == "$cur"* ]]; then COMPREPLY+=("$one"); fi
      done
      ;;
  esac
  # A colon ends a word of bash's: what stands before it is there already.
  if [[ "$cur" == *:* && "$COMP_WORDBREAKS" == *:* ]]; then
    local before="\${cur%"\${cur##*:}"}" at
    for at in "\${!COMPREPLY[@]}"; do COMPREPLY[at]="\${COMPREPLY[at]#"$before"}"; done
  fi
}

_parley() {
  local line="\${COMP_LINE:0:COMP_POINT}" cur='' path='' word flag=''
  local -a words
  COMPREPLY=()
  read -ra words <<< "$line"
  case "$line" in
    *[[:space:]]) ;;
    *) cur="\${words[\${#words[@]}-1]}" ; unset "words[\${#words[@]}-1]" ;;
  esac
  for word in "\${words[@]:1}"; do
    if [ -n "$flag" ]; then flag='' ; continue ; fi
    case "$word" in
      --*=*) ;;
      -*) case " $(_parley_valued "$path") " in *" $word "*) flag="$word" ;; esac ;;
      *) case " $(_parley_words "$path") " in *" $word "*) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  if [ -n "$flag" ]; then _parley_offer "$cur" "$(_parley_values "$flag")"
  elif [[ "$cur" == --*=* ]]; then _parley_offer "\${cur#*=}" "$(_parley_values "\${cur%%=*}")"
  elif [[ "$cur" == -* ]]; then _parley_offer "$cur" "$(_parley_flags "$path")"
  else
    _parley_offer "$cur" "$(_parley_words "$path")"
    local asked
    asked="$(_parley_operand "$path")"
    if [ -n "$asked" ]; then _parley_offer "$cur" "$asked"; fi
  fi
}

complete -F _parley parley
`
