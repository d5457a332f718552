// Wrong usage: what is wrong and what to do. Nothing has been written yet where one is found.

export interface Wrong {
  readonly kind: 'wrong'
  readonly why: string
  readonly hint: string
}

export function wrong(why: string, hint: string): Wrong {
  return { kind: 'wrong', why, hint }
}
