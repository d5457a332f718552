#!/usr/bin/env node
// One night: first the dump, then the pruning. Takes the folder, and the export program with its arguments.

import { basename } from 'node:path'
import { dump } from '../src/dump.js'
import { prune } from '../src/prune.js'

const [folder, ...command] = process.argv.slice(2)
const now = new Date()
console.log(`${basename(await dump(folder, now, command))}: done`)
for (const name of await prune(folder, now)) console.log(`${name}: pruned`)
