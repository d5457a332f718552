// Notes payload: the YAML file that the notes are rendered from. Every key may be missing; unknown keys are ignored.
import { entriesIn, listOf, readSections, type Section, textOf } from './loose-yaml.js'
import type { MeetingNotes } from './meeting-notes.js'

export function notesFromPayload(payload: string, date: string, slug: string): MeetingNotes {
  const sections = readSections(payload.replace(/^\ufeff/, ''))
  const text = (key: string) => textOf(sections.get(key))
  const list = (key: string) => listOf(sections.get(key))
  const optional = (key: string) => (sections.has(key) ? text(key) : undefined)
  const optionalList = (key: string) => (sections.has(key) ? list(key) : undefined)
  return {
    date,
    slug,
    charter: text('charter'),
    mode: text('mode'),
    closingArtifactBias: optional('closing_artifact_bias'),
    defaultInviteesResolved: optionalList('default_invitees_resolved'),
    missingInvitees: optionalList('missing_invitees'),
    inviteesOverride: optional('invitees_override'),
    researchPhase: optional('research_phase'),
    webSearch: optional('web_search'),
    costs: attendees(sections.get('attendees')),
    totalTokens: text('total_tokens') || '0',
    extractions: list('scratchpad_extractions'),
    actionItems: list('action_items').map((id) => ({ id })),
    summary: text('summary'),
    preludes: text('preludes'),
    transcript: text('transcript'),
    decisions: list('decisions'),
    risks: list('risks'),
    openQuestions: list('open_questions'),
    scratchpad: text('scratchpad_final'),
    memories: list('memory_writethrough'),
  }
}

function attendees(section: Section | undefined): MeetingNotes['costs'] {
  return entriesIn(section?.lines ?? []).map((entry) => ({
    name: textOf(entry.get('name')),
    role: textOf(entry.get('role')),
    tokens: textOf(entry.get('tokens')) || '0',
  }))
}
