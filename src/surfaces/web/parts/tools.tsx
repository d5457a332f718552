// Tool calls, collapsed to one line: how many, which, and whether any failed.

import type { ToolUse } from '../../../kernel/agents.js'
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
        <span className="names">{running ? `${running.name} ${gist(running.input)} …` : names(tools)}</span>
        {failed > 0 ? <strong>{failed} failed</strong> : null}
      </summary>
      <ol>
        {tools.map((tool) => (
          <li key={tool.id}>
            <code>
              {tool.name} {gist(tool.input)}
            </code>
            <span className="outcome">{outcomes[stateOf(tool)]}</span>
            {tool.output ? <Scroll label={`Output of ${tool.name}`}>{tool.output}</Scroll> : null}
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

function names(tools: readonly Shown[]): string {
  return tools.map((tool) => `${tool.name} ${gist(tool.input)}`.trim()).join(', ')
}

/** The most telling part of a tool's input: a path, a query, a command. */
function gist(input: unknown): string {
  if (typeof input !== 'object' || input === null) return typeof input === 'string' ? input : ''
  const values = Object.values(input)
  const first = values.find((value) => typeof value === 'string' || Array.isArray(value))
  const text = Array.isArray(first) ? first.join(' ') : String(first ?? '')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
