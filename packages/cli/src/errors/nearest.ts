/** The name that was most likely meant; `undefined` when none is close: so much of it may be wrong. */
export function nearest(written: string, names: readonly string[], wrongShare = 0.5): string | undefined {
  const begun = names.filter((name) => name.startsWith(written))
  if (begun.length > 0) return begun[0]
  const [best] = names
    .map((name) => ({ name, distance: distance(written, name) }))
    .filter((each) => each.distance <= Math.max(1, Math.floor(each.name.length * wrongShare) - 1))
    .toSorted((a, b) => a.distance - b.distance)
  return best?.name
}

/** Letters to insert, leave out, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = at(rows, i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? at(rows, i - 2, j - 2) + 1 : change
      row.push(Math.min(change, swap, at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return at(rows, a.length, b.length)
}

function at(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}
