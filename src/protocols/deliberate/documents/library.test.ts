// The themes, personas and skills that ship: everything a theme names is there, and every file has the form that the engine reads.

import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPersona } from './persona.js'
import { sectionOf } from './sections.js'
import { departmentSkills, readSkill } from './skill-file.js'
import { readTheme } from './theme.js'
import type { Theme } from './theme-shape.js'

const library = path.join(import.meta.dirname, '../../../../library/deliberate')
const read = (...names: string[]) => fs.readFileSync(path.join(library, ...names), 'utf8')
const personas = fs.readdirSync(path.join(library, 'personas')).map((name) => path.parse(name).name)

function themeOf(id: string): Theme {
  const reading = readTheme(read('themes', `${id}.yaml`), id, personas)
  if (reading.kind === 'faulty') throw new Error(reading.faults.join('\n'))
  return reading.theme
}

const themes = [themeOf('council'), themeOf('expedition')]

test('the council has nineteen members, each with tasks, three voices for a brainstorm and ten overlaps', () => {
  const [{ roster, overlaps, bonuses }] = themes as [Theme]
  expect(roster).toHaveLength(19)
  expect(roster.map(({ color }) => color)).toEqual([...new Set(roster.map(({ color }) => color))])
  expect(roster.every(({ tasks, name }) => tasks !== name)).toBe(true)
  expect(roster.slice(0, 3).map(({ id }) => id)).toEqual(['architect', 'advocate', 'skeptic'])
  expect(overlaps).toHaveLength(10)
  expect(bonuses.every(({ delta, keywords }) => delta === 2 && keywords.length === 0)).toBe(true)
})

test('a theme about journeys has a roster, a conductor and directed challenges', () => {
  const [, { roster, conductor, challenge }] = themes as [Theme, Theme]
  expect(roster.length).toBeGreaterThanOrEqual(5)
  expect(conductor).toBe('expedition-outfitter')
  expect(challenge.kind).toBe('directed')
})

const wanted = [
  'Cognitive Framework',
  'Trained Skills',
  'Communication Style',
  'Decision Heuristics',
  'Known Blind Spots',
  'Trigger Domains',
  'Department Skills',
  'Deliberation Formats',
]
const members = themes.flatMap((theme) => theme.roster.map((member) => ({ ...member, theme: theme.id })))

describe.each(members)('$name of the $theme', ({ id, file, keywords }) => {
  const body = personaOf(file)

  test('is a persona with every section, its keywords, and all three formats of a deliberation', () => {
    for (const title of wanted) expect(sectionOf(body, title), title).toBeTruthy()
    expect(flat(sectionOf(body, 'Trigger Domains'))).toBe(`${keywords.join(', ')}.`)
    for (const label of ['Core recommendation', 'My response', 'Non-negotiables'])
      expect(body).toContain(`**${label}:**`)
  })

  test('has a department whose table, files and triggers agree', () => {
    const listed = departmentSkills(read('skills', id, 'DEPARTMENT.md'))
    const folders = fs.readdirSync(path.join(library, 'skills', id)).filter((each) => !each.includes('.'))
    expect(listed.map(({ skill }) => skill).toSorted()).toEqual(folders.toSorted())
    for (const { skill, triggers } of listed) {
      expect(skillOf(id, skill)).toMatchObject({
        name: skill,
        version: 1,
        triggers,
        notes: 0,
      })
      expect(sectionOf(body, 'Department Skills')).toContain(`\`${skill}\``)
    }
  })
})

test('sixty skills belong to the council, each with its steps, limits, form and checks', () => {
  const [council] = themes as [Theme]
  const skills = council.roster.flatMap(({ id }) =>
    departmentSkills(read('skills', id, 'DEPARTMENT.md')).map(({ skill }) => [id, skill] as const),
  )
  expect(skills).toHaveLength(60)
  for (const [id, skill] of skills) {
    const text = read('skills', id, skill, 'SKILL.md')
    for (const title of ['Purpose', 'Scope Constraints', 'Inputs', 'Process', 'Handoff', 'Output Format'])
      expect(sectionOf(text, title), `${id}/${skill}: ${title}`).toBeTruthy()
    expect(sectionOf(text, 'Quality Checks')).toMatch(/^- \[ \] /m)
    const [, about = ''] = /^description: '?(.*?)'?$/m.exec(text) ?? []
    expect(sectionOf(text, 'Purpose'), `${id}/${skill} says more than its description`).not.toContain(about)
  }
})

test('no persona and no department is left over that no theme names', () => {
  const named = [...members.map(({ file }) => file), ...themes.map(({ conductor }) => conductor)]
  expect(personas.toSorted()).toEqual(named.toSorted())
  expect(fs.readdirSync(path.join(library, 'skills')).toSorted()).toEqual(
    members.map(({ id }) => id).toSorted(),
  )
})

function personaOf(file: string): string {
  const reading = readPersona(read('personas', `${file}.md`))
  if (reading.kind === 'faulty') throw new Error(reading.fault)
  expect(reading.persona.name).toBe(file)
  return reading.persona.body
}

function skillOf(id: string, skill: string) {
  return readSkill(read('skills', id, skill, 'SKILL.md'))!
}

function flat(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
