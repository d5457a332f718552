// Backend `claude`: what others use of it.

export { claude } from './claude.js'
export type { ClaudeOptions } from './options.js'
