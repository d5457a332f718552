// CLI `parley rule parse-resume-flags`: turns the flags of a resume into one action. Changes nothing.
import { type ResumeAction, resumeAction } from '../../../rules/resume-flags.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'

const HELPER = 'parse-resume-flags'

export const command: RuleCommand = {
  summary: 'Turns the resume flags into one action.',
  help: `Usage: parley rule parse-resume-flags [--resume ID [--continue | --interject TEXT | --wrap-up]]

Prints resume_id=ID and action=ACTION, and for an interjection interject_text=TEXT as the last thing.
Actions: fresh, resume_default, continue, interject, wrap_up.

Exit codes: 0 one action; 2 flags that exclude each other, an action without --resume, or an unknown argument.

Example: parley rule parse-resume-flags --resume 2026-01-02-api --interject "what about cost?"
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['resume', 'interject'], switches: ['continue', 'wrap-up'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const action = resumeAction({
      resume: flags.value('resume'),
      interject: flags.value('interject'),
      continue: flags.has('continue'),
      wrapUp: flags.has('wrap-up'),
    })
    if (action.kind === 'refused') return refuse(io, HELPER, 2, action.reason)
    io.out(printed(action))
    return 0
  },
}

function printed(action: ResumeAction): string {
  const id = action.kind === 'fresh' ? '' : action.id
  const text = action.kind === 'interject' ? `interject_text=${action.text}\n` : ''
  return `resume_id=${id}\naction=${action.kind}\n${text}`
}
