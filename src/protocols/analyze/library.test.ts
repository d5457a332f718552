// The library of an analysis: personas and topics that ship with us, how files of others are read, and which of them wins.

import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { artifactParts, isMarkdown } from './documents/artifact.js'
import { sameTitle } from './documents/kept.js'
import { readPersona } from './documents/persona-file.js'
import { prefixOf, readTopic } from './documents/topic-file.js'
import { topicOf } from './fixtures.suite.js'
import { analyzeInput } from './input.js'
import { displayNames, roles } from './names.js'
import { isArtifact } from './rules/artifacts.js'
import { countingRule } from './rules/counting.js'
import { exclusiveTopics, mergedTopics, personaPaths, topicFolders } from './rules/library.js'
import { artifactOwners } from './rules/owners.js'
import { recordTypes } from './rules/record-types.js'
import type { Topic } from './rules/topics.js'

const library = path.join(import.meta.dirname, '../../../library/analyze')
const text = (...names: string[]) => fs.readFileSync(path.join(library, ...names), 'utf8')
const files = fs.readdirSync(path.join(library, 'topics')).toSorted()
const shipped = files.map((name) => readTopic(text('topics', name), `library/analyze/topics/${name}`))
const topics = shipped.map(({ topic }) => topic!)

describe('personas that ship', () => {
  test.each(roles)('%s has a name, a manner and its checks, and names the files that it owns', (role) => {
    const persona = readPersona(text('personas', `${role}.md`), role)!
    expect(persona.name).toBe(displayNames[role])
    const sections = [
      'Principles',
      'Voice',
      'How you work',
      'With the person',
      'With your colleagues',
      'What moves you, and where you are weak',
      'Files you own',
      'Before a write',
      'Before finalization',
    ]
    for (const section of sections) expect(persona.text).toContain(`\n## ${section}\n`)
    for (const [file, owner] of Object.entries(artifactOwners))
      expect([file, persona.text.includes(file)]).toEqual([file, owner === role])
  })
  test('a file of another tool gives its name and text; its tools and model mean nothing', () => {
    const other =
      '---\nname: persona-business-analyst\ntools: [Bash]\nmodel: opus\n---\n\n# Ada Byron -- Analyst\n\nAsks.'
    expect(readPersona(other, 'business-analyst')).toEqual({
      name: 'Ada Byron',
      title: 'Analyst',
      text: '# Ada Byron -- Analyst\n\nAsks.',
      fault: null,
    })
    expect(readPersona('---\nname: Grace Hopper\n---\nShort.', 'system-designer')?.name).toBe('Grace Hopper')
    expect(readPersona('---\nname: persona-x\n---\nShort.', 'system-designer')?.name).toBe('Jordan Park')
    expect(readPersona('Only words.', 'solutions-architect')).toMatchObject({
      name: 'Alex Rivera',
      text: 'Only words.',
    })
    expect(readPersona('---\nname: A\n---\n\n', 'solutions-architect')).toBeNull()
  })
})

describe('topics that ship', () => {
  test('are six, read without a notice, each with its criteria, its owner and its steps', () => {
    expect(shipped.flatMap(({ notices }) => notices)).toEqual([])
    expect(
      topics.map(({ id, primary, criteria, steps }) => [id, primary, criteria.length, steps.length]),
    ).toEqual([
      ['architecture', 'solutions-architect', 6, 4],
      ['problem-discovery', 'business-analyst', 5, 4],
      ['requirements-definition', 'business-analyst', 7, 5],
      ['security', 'solutions-architect', 5, 0],
      ['specification', 'system-designer', 6, 5],
      ['technical-analysis', 'solutions-architect', 6, 6],
    ])
  })
  test('every criterion has an id of its topic’s prefix, and those that can be counted are, by the rule of that name', () => {
    for (const { id, criteria } of topics)
      criteria.forEach((criterion, at) => {
        expect(criterion.id).toBe(`${prefixOf(id)}-${at + 1}`)
        expect([criterion.id, criterion.counts]).toEqual([
          criterion.id,
          countingRule(criterion.id) === null ? null : criterion.id,
        ])
      })
  })
  test('every file and section that they feed exists, and every depth has its guidance', () => {
    for (const { sections, guidance } of topics) {
      expect(Object.keys(guidance)).toEqual(['brief', 'standard', 'deep'])
      for (const { artifact, sections: names } of sections) {
        expect([artifact, isArtifact(artifact)]).toEqual([artifact, true])
        const known =
          isArtifact(artifact) && isMarkdown(artifact)
            ? artifactParts[artifact].parts.map(({ title }) => title)
            : []
        for (const name of names.filter((one) => one !== 'all'))
          expect([name, known.some((one) => sameTitle(one, name) && one === name)]).toEqual([name, true])
      }
    }
  })
  test('each says what to know, when it is valid and how to write it down, and names only record types that exist', () => {
    for (const { body } of topics) {
      for (const part of ['Analytical Knowledge', 'Validation Criteria', 'Artifact Instructions'])
        expect(body).toContain(`## ${part}\n`)
      const named = [...body.split('## Artifact Instructions')[1]!.matchAll(/`([a-z-]+)`/g)].map(
        ([, word]) => word!,
      )
      const fields = ['main', 'current', 'none', 'system', 'adr', 'frs', 'security']
      for (const word of named)
        expect([word, [...fields, ...recordTypes].includes(word)]).toEqual([word, true])
    }
  })
  test('make an input that can be recorded and read again', () => {
    const seats = roles.map((id) => ({
      id,
      name: displayNames[id],
      role: id,
      persona: 'p',
      from: 'library',
      missing: false,
    }))
    const input = {
      meeting: 'm',
      skippedTopics: 0,
      slug: 'a',
      folder: 'docs/requirements/a',
      root: 'docs/requirements',
      source: 'manual',
      sourceId: 'unknown',
      draft: null,
      discovery: null,
      seats,
      topics,
      tier: null,
      light: false,
      team: false,
      maxExchanges: 30,
      head: 'none',
      meta: null,
      again: false,
      notices: [],
    }
    expect(analyzeInput.parse(JSON.parse(JSON.stringify(input)))).toEqual(input)
    expect(analyzeInput.safeParse({ ...input, slug: '../x' }).success).toBe(false)
  })
})

describe('topic files of others', () => {
  const read = (front: string, from = 'x/my-topic.md') => readTopic(`---\n${front}\n---\nBody.`, from)
  test('criteria may be plain texts, numbered in order under the prefix of the topic; guidance may have parts', () => {
    const { topic, notices } = read(
      'topic_id: data-retention-rules\ntopic_name: Retention\nprimary_persona: solutions-architect\ncontributing_personas: [chef, system-designer]\ncoverage_criteria:\n  - one\n  - { text: two, counts: RD-5 }\n  - { text: three, counts: NOPE }\n  - { id: X-9, text: four }\ndepth_guidance: { brief: short, deep: { behavior: dig, acceptance: all } }',
    )
    expect(topic).toMatchObject({
      criteria: [
        { id: 'DR-1', text: 'one', counts: null },
        { id: 'DR-2', text: 'two', counts: 'RD-5' },
        { id: 'DR-3', text: 'three', counts: null },
        { id: 'X-9', text: 'four', counts: null },
      ],
      contributing: ['system-designer'],
      guidance: { brief: 'short', deep: 'dig all' },
      body: 'Body.',
    })
    expect(notices).toEqual([expect.stringMatching(/NOPE/)])
  })
  test.each([
    ['topic_name: no id', /no `topic_id`/],
    ['topic_id: ../x', /no `topic_id`/],
    ['topic_id: [a\nbroken: {', /not YAML/],
  ])('%j is skipped with a notice', (front, notice) => {
    expect(read(front)).toMatchObject({ topic: null, notices: [expect.stringMatching(notice)] })
  })
  test('without front matter or criteria the text is used and nothing is tracked', () => {
    expect(readTopic('Just words.', 'a/notes.md').topic).toMatchObject({
      id: 'notes',
      criteria: [],
      body: 'Just words.',
    })
    expect(read('topic_id: a\nprimary_persona: system-designer')).toMatchObject({
      topic: { criteria: [] },
      notices: [expect.stringMatching(/no criteria/)],
    })
    expect(readTopic(' ', 'a/b.md').topic).toBeNull()
  })
})

describe('which persona and which topics', () => {
  const own = (id: string, from: string): Topic => ({
    ...topicOf(id, prefixOf(id), 1, 'business-analyst'),
    from,
  })
  test('a named folder is the only place; otherwise the workspace goes before other tools’ folders', () => {
    expect(personaPaths('system-designer', 'mine')).toEqual([
      'mine/system-designer.md',
      'mine/persona-system-designer.md',
    ])
    expect(personaPaths('system-designer', null)).toEqual([
      '.parley/analyze/personas/system-designer.md',
      '.claude/agents/persona-system-designer.md',
      'src/claude/agents/persona-system-designer.md',
    ])
  })
  test('a topic of the workspace replaces one of the same id or adds one; other tools’ only replace; the strongest layer wins', () => {
    expect(topicFolders.map(({ adds }) => adds)).toEqual([true, false, false])
    const { found } = mergedTopics(topics, [
      { adds: true, topics: [own('security', 'workspace'), own('billing-rules', 'workspace')] },
      {
        adds: false,
        topics: [own('security', 'other'), own('architecture', 'other'), own('zebra-stripes', 'other')],
      },
    ])
    expect(found.map(({ id, from }) => `${id} ${from}`.replace(/library.*/, 'library'))).toEqual([
      'problem-discovery library',
      'requirements-definition library',
      'technical-analysis library',
      'architecture other',
      'specification library',
      'security workspace',
      'billing-rules workspace',
    ])
  })
  test('a criterion that two topics claim stays with the first, and the second is told', () => {
    const { found, notices } = mergedTopics(topics, [
      { adds: true, topics: [own('product-design', 'mine.md')] },
    ])
    expect(found.at(-1)?.criteria).toEqual([])
    expect(notices).toEqual([expect.stringMatching(/mine\.md: the criterion PD-1 is problem-discovery’s/)])
  })
  test('given topics are the only ones, unless none of them can be used', () => {
    expect(exclusiveTopics([own('security', 'given')], topics).found.map(({ from }) => from)).toEqual([
      'given',
    ])
    expect(exclusiveTopics([], topics)).toEqual({
      found: topics,
      notices: [expect.stringMatching(/library/)],
    })
  })
})
