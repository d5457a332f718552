// A sign of life while somebody is at work: who thinks, and after a second for how long. Never what is called, and no draft.

import { useEffect, useState } from 'react'
import type { Face } from '../../../view/story.js'
import type { Chat } from '../../../view/telling.js'
import type { Live } from '../fold/live.js'
import { firstName } from './said.js'

interface ThinkingProps {
  readonly live: Live
  readonly faces: readonly Face[]
  readonly chat: Chat | undefined
}

export function Thinking({ live, faces, chat }: ThinkingProps) {
  const seconds = useSeconds()
  const named = live.filter(({ seat }) => chat?.unnamed(seat) !== true)
  const names = named.map(({ seat }) => firstName(faces.find(({ id }) => id === seat)?.name ?? seat))
  return (
    <p className="between thinking">
      <span aria-hidden="true" className="dots">
        <span />
        <span />
        <span />
      </span>
      <span>
        {names.length === 0
          ? 'thinking'
          : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} thinking`}
        {seconds > 0 ? <span className="figure"> {seconds} s</span> : null}
      </span>
    </p>
  )
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = Date.now()
    const tick = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000)
    return () => clearInterval(tick)
  }, [])
  return seconds
}
