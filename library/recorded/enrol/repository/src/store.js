// The store: accounts, sessions and places in one file. What a process changes is written at once; the others read it again when it
// is newer.

import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'

export function openStore(file) {
  let read = 0
  let data = { accounts: {}, sessions: {}, courses: {} }
  const fresh = () => {
    const written = existsSync(file) ? statSync(file).mtimeMs : 0
    if (written > read) [data, read] = [JSON.parse(readFileSync(file, 'utf8')), written]
    return data
  }
  const save = () => {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(data))
    renameSync(`${file}.${process.pid}`, file)
  }
  const accountOf = (email) => {
    const found = fresh().accounts[email]
    return found && { email, salt: found.salt, hash: Buffer.from(found.hash, 'hex') }
  }
  return {
    accounts: {
      get: accountOf,
      bySession: (session) => accountOf(fresh().sessions[session]),
      addSession(session, { email }) {
        fresh().sessions[session] = email
        save()
      },
    },
    courses: {
      list: () => Object.entries(fresh().courses).map(([name, { free }]) => ({ name, free })),
      take(name, child, { email }) {
        const course = fresh().courses[name]
        if (!course || course.free === 0) return false
        course.free -= 1
        course.taken.push({ child, email })
        save()
        return true
      },
    },
  }
}
