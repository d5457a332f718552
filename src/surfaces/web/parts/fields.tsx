// The fields of filters, each with a name for screen readers.

import { useEffect, useId, useRef, useState } from 'react'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Reports the text after a pause in typing, so that not every letter starts a search. */
export function Search({ label, value, onChange, short = false }: FieldProps & { short?: boolean }) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const id = useId()
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onChange(text)
    }, 180)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <span className={`field${short ? ' short' : ' search'}`}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        placeholder={label}
        value={text}
        {...(short ? {} : { 'data-search': true })}
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  )
}

export function Select(
  props: FieldProps & { options: readonly (readonly [string, string])[]; any?: string | undefined },
) {
  const { label, value, onChange, options, any } = props
  const id = useId()
  return (
    <span className="field">
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </span>
  )
}
