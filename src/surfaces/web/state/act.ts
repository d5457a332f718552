// Actions: one at a time; an error is shown where the action was started.

import { useCallback, useState } from 'react'

export interface Acting {
  readonly busy: boolean
  readonly error: Error | null
  run(deed: () => Promise<unknown>): Promise<boolean>
  clear(): void
}

export function useAct(): Acting {
  const [state, set] = useState<{ busy: boolean; error: Error | null }>({ busy: false, error: null })
  const run = useCallback(async (deed: () => Promise<unknown>) => {
    set({ busy: true, error: null })
    try {
      await deed()
      set({ busy: false, error: null })
      return true
    } catch (error) {
      set({ busy: false, error: error as Error })
      return false
    }
  }, [])
  const clear = useCallback(() => set({ busy: false, error: null }), [])
  return { ...state, run, clear }
}
