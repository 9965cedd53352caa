/** Work that went on although it was told to stop. Whatever it does from now on nobody waits for. */
export class UnheededAbort extends Error {
  constructor() {
    super('Something was told to stop, and did not.')
    this.name = 'UnheededAbort'
  }
}

/** Well-behaved work ends within milliseconds. */
const patienceMs = 3_000

/** Waits for work that was given a signal, but not for long once that aborts: throws `UnheededAbort` then. */
export function heeded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const abort = () => {
      timer = setTimeout(() => reject(new UnheededAbort()), patienceMs)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  })
}
