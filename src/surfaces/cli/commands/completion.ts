// CLI `parley completion`: the script with which a shell completes commands, flags and names of meetings. Prints it, and changes nothing.

import { readFile } from 'node:fs/promises'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Args, Command, Entry } from '../command.js'
import type { Io } from '../io.js'
import { emit } from '../screen/emit.js'
import { type Shell, shells } from '../shell/shells.js'

const install: Readonly<Record<Shell, string>> = {
  bash: '  parley completion bash > ~/.local/share/bash-completion/completions/parley',
  zsh: '  parley completion zsh > "${fpath[1]}/_parley"',
  fish: '  parley completion fish > ~/.config/fish/completions/parley.fish',
}

/** `commands` is the table of all commands, which lists this one too. */
export const completionOf = (commands: () => Readonly<Record<string, Entry>>): Command => ({
  about:
    'Prints the script with which your shell completes commands, flags, and the names of meetings, seats, templates and workers.\n' +
    'Without a word it says how to install it for the shell in $SHELL. Nothing is changed.',
  operands: [{ name: 'SHELL', about: shells.join(', '), optional: true }],
  examples: [
    [
      'parley completion bash > ~/.local/share/bash-completion/completions/parley',
      'for bash, in new terminals',
    ],
  ],
  async run(args, io) {
    const word = args.operand('SHELL')
    const shell = shells.find((one) => one === (word ?? (io.env['SHELL'] ?? '').split('/').at(-1)))
    if (word !== undefined && shell === undefined)
      throw new WrongUsage(`There is no completion for "${word}".`, `There is for ${shells.join(', ')}.`)
    if (word === undefined) {
      const known = shell === undefined ? shells.map((one) => install[one]) : [install[shell]]
      return printed(shell ?? null, `To install it, in new terminals:\n${known.join('\n')}\n`, args, io)
    }
    const known = shell ?? 'bash'
    return printed(known, (await builtScript(known)) ?? (await madeScript(known, commands())), args, io)
  },
})

function printed(shell: Shell | null, text: string, args: Args, io: Io): number {
  if (args.has('json')) emit(io, { type: 'completion', shell, text })
  else io.out(text)
  return 0
}

/** A full build leaves the scripts as files: making one loads every command. */
async function builtScript(shell: Shell): Promise<string | undefined> {
  const { builtPath } = await import('../library-path.js')
  return readFile(builtPath('shell', shell), 'utf8').catch(() => undefined)
}

async function madeScript(shell: Shell, commands: Readonly<Record<string, Entry>>): Promise<string> {
  const { commandTree } = await import('../shell/tree.js')
  return scripts[shell](await commandTree(commands))
}

type Tree = Awaited<ReturnType<typeof import('../shell/tree.js')['commandTree']>>

const scripts: Readonly<Record<Shell, (tree: Tree) => Promise<string>>> = {
  bash: async (tree) => (await import('../shell/bash.js')).bashScript(tree),
  zsh: async (tree) => (await import('../shell/zsh.js')).zshScript(tree),
  fish: async (tree) => (await import('../shell/fish.js')).fishScript(tree),
}
