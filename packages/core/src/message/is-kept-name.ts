/** Half of a SHA-256 or more: nobody makes another content of the same name. */
const keptName = /^(?:terminal-)?([0-9a-f]{32,64})\.txt$/

/** True when a name has the form of a kept output's name: the hash of what is in the file. */
export function isKeptName(name: string): boolean {
  return keptName.test(name)
}

/** True when the file of this name should hold a content, given its SHA-256 in hex. */
export function isNamedAfter(name: string, sha256: string): boolean {
  const [, hash] = keptName.exec(name) ?? []
  return hash !== undefined && sha256.startsWith(hash)
}
