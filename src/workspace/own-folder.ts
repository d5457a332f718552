// Parley's own folder in a workspace, `.parley/`. Git sees what a team shares, its configuration and its personas; meetings and all else
// are the person's own and stay out of git, this file among them, so that a meeting leaves the work tree as clean as it was.

import { join } from 'node:path'
import { bytesOfPlain, createBelow, replaceBelow } from './plain-files.js'

const file = '.parley/.gitignore'
const text = '*\n!config.yaml\n!personas/\n!personas/*.md\n'

/** As it was written before teams could share anything. */
const first = '*\n'

export function keepOutOfGit(root: string): void {
  if (createBelow(root, file, { text })) return
  if (bytesOfPlain(join(root, file))?.toString('utf8') === first) replaceBelow(root, file, { text })
}
