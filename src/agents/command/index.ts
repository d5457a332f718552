// Backend `command`: what others use of it.

export { type CommandOptions, command } from './command.js'
