// Start: the process itself. The bundle of the command begins here.

import { processIo } from './io.js'
import { main } from './main.js'

// Whoever reads us may stop reading (`parley list | head`): that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
