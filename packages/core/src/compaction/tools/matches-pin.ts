/** True when a name fits a pin: the name itself, or a pattern in which `*` is any text. */
export function matchesPin(name: string, pin: string): boolean {
  const [first = '', ...others] = pin.split('*')
  const last = others.pop()
  if (last === undefined) return name === pin
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = name.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
