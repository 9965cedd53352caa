import { DeliveryError } from '../channels/channel.ts'

/** Waits for a platform only so long; whether it took the message is then unknown. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeliveryError('The platform did not answer in time.', { retryInMs: 0, isUnsure: true }))
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
