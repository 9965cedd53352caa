/** Asks one question after the other: sub-agents work side by side, but a user can only be asked one thing at a time. */
export function oneAtATime<T, A>(ask: (question: A) => Promise<T>): (question: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const mine = last.then(() => ask(question))
    last = mine.catch(() => undefined)
    return mine
  }
}
