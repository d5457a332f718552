// Ask: how the verbs without a session reach the person. Undefined where nobody can answer.

import type { Answer, Question } from '../../kernel/question.js'

export type Ask = (question: Question) => Promise<Answer | undefined>
