/** A number with its noun, e.g. `1 message`, `1,200 messages`. */
export function countNoun(value: number, noun: string): string {
  return `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`
}
