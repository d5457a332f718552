// Packages: the Claude Agent SDK, loaded when a seat is first opened. It carries a large program of its own, so users install it.

import { createRequire } from 'node:module'
import { loadOptional } from '../optional-package.js'

export type Sdk = typeof import('@anthropic-ai/claude-agent-sdk')
export type Import = () => Promise<Sdk>

const name = '@anthropic-ai/claude-agent-sdk'

/** Loads it, or fails with the command that installs it. */
export function load(from: Import = () => import('@anthropic-ai/claude-agent-sdk')): Promise<Sdk> {
  return loadOptional(from, missing)
}

/** What is not installed, and how to get it; null when all is there. Loads nothing. */
export function notInstalled(): string | null {
  const sdk = found(createRequire(import.meta.url), name)
  if (sdk === null) return missing
  const near = createRequire(sdk)
  const builds = [`${process.platform}-${process.arch}`, `${process.platform}-${process.arch}-musl`]
  const program = process.platform === 'win32' ? 'claude.exe' : 'claude'
  if (builds.some((build) => found(near, `${name}-${build}/${program}`) !== null)) return null
  return `The Claude Agent SDK is installed without its program for ${builds[0]}: npm install --include=optional ${name}@0.3`
}

const missing = `Backend claude needs a package that is not installed: npm install ${name}@0.3`

function found({ resolve }: NodeJS.Require, what: string): string | null {
  try {
    return resolve(what)
  } catch {
    return null
  }
}
