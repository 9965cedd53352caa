/** The known key that a writer most likely meant; `undefined` when none is close. A long path in common is no likeness. */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  const ranked = known
    .filter((key) => isLike(plain(lastName(written)), plain(lastName(key))))
    .map((key) => ({ key, distance: editDistance(plain(written), plain(key)) }))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.key
}

/** A word with more than a third of its letters wrong is another word. */
function isLike(written: string, known: string): boolean {
  return editDistance(written, known) <= Math.floor(known.length / 3)
}

/** `protectLastN`, `protect-last-n` and `PROTECT_LAST_N` are one name. */
function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_\s]/g, '')
}

function lastName(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

/** Letters to insert, delete or change; long words are not compared, as no key is long. */
function editDistance(a: string, b: string): number {
  if (Math.max(a.length, b.length) > 80) return 80
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
