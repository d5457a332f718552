// CLI `parley init`: makes .parley/ with a commented configuration. Overwrites nothing.

import { join } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import { keepOutOfGit } from '../../../workspace/own-folder.js'
import { createBelow } from '../../../workspace/plain-files.js'
import { findRoot } from '../../../workspace/root.js'
import type { Command } from '../command.js'
import { folderOf } from '../places.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'Makes .parley/ at the top of this workspace, with a commented config.yaml. This is optional: a meeting creates what it\n' +
    'needs. Git ignores the folder.',
  examples: [['parley init', 'then edit .parley/config.yaml']],
  async run(args, io) {
    const folder = folderOf(args, io)
    const root = (await findRoot(folder)) ?? folder
    const file = join(root, '.parley', 'config.yaml')
    if (!createBelow(root, file, { text: config }))
      throw new WrongUsage(`${file} is there already; nothing was changed.`, 'Edit it, or remove it first.')
    keepOutOfGit(root)
    if (args.has('json')) emit(io, { type: 'initialised', root, config: file })
    else io.out(`Wrote ${file}.\nNext: ${io.command} doctor shows which agents could speak here.\n`)
    return 0
  },
}

const config = `# parley in this workspace. Every line is optional; a flag on the command line wins over it.
# Whoever clones a repository should not have to trust this file, so it only chooses among voices that your own settings name, and
# lowers limits. Your own settings for all workspaces are in config.yaml of your PARLEY_HOME (~/.parley):
#
#   voices:                      # the names that a workspace may choose among
#     careful: model:anthropic/claude-sonnet-4-5
#     local: model:qwen3@http://127.0.0.1:11434/v1
#   agents: careful              # who speaks where a workspace says nothing
#   name: Ada Example            # who answers
#   commands: { network: true }  # let programs that seats start use the network; sandbox: false takes them out of the sandbox
#   models:                      # which model a provider uses when none is named, and where its key is found; never a key itself
#     anthropic: { model: claude-sonnet-4-5, api_key_env: ANTHROPIC_API_KEY }
#     compatible: { model: qwen3, base_url: "http://127.0.0.1:11434/v1" }
#     openai: { reasoning_tokens: 16000 }   # to think with, beside those for words; parley adapts by itself where it is left out
#   acp:                         # a coding agent of yours that speaks the Agent Client Protocol: agents: acp:review-bot
#     review-bot: { argv: [my-agent, --stdio], read_mode: plan }
#   secret_files: [".env.test"]  # files that hold secrets and that seats may read all the same; all others they may not
#   prices:                      # dollars for a million tokens, of voices that parley does not know
#     openai/some-model: { input: 1, cached: 0.1, output: 5 }

# Who speaks for the seats: rehearsal, or a voice that your own settings name.
# agents: rehearsal

# Who speaks for one seat, by its id. Different models make better meetings.
# seats:
#   qa-engineer: careful

# Never spend more tokens than this on one meeting. Of this limit and your own, the lower one holds; so for the next.
# token_ceiling: 200000

# Never spend more dollars than this on one meeting. The prices of all voices must be known.
# cost_ceiling: 2

# A seat that says nothing for this long has failed.
# timeout_seconds: 600

# Where analyses lie, and the most exchanges that one has. Of this limit and your own, the lower one holds.
# analyze:
#   root: docs/requirements
#   max_exchanges: 30
`
