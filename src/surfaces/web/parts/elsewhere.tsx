// What is said where another process holds the meeting: nothing can be done about it here before that process ends.

/** In place of the answers to its question, which that process asks for itself. */
export function AskedElsewhere() {
  return (
    <p className="withheld" role="status">
      A terminal asks this too: answer there, or end it there with Ctrl-C.
    </p>
  )
}

/** What is being said is not heard here. */
export function InOtherHands() {
  return (
    <p className="between" role="status">
      In the hands of another process; its words come when they are recorded.
    </p>
  )
}
