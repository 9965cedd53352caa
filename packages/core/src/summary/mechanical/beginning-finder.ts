/** Answers whether a text begins with one of these: sorted, and none the beginning of another, only one of them can be it. */
export function beginningFinder(beginnings: readonly string[]): (text: string) => boolean {
  const apart: string[] = []
  for (const each of beginnings.toSorted()) {
    const last = apart.at(-1)
    if (last === undefined || !each.startsWith(last)) apart.push(each)
  }
  return (text) => {
    let from = 0
    let to = apart.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((apart[middle] ?? '') <= text) from = middle + 1
      else to = middle
    }
    const nearest = apart[from - 1]
    return nearest !== undefined && text.startsWith(nearest)
  }
}
