// How commands that open no session ask the person. Gives undefined where nobody can answer.

import type { Answer, Question } from '../../kernel/question.js'

export type Ask = (question: Question) => Promise<Answer | undefined>
