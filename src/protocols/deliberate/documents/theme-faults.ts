// What can be wrong with a theme whose every value has the right shape: names that lead nowhere, and paths that lead too far.

import { labelFault, nameFault } from '../../../rules/plain-name.js'
import type { Overlap, Theme } from './theme-shape.js'

const reserved = ['conductor', 'verifier', 'auditor-1', 'auditor-2', 'auditor-3', 'auditor-4', 'back']

export function themeFaults(theme: Theme, asked: string, personas: readonly string[]): string[] {
  return [
    ...nameFaults(theme, asked),
    ...wordFaults(theme),
    ...commandFaults(theme),
    ...rosterFaults(theme),
    ...selectionFaults(theme),
    ...ruleFaults(theme),
    ...directionFaults(theme),
    ...pathFaults(theme),
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

/** A person is told to run them. They come with a clone, so they are words for parley, or for the chat of another tool, and nothing to a shell. */
function commandFaults({ command, handoffs }: Theme): string[] {
  const isChat = (text: string) => /^\/[\w:-]+(?:$|\s)/.test(text)
  const own = /^parley(?: (?:[a-z][a-z-]*|--theme [a-z0-9-]+))*$/.test(command) || isChat(command)
  const bare = Object.entries(handoffs).map(
    ([name, text]) => [name, text.replace(/<[a-z ]+>/g, 'x')] as const,
  )
  const isPlain = (text: string) => !/[;|&$`<>(){}\\!*?~#\p{Cc}]/u.test(text)
  const isOurs = (text: string) => /^parley [a-z]/.test(text) && !/(?:^|[\s"'=])-/.test(text)
  return [
    ...(own && isPlain(command)
      ? []
      : ['`command` must be `parley …`, without options but `--theme`, or `/name …` of another tool']),
    ...bare.flatMap(([name, text]) =>
      isPlain(text) && (isOurs(text) || isChat(text))
        ? []
        : [
            `\`handoffs.${name}\` must be \`parley …\` without options, or \`/name …\` of another tool, and nothing that a shell reads as more than words`,
          ],
    ),
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

function selectionFaults({
  selection: { min, cap, include, autoInclude },
  roster,
  brainstorm,
}: Theme): string[] {
  return [
    ...(min < 1 ? ['`selection.min` must be at least 1'] : []),
    ...(min > cap ? [`\`selection.min\` (${min}) is larger than \`selection.cap\` (${cap})`] : []),
    ...(include > autoInclude ? ['`selection.include` is larger than `selection.auto_include`'] : []),
    ...(roster.length < min
      ? [`roster: ${roster.length} members cannot fill \`selection.min\` (${min})`]
      : []),
    ...(new Set(brainstorm).size === 3 && brainstorm.length === 3
      ? []
      : ['`brainstorm` must name exactly three different members']),
  ]
}

/** Every place where a rule names a member. */
function ruleFaults(theme: Theme): string[] {
  const { challenge } = theme
  const places: [string, readonly string[]][] = [
    ['brainstorm', theme.brainstorm],
    ['web', theme.web],
    ['reviewer', theme.reviewer === null ? [] : [theme.reviewer]],
    ['context_skill', theme.contextSkill === null ? [] : [theme.contextSkill.agent]],
    ['task_mapping', Object.keys(theme.taskMapping)],
    ...Object.entries(theme.composition).map(([group, ids]): [string, readonly string[]] => [
      `composition.${group}`,
      ids,
    ]),
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

/** The file may have come with a clone, so no path of it may leave the workspace or reach into git's own folder. */
function pathFaults(theme: Theme): string[] {
  const { sessionRoot, indexPath, skillsRoot, registryPath } = theme
  const inside = { session_dir_root: sessionRoot, index_path: indexPath, skills_root: skillsRoot }
  return [
    ...Object.entries(inside)
      .filter(([, path]) => !isRelative(path))
      .map(([key, path]) => `\`${key}\`: "${path}" must be a path inside the workspace`),
    ...(indexPath.endsWith('.json') ? [] : ['`index_path` must name a .json file']),
    ...(isRegistry(registryPath, theme.id)
      ? []
      : [`\`global_registry_path\`: "${registryPath}" ${registryRule}`]),
  ]
}

const registryRule =
  'must be a .json file inside the workspace, or one that ends in registry.json in a folder of ~/.claude/ that is called as the theme is'

/** In the home only a folder of its own: a theme can come with a clone, and beside it lie the files of other tools. */
function isRegistry(path: string, id: string): boolean {
  if (!path.startsWith('~')) return path.endsWith('.json') && isRelative(path)
  const name = path.startsWith(`~/.claude/${id}/`) ? path.slice(`~/.claude/${id}/`.length) : ''
  return /^(?:[\w-]+-)?registry\.json$/.test(name)
}

function isRelative(path: string): boolean {
  if (path === '' || /^[/~]|[\\:*?\p{Cc}]/u.test(path)) return false
  return path
    .replace(/\/$/, '')
    .split('/')
    .every((name) => !/^(?:|\.{1,2}|\.git|\.parley)$/i.test(name))
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
