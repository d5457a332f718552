// One process of the service. The number of its port is its only argument.

import { openStore } from './store.js'
import { createService } from './server.js'

const port = Number(process.argv[2] ?? 3001)
const { accounts, courses } = openStore(process.env.ENROL_STORE ?? 'store.json')

createService({ accounts, courses, log: console.log }).listen(port)
