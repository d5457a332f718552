// Parley's own folder in a workspace, `.parley/`: kept out of git as a whole, unless the person edits its `.gitignore`.

import { createBelow } from './plain-files.js'

export function keepOutOfGit(root: string): void {
  createBelow(root, '.parley/.gitignore', { text: '*\n' })
}
