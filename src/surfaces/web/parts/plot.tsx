// Cost over turns: a bar for each call in its seat's hue, the running total as a line, the ceiling dashed.

import { dollars, moneyWords } from '../../../rules/money.js'
import type { Story } from '../../../view/story.js'
import { plotOf } from '../fold/costs.js'
import { figure } from '../fold/words.js'
import { useHue } from './face.js'

const [width, height] = [280, 56]

export function CostPlot({ story }: { story: Pick<Story, 'costs' | 'ceiling' | 'costCeiling' | 'summary'> }) {
  const { costs, ceiling, costCeiling, summary } = story
  const hue = useHue()
  const total = costs.at(-1)?.total ?? 0
  const estimated = costs.some((cost) => cost.estimated)
  const { bars, line, ceiling: at } = plotOf(costs, ceiling, width, height)
  const words = `${estimated ? 'About ' : ''}${figure(total)} tokens over ${costs.length} calls${
    ceiling === null ? ', no ceiling' : `, of a ceiling of ${figure(ceiling)}`
  }`
  const limit = costCeiling === null ? '' : ` of ${dollars(costCeiling)}`
  const money = moneyWords(summary) === '' ? '' : `${moneyWords(summary)}${limit}`
  return (
    <figure className="plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words} preserveAspectRatio="none">
        <title>{words}</title>
        {bars.map((bar, index) => (
          <rect
            key={index}
            className="cost"
            style={hue(bar.seat)}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
          />
        ))}
        <polyline points={line.map(([x, y]) => `${x},${y}`).join(' ')} />
        {at === null ? null : <line className="ceiling" x1={0} x2={width} y1={at} y2={at} />}
      </svg>
      <figcaption>
        <span>
          {estimated ? '~' : ''}
          {figure(total)} tokens
        </span>
        <span>
          {ceiling === null ? 'no ceiling' : `${Math.round((total / ceiling) * 100)}% of ${figure(ceiling)}`}
        </span>
        {money === '' ? null : <span>{money}</span>}
      </figcaption>
    </figure>
  )
}
