// One look at a gate or a criterion: which command proves it, what it said, and where the proof stands.

import type { ToolUse } from '../../../kernel/agents.js'
import type { ProgramRun, World } from '../../../kernel/world.js'
import { fieldsOf } from '../../../rules/values.js'
import type { ContractGate, ContractRow } from '../documents/contract.js'
import { pendingText } from '../documents/stubs.js'
import { hearShape } from '../hearing.js'
import { proofPrompt } from '../prompts/work.js'
import { isTest } from '../rules/methods.js'
import { type Framework, testingOf } from '../rules/project.js'
import {
  argvOf,
  type Found,
  type GateResult,
  namesCriterion,
  provesCriterion,
  ranText,
  runnerOf,
  testCommand,
} from '../rules/verification.js'
import * as shapes from '../schemas.js'
import { type Sitting, verifierSeat } from '../sitting.js'
import { haltIfEscaped, type Workplace } from './workplace.js'

const programTimeMs = 600_000
/** How much of what a program printed goes back to whoever mends it. */
const shown = 3000

/** A gate's command in the worktree; exit 0 is verified. */
export async function runGate(sitting: Sitting, place: Workplace, gate: ContractGate): Promise<GateResult> {
  const argv = argvOf(gate.command)
  const ran = await sitting.meeting.act(
    `run gate ${gate.name}`,
    async (world, signal) => told(await runIn(world, place, argv, signal)),
    { foreign: gate.command },
  )
  await haltIfEscaped(sitting, place)
  const status = ran.code === 0 ? 'verified' : 'failed'
  return { ...gate, status, evidence: ranText(argv, ran), output: ran.output }
}

export async function verifyCriterion(
  sitting: Sitting,
  place: Workplace,
  row: ContractRow,
  gates: readonly GateResult[],
): Promise<Found> {
  const { input } = sitting
  if (row.method === 'build-output') {
    const building = gates.filter(({ name }) => name === 'build' || name === 'typecheck')
    if (building.length > 0) return byGates(building)
  }
  const testing = testingOf({ files: input.files, texts: input.manifests })
  const framework = row.method.endsWith('-test') ? runnerOf(row.method, testing) : null
  return framework === null ? byVerifier(sitting, place, row) : byTest(sitting, place, row, framework)
}

function byGates(gates: readonly GateResult[]): Found {
  const failed = gates.filter(({ status }) => status !== 'verified')
  const named = failed.length === 0 ? gates : failed
  return {
    status: failed.length === 0 ? 'verified' : 'failed',
    evidence: named.map(({ evidence }) => evidence).join('; '),
    by: 'parley',
  }
}

/** The test that names the criterion, run by the command of its framework; its report decides. */
async function byTest(
  sitting: Sitting,
  place: Workplace,
  { id, test }: ContractRow,
  framework: Framework,
): Promise<Found> {
  const found = await sitting.meeting.act(
    `run ${id}`,
    async (world, signal): Promise<Found> => {
      const file = await testOf(world, place, id, test)
      if (file === null) return { status: 'failed', evidence: `no test names ${id}`, by: 'parley' }
      const argv = testCommand(framework, file.path, id)
      const ran = await runIn(world, place, argv, signal)
      const proven = provesCriterion(framework, id, ran)
      const evidence = `${file.path}:${file.line}; ${ranText(argv, ran)}`
      if (proven) return { status: 'verified', evidence, by: 'parley' }
      return { status: 'failed', evidence, by: 'parley', output: told(ran).output }
    },
    { foreign: id },
  )
  await haltIfEscaped(sitting, place)
  return found
}

/** Where the plan expected it, else in what the work changed, else anywhere in the worktree; by path. A stub that still says so is none. */
async function testOf({ files, git }: World, place: Workplace, id: string, hint: string) {
  const changed = (await git.changes(place.folder, place.base)).files.map(({ path }) => path)
  const prefix = place.project === place.folder ? '' : `${place.project.slice(place.folder.length + 1)}/`
  const own = changed.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
  const tracked = (await git.trackedFiles(place.project)) ?? []
  const ordered = [hint, ...own.toSorted(), ...tracked.filter(isTest)]
  for (const path of new Set(ordered.filter((one) => one !== '' && !one.startsWith('.claude/')))) {
    const text = await files.read(`${place.project}/${path}`).catch(() => null)
    if (text === null || !namesCriterion(text, id) || text.includes(pendingText(id))) continue
    return { path, line: text.split('\n').findIndex((line) => namesCriterion(line, id)) + 1 }
  }
  return null
}

/** A seat runs the proof where the engine has no command for it; its receipt is what counts. */
async function byVerifier(sitting: Sitting, place: Workplace, row: ContractRow): Promise<Found> {
  const { meeting } = sitting
  const before = await worktreeState(sitting, place)
  const asked = { seat: verifierSeat, id: 'verify.criterion', worktree: place }
  const heard = await hearShape(sitting, meeting, asked, proofPrompt(row), shapes.Proof)
  await haltIfEscaped(sitting, place)
  const failed = (evidence: string): Found => ({ status: 'failed', evidence, by: 'verifier' })
  if (heard.kind === 'unheard') return failed(`the verifier did not answer: ${heard.reason}`)
  const { met, argv, file, line, why } = heard.value
  const after = await worktreeState(sitting, place)
  if (after.join() !== before.join()) return failed('the verifier changed files in the worktree')
  if (!met) return failed(why)
  if (!hasRun(heard.said.tools, argv))
    return failed(`no receipt shows that ${argv.join(' ')} ended with exit 0`)
  const where = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}; `
  return { status: 'verified', evidence: `${where}\`${argv.join(' ')}\` → exit 0`, by: 'verifier' }
}

function worktreeState({ meeting }: Sitting, { folder, branch }: Workplace): Promise<readonly string[]> {
  return meeting.act('worktree state', async ({ git }) => {
    await git.standOn({ folder, branch })
    return git.status(folder)
  })
}

function hasRun(tools: readonly ToolUse[], argv: readonly string[]): boolean {
  return tools.some(({ name, ok, input }) => {
    const ran = fieldsOf(input)['argv']
    return name === 'run_command' && ok && argv.length > 0 && JSON.stringify(ran) === JSON.stringify(argv)
  })
}

/** The stubs are moved aside while it runs. A run that was killed left them there: then they only come back afterwards. */
async function runIn(
  { programs, git, files, root }: World,
  { folder, branch, project, stubs }: Workplace,
  argv: readonly string[],
  signal: AbortSignal,
): Promise<ProgramRun> {
  await git.standOn({ folder, branch })
  const aside = `${folder}.stubs`
  const has = (await files.exists(stubs)) || (await files.exists(aside))
  if (has) await files.rename(stubs, aside)
  try {
    const ran = await programs.run({ argv, folder: project, timeoutMs: programTimeMs, signal })
    return { ...ran, stdout: withoutRoot(ran.stdout, root), stderr: withoutRoot(ran.stderr, root) }
  } finally {
    if (has) await files.rename(aside, stubs)
  }
}

/** A journal does not tell where the workspace is on this machine. */
function withoutRoot(text: string, root: string): string {
  return text.replaceAll(`${root}/`, '')
}

function told({ code, why, stdout, stderr }: ProgramRun) {
  const printed = [stdout, stderr].filter((text) => text.trim() !== '').join('\n')
  return { code, why, output: printed.length > shown ? `…${printed.slice(-shown)}` : printed }
}
