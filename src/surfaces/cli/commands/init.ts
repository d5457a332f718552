// CLI `parley init`: makes .parley/ with a commented configuration. Overwrites nothing.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import { keepOutOfGit } from '../../../workspace/journals.js'
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
    mkdirSync(join(root, '.parley'), { recursive: true })
    writeNew(file)
    keepOutOfGit(join(root, '.parley'))
    if (args.has('json')) emit(io, { type: 'initialised', root, config: file })
    else io.out(`Wrote ${file}.\nNext: ${io.command} doctor shows which agents could speak here.\n`)
    return 0
  },
}

function writeNew(file: string): void {
  try {
    writeFileSync(file, config, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new WrongUsage(`${file} is there already; nothing was changed.`, 'Edit it, or remove it first.')
  }
}

const config = `# parley in this workspace. Every line is optional; a flag on the command line wins over it.
# Your own settings for all workspaces are in config.yaml of your PARLEY_HOME (~/.parley). There, name: says who answers.

# Who speaks for the seats: rehearsal, script:FILE, model:PROVIDER/NAME, claude, command:PROGRAM
# agents: rehearsal

# Who speaks for one seat, by its id. Different models make better meetings.
# seats:
#   qa-engineer: model:openai/gpt-5

# Which model a provider uses when none is named, and where its key is found. A key itself never belongs here.
# models:
#   anthropic: { model: claude-sonnet-4-5, api_key_env: ANTHROPIC_API_KEY }
#   compatible: { model: qwen3, base_url: "http://127.0.0.1:11434/v1" }
# In your own config.yaml a provider may also have reasoning_tokens: how many output tokens its models may use to think, beside
# those for their words. One number for all, or one for each model by name. Without it, parley adapts to what the provider reports.

# Never spend more tokens than this on one meeting.
# token_ceiling: 200000

# Never spend more dollars than this on one meeting. The prices of all voices must be known: those that parley does not know,
# you state under \`prices\` in your own settings, such as  openai/some-model: { input: 1, cached: 0.1, output: 5 }
# cost_ceiling: 2

# A seat that says nothing for this long has failed.
# timeout_seconds: 600
`
