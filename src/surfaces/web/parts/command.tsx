// A command to paste into a terminal, with a button that copies it.

import { useState } from 'react'
import { announce } from '../state/announce.js'

export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => {})
    setCopied(true)
    announce('Copied.')
  }
  return (
    <span className="command">
      <code>{text}</code>
      <button
        type="button"
        className="quiet"
        onClick={copy}
        onBlur={() => setCopied(false)}
        aria-label={`Copy: ${text}`}
      >
        {copied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}
