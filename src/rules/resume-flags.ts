// Resume flags: which of the three ways to resume a person asked for; only one is allowed. Changes no state.

export interface ResumeFlags {
  /** The id after --resume. */
  resume?: string | undefined
  continue?: boolean
  wrapUp?: boolean
  /** The text after --interject. */
  interject?: string | undefined
}

export type ResumeAction =
  | { kind: 'fresh' }
  | { kind: 'resume_default' | 'continue' | 'wrap_up'; id: string }
  | { kind: 'interject'; id: string; text: string }

export type ResumeVerdict = ResumeAction | { kind: 'refused'; reason: string }

export function resumeAction(flags: ResumeFlags): ResumeVerdict {
  const actions = [flags.continue, flags.interject !== undefined, flags.wrapUp].filter(Boolean).length
  if (actions > 1) return refused('--continue, --interject, --wrap-up are mutually exclusive')
  const id = flags.resume
  if (id === undefined && actions === 1)
    return refused('--continue, --interject, --wrap-up require --resume <id>')
  if (id === undefined) return { kind: 'fresh' }
  if (id === '') return refused('--resume needs the id of a meeting')
  if (flags.interject !== undefined) return { kind: 'interject', id, text: flags.interject }
  if (flags.continue) return { kind: 'continue', id }
  return { kind: flags.wrapUp ? 'wrap_up' : 'resume_default', id }
}

function refused(reason: string): ResumeVerdict {
  return { kind: 'refused', reason }
}
