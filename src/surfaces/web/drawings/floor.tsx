// A round under way: who has spoken in it, who speaks now, who is still to come.

import type { MeetingRef } from '../../../hall/api.js'
import type { Floor } from '../../../story/drawings.js'
import { faceOf, type Story } from '../../../story/story.js'
import type { Live } from '../fold/live.js'
import { Face } from '../parts/face.js'
import { Drawn, ToItem } from './drawn.js'

interface FloorProps {
  readonly drawing: Floor
  readonly of: MeetingRef
  readonly story: Story
  readonly live: Live
}

/** Nothing once the meeting has gone on to something else: the transcript has it then. */
export function FloorView({ drawing, of, story, live }: FloorProps) {
  const { since, seats } = drawing
  const later = story.items.filter(({ n }) => n > since)
  if (later.some(({ kind }) => kind === 'phase' || kind === 'round' || kind === 'asked')) return null
  if (story.outcome) return null
  return (
    <Drawn {...drawing}>
      <ul className="floor">
        {seats.map((seat) => {
          const turn = later.findLast((item) => item.kind === 'turn' && item.seat === seat)
          const now = live.some((one) => one.seat === seat)
          const { name } = faceOf(story, seat)
          return (
            <li key={seat} className={turn ? 'spoken' : now ? 'now' : 'ahead'}>
              <Face seat={seat} name={name} small />{' '}
              {turn ? (
                <ToItem of={of} at={turn.key}>
                  {name}
                </ToItem>
              ) : (
                name
              )}{' '}
              <small>{turn ? 'has spoken' : now ? 'speaks' : 'is still to speak'}</small>
            </li>
          )
        })}
      </ul>
    </Drawn>
  )
}
