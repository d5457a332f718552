// Tool calls, collapsed to one line: how many, what was done with them in words, and whether any failed.

import type { ToolUse } from '../../../kernel/agents.js'
import { shortened } from '../../../text/excerpts.js'
import { toolWords } from '../../../view/value-words.js'
import type { LiveTool } from '../fold/live.js'
import { plural } from '../fold/words.js'
import { Scroll } from './scroll.js'

type Shown = ToolUse | LiveTool

export function Tools({ tools }: { tools: readonly Shown[] }) {
  if (tools.length === 0) return null
  const failed = tools.filter((tool) => stateOf(tool) === 'failed').length
  const running = tools.find((tool) => stateOf(tool) === 'running')
  return (
    <details className="tools">
      <summary>
        {plural(tools.length, 'tool call')}
        <span className="names">{running ? `${done(running)} …` : tools.map(done).join('; ')}</span>
        {failed > 0 ? <strong>{failed} failed</strong> : null}
      </summary>
      <ol>
        {tools.map((tool) => (
          <li key={tool.id}>
            <span className="done" title={tool.name}>
              {done(tool)}
            </span>
            <span className="outcome">{outcomes[stateOf(tool)]}</span>
            {tool.output ? <Scroll label={`What came of it: ${done(tool)}`}>{tool.output}</Scroll> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}

const outcomes = { done: 'done', failed: 'failed', running: 'running' } as const

function stateOf(tool: Shown): 'done' | 'failed' | 'running' {
  return 'state' in tool ? tool.state : tool.ok ? 'done' : 'failed'
}

function done({ name, input }: Shown): string {
  return shortened(toolWords(name, input).replace(/\s+/g, ' '), 120)
}
