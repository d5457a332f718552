// Commands: the same deed from a terminal. Quoted for a POSIX shell, so that it can be pasted as it stands.

import type { OpenMeeting } from '../../../hall/api.js'

export function commandFor(request: OpenMeeting): string {
  return ['parley', ...wordsFor(request), ...(request.agents ? ['--agents', request.agents] : [])]
    .map(quoted)
    .join(' ')
}

function wordsFor(request: OpenMeeting): readonly string[] {
  switch (request.protocol) {
    case 'talk':
      return ['talk', request.worker || 'WORKER', request.message || '…']
    case 'council.meeting':
      return ['council', 'meeting', request.task || '…']
    case 'meet':
      return [
        'meet',
        '--charter',
        request.charter || '…',
        ...(request.mode ? ['--mode', request.mode] : []),
        ...(request.invitees?.length ? ['--invitees', request.invitees.join(',')] : []),
        ...(request.noWeb ? ['--no-web'] : []),
        ...(request.skipResearch ? ['--skip-research'] : []),
      ]
  }
}

export function quoted(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
