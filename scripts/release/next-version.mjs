const parts = ['major', 'minor', 'patch']

/** The version that a release gets: one step up from the current one, or the one that was named; `undefined` if it is neither. */
export function nextVersion(current, wanted) {
  if (/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(wanted)) return wanted
  const place = parts.indexOf(wanted)
  if (place === -1) return undefined
  const numbers = current.split('-')[0].split('.').map(Number)
  return numbers.map((number, i) => (i < place ? number : i === place ? number + 1 : 0)).join('.')
}
