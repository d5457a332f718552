#!/usr/bin/env node
// The command. In a checkout (with sources) it installs and builds first where needed; an installed package just runs.
'use strict'

const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
if (process.argv[2] === '_tools') require('./tools.cjs')
else {
  if (existsSync(join(root, 'src'))) require('../scripts/prepare.cjs').prepare(root)
  require('../dist/parley.cjs')
}
