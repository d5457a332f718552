// The options of a question as buttons with their effects in small words; a grave one is asked about twice.

import { useState } from 'react'
import type { Option, Question } from '../../../kernel/question.js'
import { optionName } from '../../../view/options.js'

interface OptionsProps {
  readonly question: Question
  readonly compact: boolean
  /** Nothing can be chosen now. */
  readonly still: boolean
  /** What was chosen. */
  readonly given: string | null
  /** They only pass over what is asked above them: none of them is what the person came for. */
  readonly besides?: boolean
  readonly onChoose: (key: string) => Promise<unknown>
  /** Whether one is being asked about: nothing else is offered meanwhile. */
  readonly onAsking?: (asking: boolean) => void
}

export function Options(props: OptionsProps) {
  const { still, onChoose, onAsking } = props
  const [sure, setSure] = useState<Option | null>(null)
  const ask = (option: Option | null) => {
    setSure(option)
    onAsking?.(option !== null)
  }
  const choose = async (option: Option) => {
    await onChoose(option.key)
    ask(null)
  }
  if (sure)
    return <Confirm option={sure} busy={still} onSure={() => void choose(sure)} onBack={() => ask(null)} />
  return <Buttons {...props} onPick={(option) => (option.grave ? ask(option) : void choose(option))} />
}

function Buttons(props: OptionsProps & { readonly onPick: (option: Option) => void }) {
  const { question, compact, still, given, besides = false, onPick } = props
  const first = besides ? undefined : (question.default ?? question.options[0]?.key)
  const shown = compact ? question.options.slice(0, 3) : safeFirst(question)
  if (shown.length === 0) return null
  return (
    <ul className="options">
      {shown.map((option) => (
        <li key={option.key}>
          <button
            type="button"
            className={option.key === first ? 'primary' : ''}
            disabled={still}
            aria-pressed={given === option.key ? true : undefined}
            title={compact ? option.effect : undefined}
            onClick={() => onPick(option)}
          >
            <span>{optionName(option)}</span>
          </button>
          {compact || !option.effect ? null : <small>{option.effect}</small>}
        </li>
      ))}
    </ul>
  )
}

/** Where one of them cannot be taken back, the one that changes nothing comes first. */
function safeFirst({ options, default: safe }: Question): readonly Option[] {
  if (!options.some(({ grave }) => grave)) return options
  return options.toSorted((one, other) => Number(other.key === safe) - Number(one.key === safe))
}

/** Asks for confirmation of a grave option, and says what will happen. */
function Confirm(props: { option: Option; busy: boolean; onSure: () => void; onBack: () => void }) {
  const { option, busy, onSure, onBack } = props
  return (
    <fieldset className="confirm" aria-label={`Confirm: ${optionName(option)}`}>
      <p>
        <strong>{optionName(option)}</strong>: {option.effect}.
      </p>
      <div className="row">
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for this */}
        <button type="button" className="primary" disabled={busy} onClick={onSure} autoFocus>
          Yes, {optionName(option).toLowerCase()}
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </fieldset>
  )
}
