// Packages: the Claude Agent SDK, loaded when a seat is first opened. Its licence does not let us ship it, so users install it.

import { createRequire } from 'node:module'
import { BackendFailed } from '../../kernel/errors.js'
import { installCommand } from '../installation.js'

export type Sdk = typeof import('@anthropic-ai/claude-agent-sdk')
export type Import = () => Promise<Sdk>

const name = '@anthropic-ai/claude-agent-sdk'

/** Loads it, or fails with the command that installs it. */
export async function load(from: Import = () => import('@anthropic-ai/claude-agent-sdk')): Promise<Sdk> {
  try {
    return await from()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new BackendFailed('failed', missing())
  }
}

/** What is not installed, and how to get it; null when all is there. Loads nothing. */
export function notInstalled(): string | null {
  const sdk = found(createRequire(import.meta.url), name)
  if (sdk === null) return missing()
  const near = createRequire(sdk)
  const builds = [`${process.platform}-${process.arch}`, `${process.platform}-${process.arch}-musl`]
  const program = process.platform === 'win32' ? 'claude.exe' : 'claude'
  if (builds.some((build) => found(near, `${name}-${build}/${program}`) !== null)) return null
  return `The Claude Agent SDK is installed without its program for ${builds[0]}: ${installCommand(wanted)}`
}

const wanted = `${name}@0.3`

const missing = (): string => `The Claude Agent SDK is not installed: ${installCommand(wanted)}`

function found({ resolve }: NodeJS.Require, what: string): string | null {
  try {
    return resolve(what)
  } catch {
    return null
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(code)
}
