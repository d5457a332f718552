// SSH signatures, made and checked by `ssh-keygen -Y` in the namespace `parley`, as git does for commits. No other program is run.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotGoOn, WrongUsage } from '../kernel/errors.js'
import { askLine } from './git/ask.js'

const namespace = 'parley'

/** The armored signature of this text. ssh-keygen asks for a passphrase itself, at the terminal or through the agent. */
export async function signWith(key: string, text: string): Promise<string> {
  const { code, stdout, stderr } = await sshKeygen(['-Y', 'sign', '-n', namespace, '-f', key], text)
  if (code === 0) return stdout
  throw new CannotGoOn(
    'SIGNATURE',
    `ssh-keygen could not sign with ${key}: ${lastLine(stderr)}.`,
    'Name another key: `parley sign ID --key FILE`.',
  )
}

export type Checked =
  | { readonly kind: 'good'; readonly by: string }
  /** Signed, but by a key that the file of allowed signers does not have; or not of this text. */
  | { readonly kind: 'unknown' | 'bad'; readonly why: string }

/** Who signed this text, among those that the file allows. */
export async function checkSignature(signature: string, text: string, allowed: string): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-signature-'))
  try {
    const file = join(folder, 'sig')
    writeFileSync(file, signature)
    const found = await sshKeygen(['-Y', 'find-principals', '-f', allowed, '-s', file], '')
    const by = found.stdout.split('\n')[0]?.trim() ?? ''
    if (found.code !== 0 || by === '') return { kind: 'unknown', why: `no key in ${allowed} has signed it` }
    const args = ['-Y', 'verify', '-f', allowed, '-I', by, '-n', namespace, '-s', file]
    const checked = await sshKeygen(args, text)
    return checked.code === 0
      ? { kind: 'good', by }
      : { kind: 'bad', why: lastLine(checked.stderr || checked.stdout) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The key that the person named, else the one that git signs with, else the usual one of SSH. */
export async function signingKey(cwd: string, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if (existsSync(named)) return named
    throw new WrongUsage(
      `There is no key ${named}.`,
      'Name the file of your SSH key: --key ~/.ssh/id_ed25519.',
    )
  }
  const ofGit = (await askLine(['config', 'gpg.format'], { cwd })) === 'ssh'
  const configured = ofGit ? await askLine(['config', '--type=path', 'user.signingkey'], { cwd }) : null
  if (configured !== null && existsSync(configured)) return configured
  const usual = ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(homedir(), '.ssh', name))
  const found = usual.find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new CannotGoOn(
    'SIGNATURE',
    'No SSH key was found to sign with.',
    'Name one: `parley sign ID --key FILE`. `ssh-keygen -t ed25519` makes one.',
  )
}

/** The file that says whose keys count, as git knows it. */
export async function allowedSigners(cwd: string, named: string | undefined): Promise<string> {
  const file = named ?? (await askLine(['config', '--type=path', 'gpg.ssh.allowedSignersFile'], { cwd }))
  if (file !== null && existsSync(file)) return file
  throw new WrongUsage(
    file === null
      ? 'Whose signatures count is not known.'
      : `There is no file of allowed signers at ${file}.`,
    'Name a file with one line each, `NAME ssh-ed25519 AAAA…`: --allowed-signers FILE, or `git config gpg.ssh.allowedSignersFile FILE`.',
  )
}

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function sshKeygen(args: readonly string[], input: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh-keygen', args, { env: { ...process.env, LC_ALL: 'C' } })
    const said = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said.stdout += piece
    })
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      said.stderr += piece
    })
    child.on('error', () => reject(missing()))
    child.on('close', (code) => resolve({ code: code ?? 1, ...said }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

function missing(): CannotGoOn {
  return new CannotGoOn(
    'SIGNATURE',
    'ssh-keygen was not found, and it makes and checks signatures.',
    'Install OpenSSH 8.1 or later (openssh-client), then try again.',
  )
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? ''
}
