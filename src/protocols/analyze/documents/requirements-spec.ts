// requirements-spec.md: who has which problem, what must be done about it, and how one sees that it is done.

import { oneLine, paragraph } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import { confidenceOf } from '../rules/evidence.js'
import { documentConfidence } from '../rules/inferences.js'
import { acsOf, all, type Entry, one, unfed } from '../rules/records.js'
import {
  type Built,
  blocks,
  cell,
  joined,
  labelled,
  listed,
  nothingBuilt,
  ordered,
  type Part,
  type Rendering,
  statedNone,
  unlessSame,
} from './rendering.js'
import { sourceLine } from './sources.js'

export const requirementsParts: readonly Part[] = [
  {
    title: '1. Business Context',
    need: 'the problem, as its effect on somebody',
    types: ['problem', 'stakeholder', 'metric'],
    build: businessContext,
  },
  {
    title: '2. Stakeholders and Personas',
    need: 'the main user type and what hurts it',
    types: ['user-type'],
    build: personas,
  },
  {
    title: '3. User Journeys',
    need: 'a journey with entry, steps and exit',
    types: ['journey'],
    build: journeys,
  },
  {
    title: '4. Technical Context',
    need: 'constraints, conventions or integration points',
    types: ['context'],
    build: technicalContext,
  },
  {
    title: '5. Quality Attributes and Risks',
    need: 'an attribute with a threshold, and a risk with its mitigation',
    types: ['quality', 'risk'],
    build: qualities,
  },
  {
    title: '6. Functional Requirements',
    need: 'requirements with acceptance criteria',
    types: ['fr', 'ac'],
    build: requirements,
  },
  {
    title: '7. Out of Scope',
    need: 'what stays out, and why',
    types: ['exclusion'],
    build: exclusions,
  },
  {
    title: '8. MoSCoW Prioritization',
    need: 'requirements with a priority',
    types: ['fr'],
    build: priorities,
  },
]

function businessContext(rendering: Rendering): Built {
  const { store } = rendering
  const problem = one(store, 'problem')
  const stakeholders = all(store, 'stakeholder')
  const metrics = all(store, 'metric')
  const data = problem?.data
  return {
    entries: [...(problem ? [problem] : []), ...stakeholders, ...metrics],
    wanted: unfed(store, 'stakeholder', 'metric'),
    body: blocks(
      labelled('Problem', data?.statement),
      labelled('Effect', unlessSame(data?.effect, data?.statement)),
      labelled('Today', data?.current),
      labelled('Cost of not doing it', data?.cost_of_not),
      problem === null ? '' : sourceLine(problem),
      listed(
        'Stakeholders',
        stakeholders.map((each) => `${each.data.name} (${each.data.role}): ${each.data.interest}`),
      ),
      listed(
        'Success metrics',
        metrics.map((each) => `${each.data.measure}: ${cell(each.data.threshold, 'a threshold')}`),
      ),
      listed('Driving factors', data?.drivers),
    ),
  }
}

function personas(rendering: Rendering): Built {
  const { store } = rendering
  const entries = all(store, 'user-type')
  const bodies = entries.map(({ data }) =>
    blocks(
      `### ${oneLine(data.name)}${data.main ? ' (main)' : ''}`,
      labelled('Role', unlessSame(data.role, data.name)),
      listed('Goals', data.goals),
      listed('Pain points', data.pains),
      labelled('Proficiency', data.proficiency),
      listed('Key tasks', data.tasks),
    ),
  )
  return { entries, body: blocks(...bodies) }
}

function journeys({ store }: Rendering): Built {
  const entries = all(store, 'journey')
  const bodies = entries.map(({ id, data }) => {
    const user = store.records.get(data.user) as Entry<'user-type'> | undefined
    return blocks(
      `### ${id}: ${oneLine(user?.data.name ?? data.user)}`,
      labelled('Entry', data.entry),
      data.steps.length === 0 ? '' : `**Steps**:\n\n${ordered(data.steps)}`,
      listed('Alternative paths', data.alternatives),
      listed('Error paths', data.errors),
      labelled('Exit', data.exit),
    )
  })
  return entries.length === 0
    ? { ...nothingBuilt, body: statedNone(store, 'journey') }
    : { entries, body: blocks(...bodies) }
}

function technicalContext({ store }: Rendering): Built {
  const entries = all(store, 'context')
  const of = (kind: string) => entries.filter(({ data }) => data.kind === kind).map(({ data }) => data.text)
  return {
    entries,
    body: blocks(
      listed('Constraints', of('constraint')),
      listed('Conventions', of('convention')),
      listed('Integration points', of('integration')),
      entries.length === 0 ? statedNone(store, 'context') : '',
    ),
  }
}

function qualities({ store }: Rendering): Built {
  const [attributes, risks, security] = [all(store, 'quality'), all(store, 'risk'), all(store, 'security')]
  const entries = [...attributes, ...risks, ...security]
  if (entries.length === 0) return nothingBuilt
  const riskRows = risks.map(({ data }) => [
    data.security ? `${data.risk} (security)` : data.risk,
    data.likelihood,
    data.impact,
    data.mitigation,
  ])
  return {
    entries,
    wanted: unfed(store, 'quality', 'risk'),
    body: blocks(
      attributes.length === 0
        ? statedNone(store, 'quality') || 'TBD: a quality attribute with its threshold'
        : tableOf(
            ['Attribute', 'Priority', 'Threshold'],
            attributes.map(({ data }) => [data.attribute, data.priority, data.threshold]),
          ),
      risks.length === 0
        ? statedNone(store, 'risk') || 'TBD: a risk with its mitigation'
        : tableOf(['Risk', 'Likelihood', 'Impact', 'Mitigation'], riskRows),
      securityTable(security),
    ),
  }
}

/** Also a part of the impact analysis of a light item, and of the architecture. */
export function securityTable(entries: readonly Entry<'security'>[]): string {
  if (entries.length === 0) return ''
  const rows = entries.map(({ data }) => [data.area, data.finding, data.control, data.severity])
  return blocks('### Security', tableOf(['Area', 'Finding', 'Control', 'Severity'], rows))
}

function requirements(rendering: Rendering): Built {
  const { store } = rendering
  const entries = all(store, 'fr')
  const bodies = entries.map((fr) => {
    const criteria = acsOf(store, fr.id).map(
      ({ id, data }) =>
        `- **${id}**: Given ${oneLine(data.given)}, when ${oneLine(data.when)}, then ${oneLine(data.then)}`,
    )
    return blocks(
      `### ${fr.id}: ${oneLine(fr.data.title)}`,
      paragraph(unlessSame(fr.data.description, fr.data.title) ?? ''),
      `**Confidence**: ${documentConfidence(confidenceOf(fr.source))}`,
      sourceLine(fr),
      fr.data.depends_on?.length ? `**Depends on**: ${joined(fr.data.depends_on)}` : '',
      criteria.length === 0 ? 'TBD: an acceptance criterion' : criteria.join('\n'),
    )
  })
  return { entries: [...entries, ...all(store, 'ac')], body: blocks(...bodies) }
}

function exclusions({ store }: Rendering): Built {
  const entries = all(store, 'exclusion')
  if (entries.length === 0) return { ...nothingBuilt, body: statedNone(store, 'exclusion') }
  const rows = entries.map(({ data }) => [data.item, data.reason, data.dependency ?? '—'])
  return { entries, body: tableOf(['Item', 'Reason', 'Dependency'], rows) }
}

function priorities({ store }: Rendering): Built {
  const entries = all(store, 'fr')
  if (entries.every(({ data }) => data.priority === undefined)) return nothingBuilt
  const rows = entries.map(({ id, data }) => [
    id,
    data.title,
    cell(data.priority, 'a priority'),
    data.rationale ?? '—',
  ])
  return { entries, body: tableOf(['FR', 'Title', 'Priority', 'Rationale'], rows) }
}
