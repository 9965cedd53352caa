import type { Question, ToolContext } from '../tools/agent-tool.ts'

type Confirm = ToolContext['confirm']

/** Puts several questions as one when the first of them comes up. The answer holds for exactly what was shown. */
export function askTogether(questions: readonly Question[], confirm: Confirm): Confirm {
  const [first] = questions
  const shown = new Set(questions.map(({ text }) => text))
  if (first === undefined || questions.length < 2) return confirm
  const whole: Question = {
    about: first.about,
    text: [`Agree to these ${questions.length} changes?`, ...questions.map(({ text }) => text)].join('\n'),
  }
  let answer: ReturnType<Confirm> | undefined
  return (question) => {
    if (!shown.has(question.text)) return confirm(question)
    answer ??= confirm(whole)
    return answer
  }
}
