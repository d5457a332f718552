// The names by which journals know a talk. They never change, since old journals hold them.

export const TALK = 'talk'

/** The phase in which person and worker have the word in turn. */
export const TALKING = 'talk'

/** The question that every message of the person answers. */
export const NEXT_WORD = 'message'
