// Backend `script`: what others use of it.

export type { PreparedAnswer } from './file.js'
export { type Recorder, recorder } from './record.js'
export { type LoadedScript, loadScript, type ScriptOptions } from './script.js'
