// What a chartered meeting is opened with: everything that was found and settled before it, so that a replay asks nobody again.

import { z } from 'zod'

const seat = z.strictObject({
  id: z.string(),
  /** As headers and ledgers show it: `Theo`, `[Stakeholder] Ann`, `Kai [Agent]`. */
  name: z.string(),
  role: z.string(),
  persona: z.string(),
  upstream: z.string().nullable(),
})

export const Input = z.strictObject({
  /** With secrets masked. */
  charter: z.string(),
  mode: z.string(),
  purpose: z.string(),
  bias: z.string(),
  date: z.string(),
  slug: z.string(),
  /** Speaking order; the person is not among them. */
  seats: z.array(seat).min(1),
  person: z.strictObject({ name: z.string(), known: z.boolean(), attends: z.boolean() }),
  defaultInvitees: z.array(z.string()),
  missingInvitees: z.array(z.string()),
  override: z.boolean(),
  /** Lines said before the meeting begins: missing invitees, skipped stakeholders, dropped duplicates. */
  notices: z.array(z.strictObject({ degree: z.enum(['INFO', 'WARNING', 'CRITICAL']), text: z.string() })),
  noWeb: z.boolean(),
  skipResearch: z.boolean(),
  /** No seat reads another's prelude before all are in. */
  blind: z.boolean().optional(),
  maxTurns: z.number().int().positive(),
  perAgentCap: z.number().int().positive(),
  /** DISCUSS turns between two yields. */
  cadence: z.number().int().min(1).max(10),
  /** Folders (with a slash at their end) and files whose mention is a citation here, beside those that always count. */
  citeRoots: z.array(z.string()),
  /** Seats with the backend and model that will voice them, for the first yield. */
  voices: z.array(z.strictObject({ seat: z.string(), backend: z.string() })),
})

export type Input = z.infer<typeof Input>
export type Invitee = Input['seats'][number]
