// Marks: which sessions of agents heard a prompt whose reply is not on record. Such a session knows more than the journal, so it is never
// continued: a new one is told what the journal holds.
//
//   MARK1  `open` has the session's mark from before a prompt is sent until its reply has come whole; a kill, a failure or a cancel leaves it.
//   MARK2  `heard` has a digest of the last reply that came. A session goes on only where the record's last reply is that one: a reply that
//          came and was never recorded, because the process died or the kernel judged it unfit, leaves the two apart.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderBelow, removeBelow, replaceBelow } from '../../workspace/plain-files.js'

const folders = { open: join('acp', 'open'), heard: join('acp', 'heard') }
/** By then no agent keeps the session. */
const forgottenMs = 60 * 24 * 3600 * 1000

/** A prompt is about to be sent. */
export function markAsked(home: string, session: string): void {
  keep(home, 'open', session, '')
}

/** Its reply has come. */
export function markAnswered(home: string, session: string, reply: string): void {
  keep(home, 'heard', session, digest(reply))
  removeBelow(home, fileOf('open', session))
}

/** Whether the session knows exactly what the record holds, whose last reply of the seat is this. */
export function mayGoOn(home: string, session: string, reply: string | undefined): boolean {
  if (reply === undefined || existsSync(join(home, fileOf('open', session)))) return false
  const heard = join(home, fileOf('heard', session))
  return existsSync(heard) && readFileSync(heard, 'utf8') === digest(reply)
}

/** Removes marks that nobody can need any more. */
export function sweepMarks(home: string, now: number): void {
  for (const folder of Object.values(folders)) {
    if (!existsSync(join(home, folder))) continue
    for (const name of readdirSync(join(home, folder)))
      if (now - statSync(join(home, folder, name)).mtimeMs > forgottenMs)
        removeBelow(home, join(folder, name))
  }
}

function keep(home: string, kind: keyof typeof folders, session: string, text: string): void {
  folderBelow(home, folders[kind], 0o700)
  replaceBelow(home, fileOf(kind, session), { text, mode: 0o600 })
}

const fileOf = (kind: keyof typeof folders, session: string): string => join(folders[kind], digest(session))

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
