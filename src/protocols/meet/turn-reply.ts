// A turn as a structure, for voices that answer in one: parsed here, then rendered to the text that is judged and shown.

import { z } from 'zod'
import type { Turn } from './documents/turn-text.js'

const pin = z.object({
  target: z
    .string()
    .regex(/^SP-[1-9][0-9]*$/)
    .optional(),
  intent: z.string(),
  content: z.string(),
  type: z.string().optional(),
})

export const TurnReply = z
  .strictObject({
    body: z.string(),
    raise_hand: z.string().optional(),
    research: z.string().optional(),
    pins: z.array(pin).optional(),
    decisions: z.array(z.string()).optional(),
    challenges: z.array(z.string()).optional(),
    pass: z.literal(true).optional(),
  })
  .transform(
    (reply): Turn => ({
      body: reply.body,
      challenges: reply.challenges ?? [],
      decisions: reply.decisions ?? [],
      pins: (reply.pins ?? []).map(({ target, intent, content, type }) => {
        return { target: target ?? null, intent, content, type: type ?? null }
      }),
      research: reply.research ?? null,
      raiseHand: reply.raise_hand ?? null,
      pass: reply.pass ?? false,
      ignored: [],
    }),
  )
