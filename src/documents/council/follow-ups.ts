// Follow-ups: the open boxes of a record, each with its owner.

export interface OpenFollowUp {
  readonly item: string
  readonly owner: string
  readonly id: string
}
