// What can be wrong with a theme whose every value has the right shape: names that lead nowhere, or that nobody may have.

import { labelFault, nameFault } from '../../../rules/plain-name.js'
import type { Overlap, Theme } from './theme-shape.js'

const reserved = ['conductor', 'verifier', 'auditor-1', 'auditor-2', 'auditor-3', 'auditor-4', 'back']

export function themeFaults(theme: Theme, asked: string, personas: readonly string[]): string[] {
  return [
    ...nameFaults(theme, asked),
    ...wordFaults(theme),
    ...rosterFaults(theme),
    ...ruleFaults(theme),
    ...directionFaults(theme),
    ...twice(theme.mechanics.map(({ name }) => name)).map(
      (name) => `\`extra_mechanics\`: the name "${name}" is given twice`,
    ),
    ...personaFaults(theme, personas),
  ]
}

function nameFaults({ id }: Theme, asked: string): string[] {
  if (!isId(id)) return [`\`theme_id\`: "${id}" must be lower-case letters, digits and "-"`]
  return id === asked ? [] : [`\`theme_id\` is "${id}", but the theme was asked for as "${asked}"`]
}

/** Names and headlines stand in documents, in prompts and on screens (CALL1). */
function wordFaults({ name, intakePrompt, assemblyLabel, labels, roster, mechanics }: Theme): string[] {
  const names = [
    ['theme_name', name] as const,
    ...roster.map((member) => [`roster ${member.id}`, member.name] as const),
    ...mechanics.map((one) => ['extra_mechanics', one.name] as const),
  ]
  const headlines = { intake_prompt: intakePrompt, assembly_label: assemblyLabel, ...labels }
  const told = (place: string, text: string, fault: string | null) =>
    fault === null ? [] : [`\`${place}\`: "${text.slice(0, 100)}" ${fault}`]
  return [
    ...names.flatMap(([place, text]) => told(place, text, nameFault(text))),
    ...Object.entries(headlines).flatMap(([place, text]) => told(place, text, labelFault(text))),
  ]
}

function rosterFaults({ roster, conductor }: Theme): string[] {
  const ids = roster.map(({ id }) => id)
  const names = roster.map(({ name }) => name.toLowerCase())
  return [
    ...ids
      .filter((id) => !isId(id))
      .map((id) => `roster: the id "${id}" must be lower-case letters, digits and "-"`),
    ...ids.filter((id) => reserved.includes(id)).map((id) => `roster: the id "${id}" is reserved`),
    ...twice(ids).map((id) => `roster: the id "${id}" is given twice`),
    ...twice(names).map((name) => `roster: the name "${name}" is given twice`),
    ...roster
      .filter(({ id, name }) => ids.some((other) => other !== id && other === name.toLowerCase()))
      .map(({ id, name }) => `roster: the name "${name}" of "${id}" is the id of another member`),
    ...roster
      .filter(({ file }) => file === conductor)
      .map(({ id }) => `roster: "${id}" is the conductor's persona, and the conductor is no member`),
  ]
}

/** Every place where a rule names a member. */
function ruleFaults(theme: Theme): string[] {
  const { challenge } = theme
  const places: [string, readonly string[]][] = [
    ...theme.bonuses.map(({ id, agent }): [string, readonly string[]] => [
      `modifiers.bonuses ${id}`,
      [agent],
    ]),
    ...theme.overlaps.map(({ id, pair }): [string, readonly string[]] => [`modifiers.overlaps ${id}`, pair]),
    ...(challenge.kind === 'directed' ? Object.entries(challenge.groups) : []).map(
      ([group, ids]): [string, readonly string[]] => [`challenge_rules.groups.${group}`, ids],
    ),
  ]
  const known = new Set(theme.roster.map(({ id }) => id))
  return [
    ...places.flatMap(([place, ids]) =>
      ids.filter((id) => !known.has(id)).map((id) => `\`${place}\` names "${id}", who is not in the roster`),
    ),
    ...twice([...theme.bonuses, ...theme.overlaps].map(({ id }) => id)).map(
      (id) => `modifiers: the id "${id}" is given twice`,
    ),
    ...theme.overlaps.flatMap(overlapFaults),
  ]
}

function overlapFaults({ id, pair, cases }: Overlap): string[] {
  const same = pair[0] === pair[1] ? [`\`modifiers.overlaps ${id}\` pairs "${pair[0]}" with itself`] : []
  const may = [...pair, 'none', 'less_relevant']
  return [
    ...same,
    ...cases
      .filter(({ penalize }) => !may.includes(penalize))
      .map(
        ({ penalize }) =>
          `\`modifiers.overlaps ${id}\`: penalize is "${penalize}", not one of ${may.join(', ')}`,
      ),
  ]
}

function directionFaults({ challenge }: Theme): string[] {
  if (challenge.kind === 'organic') return []
  const groups = Object.keys(challenge.groups)
  const unknown = challenge.directions.flat().filter((group) => !groups.includes(group))
  return [
    ...[...new Set(unknown)].map(
      (group) => `\`challenge_rules.directions\` names the group "${group}", which does not exist`,
    ),
    ...challenge.directions
      .filter(([from, to]) => from === to)
      .map(([group]) => `\`challenge_rules.directions\` directs the group "${group}" at itself`),
    ...twice(Object.values(challenge.groups).flat()).map(
      (id) => `\`challenge_rules.groups\`: "${id}" is in two groups`,
    ),
  ]
}

function personaFaults({ roster, conductor }: Theme, personas: readonly string[]): string[] {
  const files = [
    ...roster.map(({ id, file }) => ({ who: `"${id}"`, file })),
    { who: 'the conductor', file: conductor },
  ]
  return files.flatMap(({ who, file }) => {
    if (!/^[A-Za-z0-9_-]+$/.test(file)) return [`the persona "${file}" of ${who} is no plain file name`]
    return personas.includes(file) ? [] : [`the persona file "${file}.md" of ${who} does not exist`]
  })
}

function isId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]*$/.test(text)
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}
