// Sources of the person's name, read from where the command runs: a settings file, and git if that has none.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { nameIn, resolveUserName } from '../../../rules/user-name.js'
import type { RuleIo } from './command.js'
import { at, isFile, readIfThere } from './files.js'

/** Git is asked only when the settings have no name: starting it costs more than all the rest. */
export function findUserName(io: RuleIo, settingsFile?: string): string | undefined {
  const settings = readIfThere(settingsFile === undefined ? defaultSettings(io) : at(io, settingsFile))
  const gitName = nameIn(settings) === undefined ? askGit(io) : undefined
  return resolveUserName({ settings, gitName })
}

function defaultSettings(io: RuleIo): string {
  const own = join(io.cwd, '.claude', 'settings.json')
  return isFile(own) ? own : join(io.cwd, 'settings.json')
}

function askGit(io: RuleIo): string | undefined {
  const git = spawnSync('git', ['config', 'user.name'], { cwd: io.cwd, env: { ...io.env }, encoding: 'utf8' })
  return git.status === 0 ? git.stdout : undefined
}
