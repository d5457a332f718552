// Completion for fish: the same tables, one line for each word and flag.

import { safe } from './bash.js'
import { type CommandNode, flat } from './tree.js'
import { operandOf, type Values, valuesOf } from './values.js'

export function fishScript(tree: CommandNode): string {
  const nodes = flat(tree)
  const groups = nodes.filter(({ children }) => children.length > 0)
  return `# Completion of parley for fish. Made by \`parley completion fish\`.

function __parley_at
    set -l at
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; and continue
        switch "$at"
${groups
  .map(
    ({ path, children }) =>
      `            case '${path}'\n                contains -- $word ${children.map((child) => safe(child.path.split(' ').at(-1) ?? '')).join(' ')}; and set at (string trim "$at $word")`,
  )
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end

complete -c parley -f
${nodes.flatMap(linesOf).join('\n')}
`
}

function linesOf(node: CommandNode): readonly string[] {
  const { path, children, flags } = node
  const here = `complete -c parley -n "__parley_at '${path}'"`
  const operand = argument(operandOf(node))
  return [
    ...children.map(
      (child) => `${here} -a ${safe(child.path.split(' ').at(-1) ?? '')} -d ${told(child.summary)}`,
    ),
    ...(operand === '' ? [] : [`${here}${operand}`]),
    ...Object.entries(flags).map(([name, flag]) => {
      const takes = flag.takes === undefined ? '' : taken(valuesOf(name, flag))
      return `${here} -l ${safe(name)} -d ${told(flag.about)}${takes}`
    }),
  ]
}

/** `-x` wants a value and offers no files beside those that are named. */
function taken(values: Values): string {
  return values.kind === 'files' ? ' -r -F' : ` -x${argument(values)}`
}

function argument(values: Values): string {
  switch (values.kind) {
    case 'words':
      return ` -a '${values.words.map(safe).join(' ')}'`
    case 'asked':
      return ` -a '(parley _complete ${values.what} (commandline -ct) 2>/dev/null)'`
    case 'files':
      return ' -F'
    case 'folders':
      return " -a '(__fish_complete_directories)'"
    case 'none':
      return ''
  }
}

/** In single quotes of fish, where a backslash and a quote are escaped. */
function told(text: string): string {
  return `'${text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
