// The turns that are being spoken. Each grows in place until the recorded turn replaces it. Those of a talk are stopped in its composer.

import type { MeetingView } from '../../../hall/api.js'
import type { Face as Known } from '../../../view/story.js'
import type { Live, Speaking } from '../fold/live.js'
import { StopButton } from '../parts/composer.js'
import { Face, useHue } from '../parts/face.js'
import { Tools } from '../parts/tools.js'
import { tellings } from '../state/tellings.js'
import { Markdown } from '../text/markdown.js'

export type LiveOf = Pick<MeetingView, 'project' | 'id' | 'protocol' | 'talk'>

export function LiveTurns({ of, live, faces }: { of: LiveOf; live: Live; faces: readonly Known[] }) {
  const hue = useHue()
  const { showsAsides = false } = tellings.of(of.protocol)
  return live.map((now) => {
    const face = faces.find(({ id }) => id === now.seat) ?? { name: now.seat, role: '' }
    return (
      <article
        className="turn live"
        key={now.seat}
        style={hue(now.seat)}
        aria-label={`${face.name}, ${doing(now)}`}
        aria-busy
      >
        <Face seat={now.seat} name={face.name} />
        <header>
          <h3>{face.name}</h3>
          {face.role ? <span className="role">{face.role}</span> : null}
          <span className="facts">
            <span>{doing(now)}</span>
            {of.talk === null ? <StopButton of={of} pauses /> : null}
          </span>
        </header>
        {showsAsides && now.aside.trim() !== '' ? <p className="aside-note">{now.aside}</p> : null}
        <Tools tools={now.tools} />
        {now.retry ? <p className="aside-note">{now.retry}</p> : null}
        {now.text ? (
          <div className="said growing">
            <Markdown text={now.text} project={of.project} />
          </div>
        ) : (
          <p className="said pending" aria-hidden="true">
            <span />
            <span />
          </p>
        )}
      </article>
    )
  })
}

function doing({ draft, state }: Speaking): string {
  if (state === 'judged') return 'sources are being checked'
  return draft ? 'drafting' : 'speaking'
}
