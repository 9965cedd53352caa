/** A price times a factor, free of binary dust: vendors publish their multiples as round numbers. */
export function times(price: number, factor: number): number {
  return Math.round(price * factor * 1e6) / 1e6
}
