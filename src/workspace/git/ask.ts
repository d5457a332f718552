// Runs git and returns its output, or an error that names the command and git's message.

import { CannotGoOn } from '../../kernel/errors.js'
import { type GitCall, type GitResult, runGit } from './exec.js'

/** What git printed. Rejects with `CannotGoOn` when it failed. */
export async function askGit(args: readonly string[], call: GitCall): Promise<string> {
  const result = await runGit(args, call)
  if (result.code !== 0) throw gitFailed(args, call.cwd, result)
  return result.stdout
}

/** The one line that git printed, or null when it failed or printed nothing. */
export async function askLine(args: readonly string[], call: GitCall): Promise<string | null> {
  const result = await runGit(args, call)
  const line = result.stdout.replace(/\r?\n$/, '')
  return result.code === 0 && line !== '' ? line : null
}

export function gitFailed(args: readonly string[], cwd: string, result: GitResult): CannotGoOn {
  const said = lastWords(result)
  return new CannotGoOn(
    'GIT',
    `\`git ${args.slice(0, 2).join(' ')}\` failed in ${cwd}: ${said}`,
    hintFor(said),
  )
}

/** The part of git's message that says what is wrong, on one line. */
export function lastWords(result: GitResult): string {
  const lines = result.stderr.split('\n').map((line) => line.trim())
  const telling = lines.filter((line) => line !== '' && !line.startsWith('hint:'))
  const first = telling.find((line) => /^(fatal|error):/.test(line)) ?? telling[0]
  return (first ?? `exit code ${result.code}`).replace(/^(fatal|error):\s*/, '')
}

/** Fields of a `-z` listing. */
export function fields(text: string): readonly string[] {
  return text.split('\0').filter((field) => field !== '')
}

function hintFor(said: string): string {
  if (said.includes('dubious ownership'))
    return 'Tell git that you trust this folder: git config --global --add safe.directory <folder>'
  if (/transport '[^']*' not allowed|promisor remote/.test(said))
    return 'This is a partial clone, and parley uses no network for git: fetch the rest first: git fetch --refetch --no-filter'
  const config = /could not lock config file (\S+?):? /.exec(`${said} `)?.[1]
  if (config !== undefined)
    return `Another git process is at work, or one died: if none runs, remove ${config}.lock.`
  if (said.includes('.lock'))
    return 'Another git process is at work, or one died: if none runs, remove that lock file.'
  return 'Run that command yourself to see more, then go on with `parley resume`.'
}
