/** A price for people; one that nobody knows is said to be so. */
export function dollars(amount: number | null): string {
  if (amount === null) return 'unknown'
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`
}

/** A share; a small one keeps a digit that says something. */
export function percent(share: number): string {
  const value = share * 100
  return `${value > 0 && value < 10 ? value.toFixed(1) : value.toFixed(0)} %`
}
