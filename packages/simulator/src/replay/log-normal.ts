import { createRandom } from '../example/random.ts'

/** Draws from log-normal distributions; a seed decides all draws. */
export type DrawLogNormal = (median: number, sigma: number) => number

export function createLogNormal(seed: number): DrawLogNormal {
  const random = createRandom(seed)
  return (median, sigma) => {
    // Box and Muller's way to a normal draw; 1 - x keeps the logarithm finite.
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * random.next()))
  }
}
