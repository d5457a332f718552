// The plan of a session whose papers lie there already: read, not made.

import { criteriaIn } from '../documents/contract.js'
import { readPlan, storiesIn } from '../documents/prd.js'
import { oneLine } from '../documents/text.js'
import type { Member } from '../documents/theme-shape.js'
import { memberNamed } from './members.js'
import { type Criterion, criterionOf, type Story, taskId } from './plan.js'

export interface PlanPapers {
  readonly prd: string
  readonly contract: string | undefined
  readonly plan: string | undefined
}

/** The stories of papers that lie there: ids, criteria and methods as the contract has them, what waits for what as the plan has it. */
export function plannedBefore(
  { prd, contract, plan }: PlanPapers,
  roster: readonly Member[],
  seated: readonly string[],
  endToEnd: boolean,
): Story[] {
  const rows = criteriaIn(contract ?? '')
  const tasks = readPlan(plan ?? '')
  const storyOf = (id: string) => tasks.find(({ task, story }) => task === id || story === id)?.story ?? id
  let counted = rows.length
  return storiesIn(prd).map(({ id, title, description, agent, boxes, scenarios }, at) => {
    const own = rows.filter(({ story }) => story === id)
    const task = tasks.find(({ story }) => story === id)
    return {
      id,
      task: task?.task ?? taskId(at),
      title: oneLine(title),
      description: oneLine(description),
      member: memberNamed(agent, roster)?.id ?? seated[0] ?? agent,
      dependsOn: (task?.dependsOn ?? []).map(storyOf).filter((one) => one !== id),
      criteria:
        own.length > 0
          ? own.map((row) => ({
              ...withScenario(
                criterionOf({ text: row.words }, 0, endToEnd),
                scenarios[boxes.indexOf(row.words)],
              ),
              id: row.id,
              words: row.words,
              method: row.method,
            }))
          : boxes.map((text, box) =>
              withScenario(criterionOf({ text }, ++counted, endToEnd), scenarios[box]),
            ),
    }
  })
}

function withScenario(criterion: Criterion, scenario: string | undefined): Criterion {
  return scenario ? { ...criterion, scenario } : criterion
}
