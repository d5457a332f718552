// The board: everything that a meeting lays before its reader beside the words, in the order in which it came. Knows no protocol.

import type { MeetingRef } from '../../../hall/api.js'
import type { Drawing } from '../../../story/drawings.js'
import type { Story } from '../../../story/story.js'
import type { Live } from '../fold/live.js'
import { BarsView } from './bars.js'
import { ChecksView } from './checks.js'
import { EntriesView } from './entries.js'
import { FloorView } from './floor.js'
import { GraphView } from './graph.js'
import { PapersView } from './papers.js'
import { PiecesView } from './pieces.js'
import { ProgressView } from './progress.js'
import { ScoresView } from './scores.js'
import { SettledView } from './settled.js'

export interface BoardProps {
  readonly of: MeetingRef
  readonly story: Story
  readonly live: Live
  /** Ids of drawings that the open question shows already. */
  readonly without?: readonly string[]
  /** Those that show how the meeting is steered, and no others. */
  readonly apart?: boolean
}

/** What happens now comes first, what only kept order comes last; else in the order in which it came. */
export function Board(props: BoardProps) {
  const rank = ({ kind, apart = false }: Drawing) =>
    kind === 'floor' || (apart && kind === 'bars') ? 0 : kind === 'checks' ? 2 : 1
  const shown = [...props.story.drawings.values()].filter(
    ({ id, apart = false }) => apart === (props.apart ?? false) && !props.without?.includes(id),
  )
  return shown
    .toSorted((one, other) => rank(one) - rank(other))
    .map((drawing) => <One key={drawing.id} drawing={drawing} {...props} />)
}

function One({ drawing, of, story, live }: BoardProps & { drawing: Drawing }) {
  const shared = { of, faces: story.faces }
  switch (drawing.kind) {
    case 'scores':
      return <ScoresView drawing={drawing} />
    case 'floor':
      return <FloorView drawing={drawing} of={of} story={story} live={live} />
    case 'graph':
      return <GraphView drawing={drawing} of={of} />
    case 'settled':
      return <SettledView drawing={drawing} {...shared} />
    case 'checks':
      return <ChecksView drawing={drawing} of={of} />
    case 'pieces':
      return <PiecesView drawing={drawing} {...shared} />
    case 'progress':
      return <ProgressView drawing={drawing} />
    case 'bars':
      return <BarsView drawing={drawing} />
    case 'papers':
      return <PapersView drawing={drawing} of={of} />
    case 'entries':
      return <EntriesView drawing={drawing} />
  }
}
