// Pins: what the seats have put on the scratchpad.

import type { Pin } from '../../../view/story.js'
import { plural } from '../fold/words.js'
import { Scroll } from '../parts/scroll.js'

export function Pins({ pins }: { pins: readonly Pin[] }) {
  if (pins.length === 0) return null
  return (
    <section className="panel" aria-labelledby="pins">
      <h2 id="pins">Pins</h2>
      <ul className="pins">
        {pins.map((pin) => (
          <li key={pin.id}>
            <details>
              <summary>
                <span className="figure">{pin.id}</span> <bdi>{pin.intent}</bdi>
              </summary>
              {pin.content === pin.intent ? null : (
                <Scroll label={`${pin.id}: ${pin.intent}`}>{pin.content}</Scroll>
              )}
              <p className="small">
                by {pin.by}
                {pin.revisions > 0 ? `, revised ${plural(pin.revisions, 'time')}` : ''}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
