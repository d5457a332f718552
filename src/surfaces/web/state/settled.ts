// A value that has not changed for a moment: whoever types is not asked about at every letter.

import { useEffect, useState } from 'react'

const moment = 400

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), moment)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
