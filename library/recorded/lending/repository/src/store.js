// The file that holds everything: members, tools, loans, reservations, and calls to make.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const empty = { members: [], tools: [], loans: [], reservations: [], calls: [] }

export function load(file) {
  return existsSync(file) ? { ...empty, ...JSON.parse(readFileSync(file, 'utf8')) } : structuredClone(empty)
}

export function save(file, shop) {
  writeFileSync(`${file}.next`, JSON.stringify(shop, null, 1))
  renameSync(`${file}.next`, file)
}
