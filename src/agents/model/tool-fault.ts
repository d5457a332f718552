// Tool faults: why a call never reached its tool, in words. The client's own message repeats the arguments as they were sent, for programs.

import { fieldsOf } from '../../rules/values.js'
import { notGranted } from '../run-tool.js'

/** Undefined for any other error, which speaks for itself. */
export function toolFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { toolName, availableTools } = fieldsOf(error)
  if (error.name === 'AI_NoSuchToolError')
    return notGranted(String(toolName), Array.isArray(availableTools) ? availableTools.map(String) : [])
  if (error.name === 'AI_InvalidToolInputError')
    return `Its arguments are not JSON: ${innermost(error).message}.`
  return undefined
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
