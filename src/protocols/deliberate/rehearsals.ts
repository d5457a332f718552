// Rehearsals: what each call says when no model speaks. Real lines of the workspace are quoted; where a judgment is wanted, it says that
// none was made. Every label and gate is served, so that the order of a session can be seen to its end.

import { shortened } from '../../documents/excerpts.js'
import type { Rehearse } from '../../kernel/agents.js'
import type { Desk, Extract } from '../../kernel/desk.js'
import type { ZoneState } from './rules/audit.js'
import { storyId } from './rules/gates.js'
import { hitsIn } from './rules/keywords.js'
import type { NonNegotiable } from './rules/non-negotiables.js'
import type { Pair } from './rules/pairing.js'
import type * as shapes from './schemas.js'
import { present, type Sitting } from './sitting.js'

/** Why is said at the head of the meeting and of its papers. */
const noJudgment = 'nothing was judged'

/** The papers of sessions say what they were asked about, so they would always be found first; the project is what is wanted. */
function near(desk: Desk, words: string, most = 3): Extract[] {
  const find = (text: string) =>
    desk.find(text, most + papers).filter(({ path }) => !path.startsWith('.claude/'))
  const exact = find(words)
  return (exact.length > 0 ? exact : find(stems(words))).slice(0, most)
}

/** Words without their endings: who asks for an eviction also means a file that evicts. */
function stems(words: string): string {
  return words.replace(/(?<=\p{L}{4})(?:ations?|ions?|ings?|ments?|ies|ers?|ed|es|s|y)\b/giu, '')
}

const papers = 60

/**
 * Lines near the idea, those first that speak of what this member looks for. The rest begins elsewhere for each member, so that they
 * quote different lines where there are any.
 */
function nearTo(desk: Desk, { theme, input }: Sitting): Extract[] {
  const place = Math.max(
    0,
    theme.roster.findIndex(({ id }) => id === desk.seat.id),
  )
  const keywords = theme.roster[place]?.keywords ?? []
  const found = near(desk, input.idea, 12)
  const own = found.filter(({ text }) => hitsIn(text, keywords) > 0)
  const others = found.filter((extract) => !own.includes(extract))
  const from = others.length === 0 ? 0 : (place * quoted) % others.length
  return [...own, ...others.slice(from), ...others.slice(0, from)].slice(0, quoted)
}

const quoted = 3

function placeOf({ path, line }: Extract): string {
  return `\`${path}:${line}\``
}

function quotedBy(found: readonly Extract[]): string {
  if (found.length === 0) return 'No file here speaks of it.'
  const said = found.map((extract) => `${placeOf(extract)} says "${shortened(extract.text, 120)}"`).join('; ')
  return /[.!?…]"$/.test(said) ? said : `${said}.`
}

export function rehearseText(sitting: Sitting, about: string): Rehearse<string> {
  return (desk) =>
    `Rehearsal: ${desk.seat.name} looks from ${desk.seat.role}. ${quotedBy(near(desk, `${sitting.input.idea} ${about}`))} (${noJudgment})`
}

export function rehearseGist(
  sitting: Sitting,
): Rehearse<{ agree: string; tension: string; next_step: string }> {
  return (desk) => ({
    agree: `Rehearsal: all read the same files. ${quotedBy(near(desk, sitting.input.idea, 1))}`,
    tension: `Rehearsal: ${noJudgment}.`,
    next_step: 'Hold it again with a voice that can judge: `--agents`.',
  })
}

/** Scores by the members' keywords, and one question from each of the best three. */
export function rehearseQuestions({ theme, input }: Sitting, round: number): Rehearse<shapes.Questions> {
  const scores = theme.roster.map(({ id, keywords }) => ({
    member: id,
    score: Math.min(5, hitsIn(input.idea, keywords)),
  }))
  const best = scores.toSorted((one, other) => other.score - one.score).slice(0, 3)
  return (desk) => {
    // Another line in each round: the same question is not put twice.
    const line = near(desk, input.idea, round)[round - 1]
    const found = line === undefined ? 'this project' : placeOf(line)
    const asking = line !== undefined || round === 1 ? best : []
    const lens = (id: string) => theme.roster.find((member) => member.id === id)!.lens
    return {
      scores: scores.map(({ member, score }) => ({
        member,
        score: best.some((one) => one.member === member) ? Math.max(3, score) : score,
      })),
      questions: asking.map(({ member }) => ({
        member,
        question: `Rehearsal, round ${round}: seen from ${lens(member)}, what about ${found} must not change?`,
      })),
      more: false,
    }
  }
}

export function rehearseSummary({ theme, input }: Sitting): Rehearse<shapes.Summary> {
  return () => ({
    intent: `Rehearsal: ${input.idea}`,
    decisions: [],
    open_questions: [`Everything: ${noJudgment}.`],
    scores: theme.roster.map(({ id, keywords }) => {
      const hits = hitsIn(input.idea, keywords)
      return { member: id, score: Math.min(5, hits), rationale: hits === 0 ? '' : keywordsFound(hits) }
    }),
  })
}

function keywordsFound(hits: number): string {
  return `${hits} of its keywords ${hits === 1 ? 'is' : 'are'} in the idea`
}

export function rehearseTopic({ input }: Sitting): Rehearse<shapes.Topic> {
  return () => ({ topic: shortened(input.idea, 80), summary: `Rehearsal: ${input.idea} (${noJudgment})` })
}

export function rehearseScores({ theme, input }: Sitting): Rehearse<shapes.Scores> {
  return () => ({
    members: theme.roster.map(({ id, keywords }) => {
      const hits = hitsIn(input.idea, keywords)
      return {
        member: id,
        semantic: Math.min(4, hits),
        rationale: `Rehearsal: ${hits === 0 ? 'none of its keywords is in the idea' : keywordsFound(hits)}`,
      }
    }),
    bonuses: [],
    overlaps: [],
  })
}

export function rehearsePosition(sitting: Sitting): Rehearse<string> {
  return (desk) => {
    const found = nearTo(desk, sitting)
    return [
      `**Core recommendation:** Rehearsal: look at ${found[0] ? placeOf(found[0]) : 'the project'} first.`,
      `**Key argument:**\n${quotedBy(found)}`,
      `**Risks if ignored:**\n- a rehearsal weighs none\n- what matters to ${desk.seat.name} is a judgment`,
      '**Dependencies on other domains:**\n- none was looked for',
    ].join('\n\n')
  }
}

/** The first two pairs of neighbours at the table. */
export function rehearsePairs(sitting: Sitting): Rehearse<shapes.Pairs> {
  const seated = present(sitting)
  const ids = seated.map(({ id }) => id)
  const lensOf = (id: string) => `${seated.find((one) => one.id === id)!.name}’s lens`
  const pairs = ids.slice(1).map((b, at) => ({
    a: ids[at]!,
    b,
    tension: `What would be put first: what ${lensOf(ids[at]!)} asks for, or what ${lensOf(b)} asks for?`,
    why: 'Which comes first is a judgment, and a rehearsal makes none.',
  }))
  return () => ({ pairs: pairs.slice(0, 2) })
}

export function rehearseResponse(other: string): Rehearse<string> {
  return (desk) =>
    [
      `**Their position:** Rehearsal: ${other} quoted lines of this workspace.`,
      '**My response:** Maintain',
      `**Reasoning:** ${desk.seat.name} has quoted other lines and weighed none.`,
    ].join('\n')
}

export function rehearseFinal(sitting: Sitting): Rehearse<string> {
  return (desk) =>
    [
      `**Revised recommendation:** Rehearsal: as in round 1, ${noJudgment}.`,
      '**Concessions made:** none',
      '**Non-negotiables:** none',
      `**Implementation notes:** ${quotedBy(nearTo(desk, sitting).slice(0, 1))}`,
    ].join('\n')
}

export function rehearseDesign(
  sitting: Sitting,
  pairs: readonly Pair[],
  items: readonly NonNegotiable[],
): Rehearse<shapes.Design> {
  const names = present(sitting)
    .map(({ name }) => name)
    .join(', ')
  return (desk) => ({
    overview: `Rehearsal: ${names} read this workspace about: ${sitting.input.idea}. ${quotedBy(near(desk, sitting.input.idea))}`,
    architecture: quotedBy(near(desk, `${sitting.input.idea} architecture module`)),
    user_experience: quotedBy(near(desk, `${sitting.input.idea} user message`, 1)),
    risk_assessment: `Rehearsal: ${noJudgment}.`,
    quality_strategy: quotedBy(near(desk, 'test build check', 2)),
    resolutions: pairs.map(({ id }) => ({
      pair: id,
      resolution: 'left to a real session',
      reasoning: noJudgment,
    })),
    decisions: [
      {
        decision: 'How to go on',
        options: ['as it is', 'with a real voice'],
        chosen: 'with a real voice',
        reasoning: noJudgment,
      },
    ],
    non_negotiables: items.map(({ id }) => ({ id, status: 'met' as const, where: 'Overview' })),
    conflicts: [],
  })
}

export function rehearseSketch(sitting: Sitting): Rehearse<shapes.Sketch> {
  return (desk) => ({
    overview: `Rehearsal: ${quotedBy(near(desk, sitting.input.idea))}`,
    recommendations: present(sitting).map(({ id, lens }) => ({
      member: id,
      text: `Rehearsal: look at it from ${lens.toLowerCase()}.`,
    })),
    open_questions: [`Everything: ${noJudgment}.`],
  })
}

export function rehearseTasks({ input }: Sitting): Rehearse<shapes.Tasks> {
  return (desk) => ({
    tasks: [
      { title: 'Read what is there', description: quotedBy(near(desk, input.idea, 2)) },
      { title: 'Hold this again with a voice that can judge', description: noJudgment },
    ],
  })
}

/** Two stories, the second after the first. */
export function rehearsePrd(sitting: Sitting): Rehearse<shapes.Prd> {
  const [first, second] = present(sitting)
  const story = (member: string, title: string, text: string, more: object = {}) => ({
    title: `Rehearsal: ${title}`,
    as_a: 'person who rehearses',
    want: 'to see a plan in its form',
    so_that: 'I know what a real session leaves',
    member,
    criteria: [{ text: `Rehearsal: ${text}` }],
    ...more,
  })
  return (desk) => ({
    overview: `Rehearsal: ${sitting.input.idea}. ${quotedBy(near(desk, sitting.input.idea))}`,
    goals: ['See the form of a plan'],
    non_goals: ['Building anything from a rehearsal'],
    stories: [
      story(first!.id, 'read what is there', 'the files that were quoted have been read'),
      story((second ?? first)!.id, 'hold it with a real voice', 'a session with a model was held', {
        depends_on: [storyId(0)],
      }),
    ],
    technical_notes: quotedBy(near(desk, sitting.input.idea, 2)),
    dependencies: [],
  })
}

export function rehearseAsked(sitting: Sitting, asker: string): Rehearse<shapes.Asked> {
  const other = present(sitting).find(({ id }) => id !== asker)
  return () => ({
    questions: other
      ? [
          {
            to: other.id,
            question: `Rehearsal: what did ${other.name} find first, seen from ${other.lens}?`,
          },
        ]
      : [],
  })
}

export function rehearseAnswer({ input }: Sitting): Rehearse<{ answer: string }> {
  return (desk) => ({ answer: `Rehearsal: ${quotedBy(near(desk, input.idea, 1))} (${noJudgment})` })
}

export function rehearseInsight({ input }: Sitting): Rehearse<shapes.Insight> {
  return (desk) => ({
    insight: `Rehearsal: ${quotedBy(near(desk, `${input.idea} ${desk.seat.role}`, 1))}`,
    tension: `Rehearsal: ${noJudgment}.`,
    recommendation: 'Hold it again with a voice that can judge.',
    question: 'Which voice shall speak?',
  })
}

export function rehearseNotes({ input }: Sitting, exchanges: readonly string[]): Rehearse<shapes.Notes> {
  return () => ({
    topic: shortened(input.idea, 80),
    summary: `Rehearsal: ${input.idea} (${noJudgment})`,
    highlights: exchanges.slice(0, 3),
    next_steps: ['Hold it again with a voice that can judge', 'Read the files that were quoted'],
  })
}

export function rehearseSkillNotes(): Rehearse<{ notes: [] }> {
  return () => ({ notes: [] })
}

export function rehearseCriteria({ input }: Sitting): Rehearse<shapes.Criteria> {
  return (desk) => ({
    criteria: [
      `Rehearsal: what is said of "${shortened(input.idea, 80)}" holds in every file`,
      `Rehearsal: ${quotedBy(near(desk, input.idea, 1))}`,
    ],
    scope: [],
  })
}

/** A rehearsal uses no tools, so it has read nothing and says so. */
export function rehearseZone(): Rehearse<shapes.Zone> {
  return () => ({ files_read: [], findings: [] })
}

export function rehearseGaps(): Rehearse<shapes.Gaps> {
  return () => ({ reopen: [] })
}

export function rehearseReport({ input }: Sitting, zones: readonly ZoneState[]): Rehearse<shapes.Report> {
  const files = zones.reduce((sum, zone) => sum + zone.files, 0)
  return () => ({
    summary:
      `Rehearsal about "${shortened(input.idea, 80)}": no file was read: a rehearsal has no voice that reads, and ${noJudgment}. The inventory has ${files} files in ` +
      `${zones.length} zones; that is what an audit with a real voice would read.`,
    recommendations: [],
  })
}

/** A rehearsal touches nothing, also where it may. */
export function rehearseTask(sitting: Sitting): Rehearse<string> {
  return (desk) =>
    `Rehearsal: nothing was changed. ${quotedBy(near(desk, sitting.input.idea, 1))} (${noJudgment})`
}

export function rehearseProof(): Rehearse<{ met: boolean; argv: string[]; why: string }> {
  return () => ({ met: false, argv: [], why: `Rehearsal: ${noJudgment}.` })
}
