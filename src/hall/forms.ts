// Forms: what every kind of meeting is opened with in one project, as its protocol says it, and who can speak here.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { detect, nobodySpeaks, usable } from '../agents/choose.js'
import { agentForms } from '../agents/names.js'
import { probe } from '../agents/probe.js'
import type { Choice, Field } from '../kernel/request.js'
import { protocols } from '../protocols/index.js'
import type { Manifest, MeetingKind, Missing, Offer } from '../protocols/manifest.js'
import type { Tellings } from '../view/tellings.js'
import { loadConfig } from '../workspace/config.js'
import type { AgentChoice, FormField, Forms, MeetingForm, Way } from './api.js'
import { type KnownProject, type Parts, parleyOf, usableProject } from './parts.js'

export async function forms(parts: Parts, name: string): Promise<Forms> {
  const project = await usableProject(parts, name)
  const { tellings } = parts
  const offers = protocols.flatMap((manifest) =>
    Object.entries(manifest.meetings).map(([protocol, offer]) => ({ manifest, protocol, offer })),
  )
  const [meetings, voices] = await Promise.all([
    Promise.all(offers.map((of) => formOf(parts, project, { ...of, tellings }))),
    voicesOf(parts, project.path),
  ])
  return { meetings, ...voices }
}

/** In the order of the list of protocols. One that shows no example is called by its bare command. */
export async function ways(tellings: Tellings): Promise<readonly Way[]> {
  const all = protocols.map(async (manifest) => {
    const [first] = Object.entries(manifest.meetings)
    if (first === undefined) return []
    const [protocol, offer] = first
    const { examples } = await offer.load()
    return [
      {
        protocol,
        title: tellings.nameOf(protocol),
        summary: offer.summary,
        example: examples[0]?.[0] ?? ['parley', ...commandOf(manifest, offer)].join(' '),
      },
    ]
  })
  return (await Promise.all(all)).flat()
}

function commandOf({ name }: Manifest, { word }: Offer<unknown>): readonly string[] {
  return word === null ? [name] : [name, word]
}

interface Offered {
  readonly manifest: Manifest
  readonly protocol: string
  readonly offer: Offer<MeetingKind>
  readonly tellings: Tellings
}

async function formOf(parts: Parts, project: KnownProject, offered: Offered): Promise<MeetingForm> {
  const { manifest, protocol, offer, tellings } = offered
  const { around } = parleyOf(parts, project)
  const kind = parts.hosts.get(protocol)?.kind(project) ?? (await offer.load())
  const options: Partial<Record<string, readonly Choice[]>> = (await kind.options?.(around)) ?? {}
  const missing = await kind.asksFirst?.(around, {})
  const isSetUp = kind.marker !== undefined && existsSync(join(project.path, kind.marker))
  const asked = Object.entries(kind.fields).filter(
    ([, field]) => !(isSetUp && field.kind === 'text' && field.first),
  )
  const fields = asked.map(([name, field]) =>
    missing?.field === name
      ? askedFirst(name, field, missing, options[name])
      : fieldOf(name, field, options[name]),
  )
  return {
    protocol,
    title: tellings.nameOf(protocol),
    summary: offer.summary,
    command: commandOf(manifest, offer),
    fields: missing ? fields.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))) : fields,
    seated: (await kind.seated?.(around)) ?? [],
    // What is missing can be chosen in the form itself.
    trouble: missing ? null : await troubleOf(project, manifest, kind),
  }

  function isFirst({ name }: FormField): boolean {
    return name === missing?.field
  }
}

/** A field without which nothing could be opened: what a person at a terminal would be asked for is chosen in the form. */
function askedFirst(
  name: string,
  { label }: Field,
  { question }: Missing,
  options: readonly Choice[] | undefined,
): FormField {
  const choices =
    options ?? question.options.map((one) => ({ value: one.key, label: one.label, about: one.effect }))
  const help = question.title
  return { kind: 'choice', name, label, help, among: choices, choices, required: true }
}

function fieldOf(name: string, field: Field, options: readonly Choice[] | undefined): FormField {
  return { ...field, name, choices: options ?? (field.kind === 'choice' ? field.among : []) }
}

/** For a meeting that needs a file in the project first: that it is missing, and the commands that make it. */
async function troubleOf(
  { path }: KnownProject,
  { name, standing, verbs = {} }: Manifest,
  { marker }: MeetingKind,
): Promise<MeetingForm['trouble']> {
  if (marker === undefined || existsSync(join(path, marker))) return null
  const offers = await Promise.all(
    Object.values(verbs).map(async ({ word, load }) => ({ word, here: (await load()).here === true })),
  )
  const commands = offers.flatMap(({ word, here }) => (here ? [['parley', name, word].join(' ')] : []))
  return { message: `This project has not got ${standing?.name ?? marker} yet.`, commands }
}

/** What the person's settings name and what was found on this machine first, then every other way to name agents. */
async function voicesOf(parts: Parts, root: string): Promise<Pick<Forms, 'agents' | 'usual' | 'nobody'>> {
  const { agents: usual = null, models, voices } = await loadConfig(root, parts.home)
  const found = await detect(process.env, probe, models)
  const blanks = agentForms.filter((form) => /[A-Z]/.test(form))
  const all: readonly AgentChoice[] = [
    ...Object.entries(voices).map(([name, voice]) => ({ name: voice, hint: `"${name}" in your settings` })),
    ...usable(found),
    ...blanks.map((name) => ({ name, hint: 'Fill it in', blank: true as const })),
  ]
  const { message, hint } = nobodySpeaks(found)
  return {
    agents: all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at),
    usual,
    nobody: usual === null ? [message, ...hint.split('\n')] : [],
  }
}
