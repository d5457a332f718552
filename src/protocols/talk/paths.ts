// Paths of a talk, all below the person's own folder: relative to it, with forward slashes.

import { artifactPath } from './documents/artifact.js'
import type { MeetingId } from './documents/ids.js'
import type { TalkInput } from './input.js'

export const stateFolder = 'state/meetings'
const integrationPath = (project: string) => `projects/${project}`
export const activityPath = (project: string, id: string) => `worktrees/${project}/meeting-${id}`
export const transcriptPath = (id: string) => `meetings/${id}.md`
export const decisionsPath = (id: string) => `${stateFolder}/${id}/decisions.jsonl`

/** The copy that counts once the talk is over. */
export const lastingArtifact = ({ project, artifactFolder }: TalkInput, id: string) =>
  `${integrationPath(project)}/${artifactPath(id as MeetingId, artifactFolder)}`
