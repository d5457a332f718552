// To copy: commands about one meeting, each on a line of its own. Where one does not fit the terminal, they name the meeting by a beginning
// of its id, for a command that is broken in the middle is hard to copy; where that is not enough, a shell's own mark continues it.

import { resolve } from 'node:path'
import { shortNames } from '../../../rules/meeting-name.js'
import { shellWord } from '../../../rules/shell-word.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { idsSeenFrom } from '../seen.js'
import { clean } from './clean.js'
import { continued, widthOf } from './hanging.js'
import { columnsOf } from './markdown/columns.js'
import { cwdFlag } from './words.js'

export interface About {
  readonly id: string
  readonly io: Io
  /** The flags of this call, of which a command must repeat where it works. */
  readonly args?: Args | undefined
  readonly stream?: 'output' | 'error'
}

/** All of them with the same name: the whole id where it fits, and always where nobody reads at a terminal. */
export function toCopy(about: About, ...commands: readonly ((name: string) => string)[]): readonly string[] {
  const { id, io, args, stream } = about
  const more = args ? cwdFlag(args) : ''
  const lines = (name: string) => commands.map((words) => `  ${io.command} ${clean(words(name))}${more}`)
  const room = widthOf(io, stream)
  const fits = (name: string) => lines(name).every((line) => columnsOf(line) <= room)
  const whole = shellWord(id)
  if (fits(whole)) return lines(whole)
  const all = idsSeenFrom(resolve(io.cwd, args?.value('cwd') ?? '.')).map((seen) => ({ id: seen }))
  const short = shortNames(id, all).map(shellWord)
  return lines(short.find(fits) ?? short.at(-1) ?? whole).map((line) => continued(line, room))
}

/** A command that calls parley by its name, as this one was called, and for the same folder. */
export function asCalled(command: string, { io, args }: Pick<About, 'io' | 'args'>): string {
  const [, words] = /^parley (.*)$/.exec(command) ?? []
  return words === undefined ? command : `${io.command} ${words}${args ? cwdFlag(args) : ''}`
}

/** The same, one after the other, each with its line break. */
export function copied(about: About, ...commands: readonly ((name: string) => string)[]): string {
  return toCopy(about, ...commands)
    .map((line) => `${line}\n`)
    .join('')
}
