// Start: the entry point of the command.

import { complain } from './exit.js'
import { outputClosed, processIo } from './io.js'
import { main } from './main.js'

// The reader may close the pipe (`parley list | head`): that is not an error. A meeting that is held here ends as interrupted.
// Anything else, as a full disk, is told in a sentence.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED')
    process.exit(complain(error, processIo(), false))
  if (!outputClosed()) process.exit(0)
})
// Nobody can be told where errors cannot be written; the exit code still says it.
process.stderr.on('error', () => {})

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
