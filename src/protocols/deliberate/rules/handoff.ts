// Handoffs: the commands that the person runs elsewhere. A shell reads each value as one word and runs none of it.

import { shellWord } from '../../../rules/shell-word.js'
import { oneLine } from '../documents/text.js'

export interface HandoffGround {
  readonly slug: string
  readonly idea: string
  /** Of the session; it ends in `/`. */
  readonly folder: string
}

/** By the answer that asks for one; undefined for the others. */
export function handoffOf(choose: string, ground: HandoffGround): string | undefined {
  const prd = `--from-prd .claude/prd/prd-${ground.slug}.md`
  const commands: Readonly<Record<string, string>> = {
    ralf: `/ralf ${prd}`,
    launch: `/launch ${shellWord(oneLine(ground.idea))} ${prd}`,
  }
  return commands[choose]
}

/** Quick has no PRD: its tasks stand in the plan. */
export function quickHandoffOf(
  choose: string,
  { folder }: Pick<HandoffGround, 'folder'>,
): string | undefined {
  const commands: Readonly<Record<string, string>> = {
    ralf: `/ralf --from-prd ${folder}plan.md`,
    team: `parley council work "Do the tasks in ${folder}plan.md"`,
  }
  return commands[choose]
}
