// CLI `parley init`: makes .parley/ with a commented configuration, or a persona to begin with. Overwrites nothing.

import { join } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import { shellWord } from '../../../rules/shell-word.js'
import { keepOutOfGit } from '../../../workspace/own-folder.js'
import { createBelow } from '../../../workspace/plain-files.js'
import { findRoot } from '../../../workspace/root.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'

export const command: Command = {
  about:
    'Makes .parley/ at the top of this workspace, with a commented config.yaml. This is optional: a meeting creates what it\n' +
    'needs. Git sees config.yaml and personas/, which a team shares, and ignores everything else there.\n' +
    '`parley init persona NAME` writes .parley/personas/NAME.md, somebody of your own to invite to `parley meet`:\n' +
    'a line `---`, then `name:` and `title:`, then `---`, and below it who they are.',
  operands: [
    { name: 'WHAT', about: '`persona`; left out, the configuration', optional: true },
    { name: 'NAME', about: 'what the persona is called', optional: true },
  ],
  examples: [
    ['parley init', 'then edit .parley/config.yaml'],
    ['parley init persona Mira', 'then edit .parley/personas/mira.md, and invite Mira'],
  ],
  async run(args, io) {
    const folder = folderOf(args, io)
    const root = (await findRoot(folder)) ?? folder
    const what = args.operand('WHAT')
    if (what === 'persona') return initPersona(root, args, io)
    if (what !== undefined)
      throw new WrongUsage(
        `\`parley init\` makes no "${what}".`,
        'It makes the configuration, or with `parley init persona NAME` a persona.',
      )
    const file = join(root, '.parley', 'config.yaml')
    if (!createBelow(root, file, { text: config }))
      throw new WrongUsage(`${file} is there already; nothing was changed.`, 'Edit it, or remove it first.')
    keepOutOfGit(root)
    if (args.has('json')) emit(io, { type: 'initialised', root, config: file })
    else say(io, `Wrote ${file}.\nNext: ${io.command} doctor shows which agents could speak here.`)
    return 0
  },
}

async function initPersona(root: string, args: Args, io: Io): Promise<number> {
  const [{ whyNot }, { seatId }] = await Promise.all([
    import('../../../protocols/meet/roster.js'),
    import('../../../protocols/meet/identity.js'),
  ])
  const name = args.operand('NAME')?.trim() ?? ''
  const id = seatId(name)
  const fault = whyNot(name)
  if (id === '' || fault !== undefined)
    throw new WrongUsage(
      name === ''
        ? 'A persona wants a name.'
        : `Nobody can be called "${name}" at a meeting${fault ? `: ${fault}` : ''}.`,
      'A name has a letter or digit, none of / , : ; " |, and is not facilitator, me or user: `parley init persona Mira`.',
    )
  const file = join(root, '.parley', 'personas', `${id}.md`)
  if (!createBelow(root, file, { text: personaText(id, name) }))
    throw new WrongUsage(`${file} is there already; nothing was changed.`, 'Edit it, or remove it first.')
  keepOutOfGit(root)
  if (args.has('json')) emit(io, { type: 'initialised', root, persona: file })
  else
    say(
      io,
      `Wrote ${file}.\nEdit it, then: ${io.command} meet --charter "…" --invitees ${shellWord(name)}\nGit sees it: commit it to share it with your team.`,
    )
  return 0
}

const personaText = (id: string, name: string) => `---
id: ${id}
name: ${JSON.stringify(name)}
title: Guest
---

You are ${name}. Say here, in a page or less, who that is:

- what you look for first when something is proposed
- how you argue, and what would change your mind
- what you leave to others
- what you tend to overlook
`

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
#   web: { search: searxng, search_url: "https://search.example.org", allow_hosts: [wiki.internal] }   # pages that seats may read
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

# No seat reads web pages, in any meeting here.
# web: false

# Never spend more dollars than this on one meeting. The prices of all voices must be known.
# cost_ceiling: 2

# A seat that says nothing for this long has failed.
# timeout_seconds: 600

# Where analyses lie, and the most exchanges that one has. Of this limit and your own, the lower one holds.
# analyze:
#   root: docs/requirements
#   max_exchanges: 30
`
