/** Four characters, four bits apart, so that each is forgotten when the fifth comes. */
const gramShift = 4
const gramMask = 0xffff
const gramChars = 4

/** Answers which of many facts a long text holds. Most that are missing are known by four characters that never meet in it. */
export function textHolder(text: string): (fact: string) => boolean {
  const met = new Uint8Array(gramMask + 1)
  for (let at = 0, gram = 0; at < text.length; at++) {
    gram = ((gram << gramShift) ^ text.charCodeAt(at)) & gramMask
    met[gram] = 1
  }
  return (fact) => mayHold(met, fact) && text.includes(fact)
}

function mayHold(met: Uint8Array, fact: string): boolean {
  for (let at = 0, gram = 0; at < fact.length; at++) {
    gram = ((gram << gramShift) ^ fact.charCodeAt(at)) & gramMask
    if (at >= gramChars - 1 && met[gram] === 0) return false
  }
  return true
}
