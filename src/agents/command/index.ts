// Backend `command`: what others use of it.

export { splitArgv } from './argv.js'
export { type CommandOptions, command } from './command.js'
